/** A page that was opened before an update finds its files for one build more. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildBefore } from "../plugins/before";

let folder = "";
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "limes-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A build as Vite makes one: the folder is emptied and filled between the plugin's two steps. */
function build(...names: string[]): string[] {
  const plugin = buildBefore() as unknown as Record<
    "configResolved" | "buildStart" | "closeBundle",
    (config?: unknown) => void
  >;
  plugin.configResolved({ build: { outDir: folder } });
  plugin.buildStart();
  for (const each of ["assets", "before"]) rmSync(join(folder, each), { recursive: true, force: true });
  mkdirSync(join(folder, "assets"));
  for (const name of names) writeFileSync(join(folder, "assets", name), name);
  plugin.closeBundle();
  return existsSync(join(folder, "before")) ? readdirSync(join(folder, "before")).sort() : [];
}

test("what the new build has no more stays for one build", () => {
  expect(build("main-1.js", "font.woff2")).toEqual([]);
  expect(build("main-2.js", "main-2.js.br", "font.woff2")).toEqual(["main-1.js"]);
  expect(build("main-3.js", "font.woff2")).toEqual(["main-2.js", "main-2.js.br"]);
});

test("a build that changes nothing keeps the one before", () => {
  build("main-1.js");
  build("main-2.js");
  expect(build("main-2.js")).toEqual(["main-1.js"]);
});
