/** Fills the service worker's list of files with what the build made, and its name with their hash. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "vite";

const KEPT = /\.(js|css|woff2|svg|webmanifest)$/;
const PYTHON = /^python\//;

export function serviceWorker(): Plugin {
  let folder = "";
  return {
    name: "limes-service-worker",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      const all = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll("\\", "/"))
        .sort();
      const python = all.filter((file) => PYTHON.test(file) && !/\.(br|gz)$/.test(file));
      const files = all.filter((file) => KEPT.test(file) && !PYTHON.test(file) && file !== "sw.js");
      const path = join(folder, "sw.js");
      const index = readFileSync(join(folder, "index.html"), "utf8");
      const worker = readFileSync(path, "utf8")
        .replace("__FILES__", JSON.stringify(["./", ...files]))
        .replace("__PYTHON_FILES__", JSON.stringify(python))
        .replace("__VERSION__", digest(index + files.join()))
        .replace("__PYTHON_VERSION__", digest(python.join()));
      writeFileSync(path, worker);
    },
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
