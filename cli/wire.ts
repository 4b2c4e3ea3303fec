/**
 * The composition root: the only place that knows every adapter, reads the ambient world and puts them together.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { canonicalJson, ConfigError, seededRandom, sha256 } from "../base/mod.ts";
import type { Browser } from "../env/mod.ts";
import { type ChromiumInstallation, findChromium, openChromium } from "../env/chromium/mod.ts";
import {
  type Archive,
  createReplaySession,
  openArchive,
  serveReplay,
  type SessionUse,
  watchUse,
} from "../env/replay/mod.ts";
import {
  costOf,
  type Embedder,
  type EncodingName,
  loadEncoding,
  type Model,
  priceOf,
  rateLimiter,
  tokenCounter,
  type Usage,
  type Wait,
} from "../models/mod.ts";
import { openaiModel } from "../models/openai/mod.ts";
import { readerPreset, simulatedModel } from "../models/simulated/mod.ts";
import {
  type Bank,
  chooseIndex,
  composePolicy,
  createRecaller,
  hashedTfidf,
  historyPolicy,
  type InsightGroup,
  insightPolicy,
  openBank,
  type Recaller,
} from "../memory/mod.ts";
import { gloveEmbedder } from "../memory/retrieval/glove/mod.ts";
import { loadHnswlib } from "../memory/retrieval/hnswlib/mod.ts";
import { type EpisodeInput, type EpisodeOutput, runEpisode } from "../actors/mod.ts";
import {
  type Arm,
  type EpisodeLoan,
  type Experiment,
  makeManifest,
  type Manifest,
  type ModelSpec,
  PathMemory,
  type Plan,
  planExperiment,
  type PlannedEpisode,
  type Site,
} from "../lab/mod.ts";
import { sites } from "../replay-fixtures/mod.ts";
import { makeScreen } from "./screen.ts";
import { type CassetteStore, openCassettes } from "./cassette_store.ts";
import { hashSources } from "./hash_sources.ts";
import { resolvePath } from "./paths.ts";
import { presetChanges } from "./preset_changes.ts";
import type { World } from "./world.ts";

/** Folders whose source decides what an episode does. */
const CODE = ["base", "env", "models", "memory", "actors", "lab"] as const;

/** Everything that the episodes of one experiment need. */
export interface Laboratory {
  readonly plan: Plan;
  readonly manifest: Manifest;
  /** Groups of the bank; none where no arm recalls. */
  readonly groups: readonly InsightGroup[];
  readonly prepare: (episode: PlannedEpisode, loan: EpisodeLoan) => EpisodeInput;
  /** The same with some reader parameters changed, and a browser only from where a page is not known yet. */
  readonly prepareShared: (
    episode: PlannedEpisode,
    changes: Readonly<Record<string, number>>,
    loan: EpisodeLoan,
  ) => EpisodeInput;
  readonly runEpisode: (input: EpisodeInput) => Promise<EpisodeOutput>;
}

/**
 * Makes the ambient world of a command.
 *
 * @param typed The words after `m2`.
 * @returns The world; Ctrl-C is taken over from here on, and a second one ends the process at once.
 */
export function makeWorld(typed: readonly string[]): World {
  const interrupt = new AbortController();
  const onSignal = () => {
    if (interrupt.signal.aborted) Deno.exit(130);
    interrupt.abort();
  };
  Deno.addSignalListener("SIGINT", onSignal);
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", onSignal);
  return { ...ambientWorld(typed), interrupted: interrupt.signal };
}

/**
 * Makes an ambient world that leaves signals alone, for use inside another program, such as a test.
 *
 * @param typed The words after `m2`.
 * @returns The world.
 */
export function ambientWorld(typed: readonly string[]): World {
  const environment = (name: string) => Deno.env.get(name);
  const write = (stream: { writeSync(bytes: Uint8Array): number }) => (text: string) => {
    const bytes = new TextEncoder().encode(text);
    try {
      for (let written = 0; written < bytes.length;) written += stream.writeSync(bytes.subarray(written));
    } catch (error) {
      // Whoever read has seen enough: `| head` is no error.
      if (error instanceof Deno.errors.BrokenPipe) Deno.exit(0);
      throw error;
    }
  };
  return {
    screen: makeScreen({
      out: write(Deno.stdout),
      err: write(Deno.stderr),
      isTerminal: Deno.stderr.isTerminal(),
      environment,
    }),
    standing: environment("INIT_CWD") ?? Deno.cwd(),
    root: fileURLToPath(new URL("..", import.meta.url)),
    environment,
    clock: { now: () => performance.now() },
    wall: (ms, expired) => {
      const timer = setTimeout(expired, ms);
      return () => clearTimeout(timer);
    },
    fetch: globalThis.fetch,
    interrupted: new AbortController().signal,
    typed,
  };
}

/** Every site there is. */
export function allSites(): readonly Site[] {
  return sites;
}

/**
 * Makes an arm's memory policy.
 *
 * @param arm The arm.
 * @returns The policy.
 * @throws {ConfigError} When a policy or a parameter is unknown.
 */
export function makePolicy({ history, insights }: Arm) {
  const { policy: historyName, ...historyParameters } = history;
  const { policy: insightName, ...insightParameters } = insights;
  return composePolicy(historyPolicy(historyName, historyParameters), insightPolicy(insightName, insightParameters));
}

/**
 * Puts together everything that an experiment needs, and checks all of it: after this, only episodes can fail.
 *
 * @param experiment The experiment.
 * @param world The ambient world.
 * @returns The laboratory.
 * @throws {M2Error} With blame `operator` when a name is unknown or a prerequisite is missing or damaged.
 */
export async function openLaboratory(experiment: Experiment, world: World): Promise<Laboratory> {
  const plan = planExperiment(experiment, { sites, makePolicy });
  const modelFor = modelMaker(experiment.model, plan.sites, world);
  const spec = experiment.model.kind === "openai" ? experiment.model.cassette : undefined;
  const cassettes = spec === undefined ? undefined : await openCassettes(spec, plan.episodes, world);
  const bank = await bankFor(experiment, world);
  const archives = new Map<string, Archive>();
  for (const site of plan.sites) archives.set(site.name, await openArchive(site.archive));
  const chromium = locateChromium(world);
  const memory = new PathMemory();
  const tokens = tokenCounter(modelFor.imageTokens, await loadEncoding(modelFor.encoding));

  const openBrowser = (site: Site, { signal, putUse }: EpisodeLoan) =>
    openReplayBrowser(archives.get(site.name), site, {
      chromium,
      screenshots: experiment.screenshots,
      signal,
      ...(putUse === undefined ? {} : { putUse }),
    });
  const inputOf = (episode: PlannedEpisode, loan: EpisodeLoan, changes: Readonly<Record<string, number>>) => {
    const images = new Map<string, Uint8Array<ArrayBuffer>>();
    return {
      id: episode.id,
      task: episode.task,
      policy: episode.arm.policy,
      seed: episode.seed,
      limits: episode.limits,
      model: modelFor.make(changes, images, cassettes?.fetchFor(episode.id)),
      maxOutputTokens: modelFor.maxOutputTokens,
      ...(bank === undefined ? {} : { recaller: bank.recaller }),
      countTokens: tokens,
      price: modelFor.price,
      wall: world.wall,
      stopwatch: world.clock,
      putBlob: (name: string, content: string | Uint8Array) => {
        if (modelFor.needsImages && typeof content !== "string") images.set(name, new Uint8Array(content));
        loan.putBlob(name, content);
      },
      signal: loan.signal,
    };
  };
  return {
    plan,
    groups: bank?.bank.groups ?? [],
    manifest: makeManifest(plan, {
      archives: Object.fromEntries([...archives].map(([name, archive]) => [name, archiveHash(archive)])),
      profiles: Object.fromEntries([...archives].map(([name, archive]) => [name, archive.profile])),
      judges: Object.fromEntries(
        await Promise.all(
          plan.sites.map(async (site) =>
            [site.name, await hashSources(world.root, [`replay-fixtures/${site.name}`])] as const
          ),
        ),
      ),
      ...(bank === undefined ? {} : { bank: bank.bank.hash }),
      ...(cassettes?.hash === undefined ? {} : { cassette: cassettes.hash }),
      embedder: experiment.embedder,
      model: { id: modelFor.id, parameters: modelFor.parameters },
      tokenizer: modelFor.encoding === "o200k" ? "o200k_base" : modelFor.encoding,
      code: await hashSources(world.root, CODE),
    }),
    prepare: (episode, loan) => ({
      ...inputOf(episode, loan, {}),
      openBrowser: async () => {
        const browser = await openBrowser(episode.site, loan);
        return experiment.sweep === undefined ? browser : memory.watch(episode.site.name, browser);
      },
    }),
    prepareShared: (episode, changes, loan) => ({
      ...inputOf(episode, loan, changes),
      openBrowser: () => Promise.resolve(memory.recall(episode.site.name, () => openBrowser(episode.site, loan))),
    }),
    runEpisode: cassettes === undefined ? runEpisode : (input) => keptAfter(input, cassettes),
  };
}

/** Runs an episode, and writes its cassette before the episode itself is kept: the one is worth nothing without the other. */
async function keptAfter(input: EpisodeInput, cassettes: CassetteStore): Promise<EpisodeOutput> {
  const output = await runEpisode(input);
  await cassettes.keep(input.id);
  return output;
}

/**
 * Finds the browser to run.
 *
 * @param world The ambient world; `M2_CHROMIUM` names a browser.
 * @returns The browser.
 * @throws {MissingPrerequisiteError} When there is none.
 */
export function locateChromium(world: World): ChromiumInstallation {
  const own = world.environment("M2_CHROMIUM");
  return findChromium({
    M2_CHROMIUM: own === undefined || own === "" ? undefined : resolvePath(own, world.standing),
    PATH: world.environment("PATH"),
    HOME: world.environment("HOME"),
    PLAYWRIGHT_BROWSERS_PATH: world.environment("PLAYWRIGHT_BROWSERS_PATH"),
  }, { root: world.root });
}

/** One browser process, one port and one replay session for an episode; closing the browser ends all three. */
async function openReplayBrowser(
  archive: Archive | undefined,
  site: Site,
  options: {
    readonly chromium: ChromiumInstallation;
    readonly screenshots: boolean;
    readonly signal: AbortSignal;
    readonly putUse?: (use: SessionUse) => void;
  },
): Promise<Browser> {
  if (archive === undefined) throw new TypeError(`Cannot open a browser as ${site.name} must have an archive`);
  const session = watchUse(createReplaySession(archive, { handlers: site.handlers }));
  const transport = await serveReplay(session);
  const { putUse, ...browserOptions } = options;
  const end = async () => {
    await transport.close();
    putUse?.(session.use());
  };
  let closing: Promise<void> | undefined;
  try {
    const browser = await openChromium({ ...browserOptions, transport });
    return {
      reset: (url) => browser.reset(url),
      observe: () => browser.observe(),
      act: (action) => browser.act(action),
      report: () => browser.report(),
      close: () => closing ??= browser.close().finally(end),
    };
  } catch (error) {
    await transport.close();
    throw error;
  }
}

/** What makes the models of an experiment. */
interface ModelMaker {
  readonly id: string;
  /** SHA-256 of everything that decides its replies, playbooks apart. */
  readonly parameters: string;
  readonly imageTokens: string;
  /** How its texts are counted. */
  readonly encoding: EncodingName;
  readonly maxOutputTokens: number;
  readonly price: (usage: Usage) => number | undefined;
  /** Whether the bytes of pictures are sent. */
  readonly needsImages: boolean;
  /** A model for one episode; `changes` are reader parameters of a sweep. */
  readonly make: (
    changes: Readonly<Record<string, number>>,
    images: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
    /** What carries the calls, where they are recorded or replayed. */
    carry?: typeof fetch,
  ) => Model;
}

function modelMaker(spec: ModelSpec, sites: readonly Site[], world: World): ModelMaker {
  if (spec.kind === "openai") return openaiMaker(spec, world);
  const playbooks = sites.flatMap((site) => site.playbooks);
  const presetOf = (changes: Readonly<Record<string, number>>) =>
    readerPreset(spec.preset, presetChanges(spec.preset, { ...spec.overrides, ...changes }));
  const preset = presetOf({});
  const model = simulatedModel({ preset, playbooks });
  return {
    id: model.id,
    parameters: sha256(canonicalJson(preset)),
    imageTokens: model.imageTokens,
    encoding: "o200k",
    maxOutputTokens: 1000,
    price: (usage) => costOf(usage, preset.pricedAs === undefined ? undefined : priceOf(preset.pricedAs)),
    needsImages: false,
    make: (changes) =>
      Object.keys(changes).length === 0 ? model : simulatedModel({ preset: presetOf(changes), playbooks }),
  };
}

function openaiMaker(spec: Extract<ModelSpec, { kind: "openai" }>, world: World): ModelMaker {
  const { cassette, ...decisive } = spec;
  const isReplay = cassette?.mode === "replay";
  // A replay reaches nobody, so any address and key will do.
  const [baseURL, apiKey] = isReplay
    ? ["http://model.invalid/v1", "none"]
    : [world.environment("M2_OPENAI_URL"), world.environment("M2_OPENAI_KEY")];
  if (baseURL === undefined || apiKey === undefined) {
    throw new ConfigError(
      `Cannot use model "${spec.model}" as its endpoint must be known: M2_OPENAI_URL or M2_OPENAI_KEY is not set`,
      {
        hint: "set both, such as M2_OPENAI_URL=https://api.openai.com/v1",
      },
    );
  }
  const { model, imageTokens, maxOutputTokens, requestsPerMinute, tokensPerMinute } = spec;
  const limits = isReplay ? {} : {
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(tokensPerMinute === undefined ? {} : { tokensPerMinute }),
  };
  const limiter = rateLimiter(limits, world.clock, waitOn(world));
  return {
    id: model,
    parameters: sha256(canonicalJson(decisive)),
    imageTokens,
    encoding: spec.encoding,
    maxOutputTokens,
    price: (usage) => costOf(usage, priceOf(model)),
    needsImages: spec.endpoint.images === "data",
    make: (_changes, images, carry = world.fetch) =>
      openaiModel({
        baseURL,
        apiKey,
        fetch: carry,
        model,
        imageTokens,
        endpoint: spec.endpoint,
        clock: world.clock,
        retry: { wait: isReplay ? () => Promise.resolve() : waitOn(world), random: seededRandom(0) },
        limiter,
        loadImage: (name) => {
          const bytes = images.get(name);
          return bytes === undefined
            ? Promise.reject(new TypeError(`Cannot send picture ${name} as it must have been put aside: it was not`))
            : Promise.resolve(bytes);
        },
      }),
  };
}

/** Waits in real time, and no longer than it is wanted. */
function waitOn({ wall }: World): Wait {
  return (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = () => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = wall(ms, () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      });
      signal?.addEventListener("abort", stop, { once: true });
    });
}

const EMBEDDERS: Readonly<Record<string, (queries: readonly string[]) => Embedder>> = {
  "hashed-tfidf-512-v1": hashedTfidf,
  "glove-100-v1": gloveEmbedder,
};

/**
 * Finds an embedder by name.
 *
 * @param name Its id.
 * @returns What makes it, once the bank's queries are known.
 * @throws {ConfigError} When there is none of that name.
 */
export function embedderNamed(name: string): (queries: readonly string[]) => Embedder {
  const make = Object.hasOwn(EMBEDDERS, name) ? EMBEDDERS[name] : undefined;
  if (make !== undefined) return make;
  throw new ConfigError(`Cannot use embedder "${name}" as there is no such embedder`, {
    hint: `choose among ${Object.keys(EMBEDDERS).join(", ")}`,
  });
}

/**
 * Where a bank lies.
 *
 * @param name The name of one of this repository's banks, or a path, which has a slash or a dot in it.
 * @param world The ambient world.
 * @returns Its folder.
 */
export function bankFolder(name: string, world: World): string {
  if (/[/\\.]/.test(name)) return resolvePath(name, world.standing);
  return join(world.root, "replay-fixtures", "banks", name);
}

async function bankFor(
  experiment: Experiment,
  world: World,
): Promise<{ bank: Bank; recaller: Recaller } | undefined> {
  const makeEmbedder = embedderNamed(experiment.embedder);
  const needy = experiment.arms.find((arm) => arm.insights.policy !== "none");
  if (needy === undefined) return undefined;
  if (experiment.bank === undefined) {
    throw new ConfigError(
      `Cannot plan the experiment as arm "${needy.name}" must have a bank to recall from: none is named`,
      {
        hint: 'add "bank": "first-light" to the experiment',
      },
    );
  }
  const bank = await openBank(bankFolder(experiment.bank, world));
  const { index } = await chooseIndex(bank.vectors, { native: await loadHnswlib() });
  const embedder = makeEmbedder(bank.groups.map((group) => group.query));
  return { bank, recaller: createRecaller(bank, embedder, index) };
}

function archiveHash(archive: Archive): string {
  return sha256(canonicalJson({ manifest: archive.manifest, rules: archive.rules }));
}
