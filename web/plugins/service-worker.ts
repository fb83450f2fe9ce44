/** Fills the service worker's list of files with what the build made, and its name with their hash. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const KEPT = /\.(js|css|woff2|svg|webmanifest)$/;

export function serviceWorker(): Plugin {
  let folder = "";
  return {
    name: "limes-service-worker",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((file) => file.replaceAll("\\", "/"))
        .filter((file) => KEPT.test(file) && file !== "sw.js")
        .sort();
      const path = join(folder, "sw.js");
      const index = readFileSync(join(folder, "index.html"), "utf8");
      const version = createHash("sha256")
        .update(index + files.join())
        .digest("hex")
        .slice(0, 12);
      const worker = readFileSync(path, "utf8")
        .replace("__FILES__", JSON.stringify(["/", ...files.map((file) => `/${file}`)]))
        .replace("__VERSION__", version);
      writeFileSync(path, worker);
    },
  };
}
