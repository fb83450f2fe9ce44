/** Which files of the client a file imports, and those import in turn; pages, which the router loads, are left out. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const IMPORTED = /\b(?:from|import)\s*\(?\s*"((?:\.{1,2}|\$\w+)\/[^"]+)"/g;
const KINDS = ["", ".ts", "/index.ts"];

/** The folders of the pages, by name. */
export function pagesOf(source: string): string[] {
  return readdirSync(join(source, "pages")).sort();
}

/** Paths below `source` that are loaded with one of its files. */
export function reached(source: string, first: string): Set<string> {
  const found = new Set<string>();
  const waiting = [join(source, first)];
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    const name = relative(source, path).replaceAll("\\", "/");
    if (found.has(name)) continue;
    found.add(name);
    for (const [, imported = ""] of readFileSync(path, "utf8").matchAll(IMPORTED)) {
      const next = fileOf(source, path, imported);
      if (next) waiting.push(next);
    }
  }
  return found;
}

function fileOf(source: string, importer: string, imported: string): string | undefined {
  const path = imported.startsWith("$")
    ? join(source, imported.slice(1))
    : resolve(dirname(importer), imported);
  return KINDS.map((kind) => path + kind).find((file) => /\.(ts|svelte)$/.test(file) && existsSync(file));
}
