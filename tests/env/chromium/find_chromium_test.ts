import { join } from "node:path";
import { assertEquals, assertThrows } from "@std/assert";
import { MissingPrerequisiteError } from "../../../base/mod.ts";
import { bundledFolder, findChromium } from "../../../env/chromium/mod.ts";

async function withFiles(files: readonly string[], test: (root: string) => void): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    for (const file of files) {
      await Deno.mkdir(join(root, file, ".."), { recursive: true });
      await Deno.writeTextFile(join(root, file), "");
    }
    test(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("findChromium() prefers M2_CHROMIUM, then the unpacked one, then an installed one, then Playwright's newest", async () => {
  const shell = "chrome-headless-shell-linux64/chrome-headless-shell";
  await withFiles([
    "own",
    ".cache/chromium/153.0.0/chromium",
    "bin/google-chrome",
    "bin/chromium",
    `home/.cache/ms-playwright/chromium_headless_shell-999/${shell}`,
    `home/.cache/ms-playwright/chromium_headless_shell-1200/${shell}`,
  ], (root) => {
    const env = { PATH: `/nowhere:${join(root, "bin")}`, HOME: join(root, "home") };
    assertEquals(findChromium({ ...env, M2_CHROMIUM: join(root, "own") }, { root }).executable, join(root, "own"));
    const folder = bundledFolder(root);
    assertEquals(findChromium(env, { root }), {
      executable: join(folder, "chromium"),
      env: {
        FONTCONFIG_FILE: join(folder, "fonts.conf"),
        FONTCONFIG_PATH: folder,
        XDG_CACHE_HOME: join(folder, "cache"),
      },
    });
    const elsewhere = join(root, "elsewhere");
    assertEquals(findChromium(env, { root: elsewhere }).executable, join(root, "bin/chromium"));
    assertEquals(
      findChromium({ HOME: env.HOME }, { root: elsewhere }).executable,
      join(root, "home/.cache/ms-playwright/chromium_headless_shell-1200", shell),
    );
  });
});

Deno.test("findChromium() uses the libraries that setup unpacked beside the browser", async () => {
  await withFiles([".cache/chromium/153.0.0/chromium", ".cache/chromium/153.0.0/lib/libnss3.so"], (root) => {
    assertEquals(findChromium({}, { root }).env.LD_LIBRARY_PATH, join(bundledFolder(root), "lib"));
  });
});

Deno.test("findChromium() says how to get a browser where there is none", async () => {
  await withFiles([], (root) => {
    const missing = assertThrows(() => findChromium({ PATH: root }, { root }), MissingPrerequisiteError);
    assertEquals(missing.message, "Cannot start a browser as one must be on this machine: none was found");
    assertEquals(missing.hint?.startsWith("Run `deno task setup`"), true);
    const wrong = assertThrows(() => findChromium({ M2_CHROMIUM: "/no/browser" }, { root }), MissingPrerequisiteError);
    assertEquals(wrong.message, "Cannot start a browser as M2_CHROMIUM must be an executable: no file at /no/browser");
  });
});
