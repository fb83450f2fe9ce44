/**
 * The client's messages from the package's gettext catalogues: for each language a part that every page needs
 * (`virtual:catalogue/de/shell`), and one for each page with what only that page says (`virtual:catalogue/de/table`).
 * `virtual:catalogues` knows how each is loaded.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { type Messages, readCatalogue, usedBy } from "./po.ts";
import { pagesOf, reached } from "./reach.ts";

const ALL = "virtual:catalogues";
const PART = /^\0?virtual:catalogue\/(\w+)\/(\w+)$/;
const SHELL = "shell";

export function catalogues(folder: string, source: string): Plugin {
  const languages = readdirSync(folder).filter((name) => /^[a-z]{2}$/.test(name) && name !== "en");
  return {
    name: "limes-catalogues",
    resolveId: (id) => (id === ALL || PART.test(id) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${ALL}`) return loaders(languages, [SHELL, ...pagesOf(source)]);
      const [, language, part] = PART.exec(id) ?? [];
      if (!language || !part) return null;
      const path = join(folder, language, "LC_MESSAGES", "limes.po");
      this.addWatchFile(path);
      const catalogue = readCatalogue(readFileSync(path, "utf8"));
      const shell = usedBy(catalogue, reached(source, "main.ts"));
      const messages = part === SHELL ? shell : without(shell, usedBy(catalogue, page(source, part)));
      return (
        `export const messages = ${JSON.stringify(messages)};\n` +
        `export const form = (n) => Number(${catalogue.plural});\n`
      );
    },
  };
}

function page(source: string, name: string): Set<string> {
  return reached(source, join("pages", name, "Page.svelte"));
}

function without(known: Messages, messages: Messages): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([id]) => !(id in known)));
}

function loaders(languages: readonly string[], parts: readonly string[]): string {
  const lines = languages.map((language) => {
    const imports = parts.map((part) => `${part}: () => import("virtual:catalogue/${language}/${part}")`);
    return `${language}: { ${imports.join(", ")} }`;
  });
  return `export const CATALOGUES = { ${lines.join(", ")} };\n`;
}
