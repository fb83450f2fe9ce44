/** Keeps the files of the build before beside the new ones, for pages that were opened with it and still ask for them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

type Files = ReadonlyMap<string, Buffer>;

export function buildBefore(): Plugin {
  let folder = "";
  let last: Files = new Map();
  let before: Files = new Map();
  return {
    name: "limes-build-before",
    apply: "build",
    enforce: "post",
    configResolved: (config) => void (folder = config.build.outDir),
    buildStart() {
      last = filesIn(join(folder, "assets"));
      before = filesIn(join(folder, "before"));
    },
    closeBundle() {
      const made = filesIn(join(folder, "assets"));
      const same = made.size === last.size && [...last.keys()].every((name) => made.has(name));
      mkdirSync(join(folder, "before"), { recursive: true });
      for (const [name, content] of same ? before : last) {
        if (!made.has(name)) writeFileSync(join(folder, "before", name), content);
      }
    },
  };
}

function filesIn(folder: string): Files {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}
