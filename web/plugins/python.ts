/** `virtual:python`: Python for browsers with the game in it, as it is in memory once everything is imported.

Starting from that memory takes a fraction of the time that Python needs to start and to import. The files are
compressed here and unpacked by the worker, so that a host need not know how. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { dirname } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";
import type { Plugin } from "vite";

const NAME = "virtual:python";
const PACKAGE = "limes";
/** What a table needs; folders without those below them. */
const FOLDERS = ["", "browser", "locale", "plain", "rules", "server/game", "server/study"];
const FILES = [
  "server/__init__.py",
  "server/calendar.py",
  "server/entries.py",
  "server/problems.py",
  // puzzles, without how they are found and rated
  ...["__init__.py", "collection.py", "picking.py", "puzzle.py", "puzzles.txt", "themes.py"].map(
    (name) => `puzzles/${name}`,
  ),
  // the words of the coach, without its door, behind which is the core
  ...["facts", "prospects", "reasons", "sentence", "variant_moves"].map((name) => `coach/${name}.py`),
];
/** With what these modules say; `scripts/npm.py` writes them. */
const CATALOGUES = fileURLToPath(new URL("../build/locale/", import.meta.url));
const KEPT = /(?<!__main__)\.(py|xz)$/;
/** Everything that is ever used is imported, since no other module is there; what is freed is wiped. */
const WARM_UP = `
import gc, sys, traceback
sys.path.insert(0, "/lib/limes")
import encodings.ascii, encodings.latin_1, encodings.utf_8
from limes.browser import warm
warm.up()
gc.collect()
for size in (1 << 20, 1 << 18, 1 << 16, 1 << 14, 1 << 12, 1 << 10):
    freed = [bytearray(size) for _ in range((1 << 22) // size)]
    del freed
gc.collect()
`;
/** Python begins with so much memory, which a browser fills with ours; a little more is the header. */
const ROOM = 30 * 2 ** 20 + 2 ** 16;
/** A zip without files, where Python looks for its library. */
const NO_LIBRARY = Buffer.from([0x50, 0x4b, 5, 6, ...new Array<number>(18).fill(0)]);

export function python(source: string): Plugin {
  const made = new Map<string, Uint8Array>();
  return {
    name: "limes-python",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      for (const path of modules(source).values()) this.addWatchFile(path);
      const files = await packed(source);
      const bytes = createHash("sha256");
      for (const content of files.values()) bytes.update(content);
      const folder = `python/${bytes.digest("hex").slice(0, 12)}/`;
      for (const [name, content] of files) made.set(folder + name, content);
      const sizes = Object.fromEntries([...files].map(([name, { length }]) => [name, length]));
      return Object.entries({ FOLDER: folder, LOCK: noPackages(), SIZES: sizes })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join("\n");
    },
    generateBundle() {
      for (const [fileName, content] of made) this.emitFile({ type: "asset", fileName, source: content });
    },
  };
}

/** Where each file is, by its name in the package. */
function modules(source: string): Map<string, string> {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(source, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => (folder ? `${folder}/${name}` : name)),
  );
  const names = [...found.filter((path) => KEPT.test(path)), ...FILES].sort();
  const catalogues = readdirSync(CATALOGUES).sort();
  return new Map([
    ...names.map((name): [string, string] => [name, join(source, name)]),
    ...catalogues.map((name): [string, string] => [
      `locale/${name.replace(".mo", "")}/LC_MESSAGES/limes.mo`,
      join(CATALOGUES, name),
    ]),
  ]);
}

function part(name: string): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(`pyodide/${name}`));
}

function noPackages(): string {
  const { info } = JSON.parse(part("pyodide-lock.json").toString()) as { info: unknown };
  return JSON.stringify({ info, packages: {} });
}

/** Scripts end in `.js`: many hosts say of `.mjs` that it is anything, and then no browser runs it. */
async function packed(source: string): Promise<Map<string, Uint8Array>> {
  return new Map([
    ["pyodide.js", part("pyodide.mjs")],
    ["pyodide.asm.js", part("pyodide.asm.mjs")],
    ["wasm.bin", gzipSync(part("pyodide.asm.wasm"), { level: 9 })],
    ["memory.bin", await keptMemory(source, part("package.json"))],
    ["library.zip", NO_LIBRARY],
  ]);
}

/** Made anew only where something that is in it has changed. */
async function keptMemory(source: string, version: Buffer): Promise<Uint8Array> {
  const inputs = createHash("sha256").update(WARM_UP).update(version);
  for (const [place, path] of modules(source)) inputs.update(place).update(readFileSync(path));
  const folder = fileURLToPath(new URL("../build/python/", import.meta.url));
  const kept = join(folder, `${inputs.digest("hex")}.bin`);
  if (!existsSync(kept)) {
    const made = gzipSync(await memory(source), { level: 9 });
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(kept, made);
  }
  return readFileSync(kept);
}

async function memory(source: string): Promise<Uint8Array> {
  const running = await loadPyodide({ _makeSnapshot: true, env: { PYTHONHASHSEED: "0" } });
  for (const [name, path] of modules(source)) {
    const place = `/lib/limes/${PACKAGE}/${name}`;
    running.FS.mkdirTree(dirname(place));
    running.FS.writeFile(place, new Uint8Array(readFileSync(path)));
  }
  running.runPython(WARM_UP);
  const made = running.makeMemorySnapshot();
  if (made.length > ROOM) throw new Error(`Python's memory has grown to ${made.length} bytes`);
  return made;
}
