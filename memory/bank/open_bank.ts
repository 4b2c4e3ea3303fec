import { z } from "zod";
import { canonicalJson, MissingPrerequisiteError, sha256 } from "../../base/mod.ts";
import { checkVectors, type FlatVectors } from "../retrieval/cosine.ts";
import { type Bank, BANK_VERSION, type BankManifest, bankManifestSchema, groupId, insightId } from "./bank.ts";
import { BankDamagedError, BankVersionError } from "./error.ts";
import { type InsightGroup, insightGroupSchema } from "./insight.ts";

/**
 * Opens a bank, and checks all of it: version, hashes, counts, ids, order, vectors.
 *
 * @param dir The bank's folder.
 * @returns The bank.
 * @throws {MissingPrerequisiteError} When there is none.
 * @throws {BankVersionError} When it was written in another version.
 * @throws {BankDamagedError} When a file is missing, or does not fit the manifest or the other files.
 */
export async function openBank(dir: string): Promise<Bank> {
  const path = dir.replace(/[/\\]+$/, "");
  const manifest = readManifest(path, await read(path, "manifest.json"));
  const groupBytes = checked(path, "groups.jsonl", await read(path, "groups.jsonl"), manifest);
  const vectorBytes = checked(path, "vectors.f32", await read(path, "vectors.f32"), manifest);
  const groups = readGroups(path, new TextDecoder().decode(groupBytes));
  const insights = groups.reduce((sum, group) => sum + group.insights.length, 0);
  if (groups.length !== manifest.groups || insights !== manifest.insights) {
    const [says, has] = [
      `${manifest.groups} groups and ${manifest.insights} insights`,
      `${groups.length} and ${insights}`,
    ];
    throw damaged(path, `it must hold what its manifest says, ${says}: it holds ${has}`);
  }
  const vectors = readVectors(path, vectorBytes, manifest);
  return { manifest, hash: sha256(canonicalJson(manifest)), groups, vectors };
}

async function read(path: string, file: string): Promise<Uint8Array> {
  try {
    return await Deno.readFile(`${path}/${file}`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory)) throw error;
    if (file !== "manifest.json") throw damaged(path, `it must have a file ${file}: there is none`);
    throw new MissingPrerequisiteError(
      `Cannot open bank ${path} as it must be a folder with a manifest.json: there is none`,
      {
        hint: "check the path, or build the bank",
        cause: error,
      },
    );
  }
}

function readManifest(path: string, bytes: Uint8Array): BankManifest {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw damaged(path, "its manifest.json must be JSON: it cannot be parsed", error);
  }
  const version = z.looseObject({ version: z.unknown() }).safeParse(value);
  if (version.success && version.data.version !== BANK_VERSION) {
    const found = JSON.stringify(version.data.version) ?? "none";
    throw new BankVersionError(`Cannot open bank ${path} as its version must be ${BANK_VERSION}: it is ${found}`, {
      hint: "build the bank again with this version of M2Lab",
    });
  }
  const manifest = bankManifestSchema.safeParse(value);
  if (manifest.success) return manifest.data;
  const issue = manifest.error.issues[0];
  throw damaged(
    path,
    `its manifest.json must be complete: ${issue?.path.join(".")}: ${issue?.message}`,
    manifest.error,
  );
}

function checked(
  path: string,
  file: keyof BankManifest["files"],
  bytes: Uint8Array,
  manifest: BankManifest,
): Uint8Array {
  const [found, expected] = [sha256(bytes), manifest.files[file]];
  if (found === expected) return bytes;
  throw damaged(path, `${file} must have the hash ${expected.slice(0, 12)}…: it has ${found.slice(0, 12)}…`);
}

function readGroups(path: string, text: string): InsightGroup[] {
  const lines = text.split("\n");
  if (lines.pop() !== "") throw damaged(path, "groups.jsonl must end in a line feed: it is cut off");
  const groups = lines.map((line, i) => readGroup(path, i + 1, line));
  for (const [i, group] of groups.entries()) {
    const before = groups[i - 1];
    if (before !== undefined && before.id >= group.id) {
      throw damaged(path, `groups must be ordered by id, each once: ${group.id} follows ${before.id}`);
    }
    if (group.id !== groupId(group.query)) {
      throw damaged(path, `a group's id must be the hash of its query: ${group.id} is not`);
    }
    for (const insight of group.insights) {
      if (insight.group !== group.id || insight.id !== insightId(group.id, insight.text)) {
        throw damaged(path, `an insight's id must be the hash of its group and text: ${insight.id} is not`);
      }
    }
  }
  return groups;
}

function readGroup(path: string, line: number, text: string): InsightGroup {
  try {
    return insightGroupSchema.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(path, `every line of groups.jsonl must be an insight group: line ${line} is not`, error);
  }
}

function readVectors(path: string, bytes: Uint8Array, { groups, embedder }: BankManifest): FlatVectors {
  const expected = groups * embedder.dimensions * 4;
  if (bytes.length !== expected) {
    throw damaged(path, `vectors.f32 must have ${expected} bytes, one vector a group: it has ${bytes.length}`);
  }
  // The file is little-endian, and so is every machine that Deno runs on; a copy begins where float32 may begin.
  const values = new Float32Array(bytes.slice().buffer);
  const vectors = { values, dimensions: embedder.dimensions };
  try {
    checkVectors(vectors);
  } catch (error) {
    throw damaged(path, "every vector must be finite and not all zeros: one is not", error);
  }
  return vectors;
}

function damaged(path: string, what: string, cause?: unknown): BankDamagedError {
  return new BankDamagedError(`Cannot open bank ${path} as ${what}`, {
    hint: "build the bank again, or restore it",
    cause,
  });
}
