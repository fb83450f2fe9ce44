/** Writes every text of the build a second and third time, compressed, so that the server only hands it out. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(js|css|html|svg|json|webmanifest|txt)$/;
const SMALLEST = 512;

export function compressed(): Plugin {
  let folder = "";
  return {
    name: "limes-compressed",
    apply: "build",
    enforce: "post",
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!TEXT.test(entry)) continue;
        const path = join(folder, entry);
        const text = readFileSync(path);
        if (text.length < SMALLEST) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params }));
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}
