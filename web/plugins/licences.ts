/** `licences.txt`: what of others the built client contains, on which terms, and where its source is. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const OF_PACKAGE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const COPIED = ["pyodide"]; // by a plugin, beside what is bundled

interface Described {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: string | { readonly url?: string };
}

export function licences(packages: string): Plugin {
  return {
    name: "limes-licences",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((made) =>
        made.type === "chunk" ? made.moduleIds : made.originalFileNames,
      );
      const names = files.flatMap((file) => OF_PACKAGE.exec(`/${file.replaceAll("\\", "/")}`)?.[1] ?? []);
      const texts = [...new Set([...names, ...COPIED])].sort().map((name) => terms(join(packages, name)));
      this.emitFile({ type: "asset", fileName: "licences.txt", source: texts.join("\n\n") });
    },
  };
}

function terms(folder: string): string {
  const described = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Described;
  const { name, version, license, homepage, repository } = described;
  const source = homepage ?? (typeof repository === "string" ? repository : repository?.url) ?? "";
  const file = readdirSync(folder).find((found) => /^licen[cs]e/i.test(found));
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : "";
  return `${name} ${version}, ${license ?? "see below"}\n${source}\n\n${text}`.trim() + "\n";
}
