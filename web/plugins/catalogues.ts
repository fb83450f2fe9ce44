/** `virtual:catalogue/de` and its kin: the client's messages from the package's gettext catalogues. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { readCatalogue, usedByClient } from "./po.ts";

const NAME = /^\0?virtual:catalogue\/(\w+)$/;

export function catalogues(folder: string): Plugin {
  return {
    name: "limes-catalogues",
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : null),
    load(id) {
      const language = NAME.exec(id)?.[1];
      if (!language) return null;
      const path = join(folder, language, "LC_MESSAGES", "limes.po");
      this.addWatchFile(path);
      const catalogue = readCatalogue(readFileSync(path, "utf8"));
      return (
        `export const messages = ${JSON.stringify(usedByClient(catalogue))};\n` +
        `export const form = (n) => Number(${catalogue.plural});\n`
      );
    },
  };
}
