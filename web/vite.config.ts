/** How the client is built into the Python package; the plugins beside read what Python and the client share. */
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { buildBefore } from "./plugins/before.ts";
import { catalogues } from "./plugins/catalogues.ts";
import { compressed } from "./plugins/compressed.ts";
import { icons } from "./plugins/icons.ts";
import { licences } from "./plugins/licences.ts";
import { palettes } from "./plugins/palettes.ts";
import { python } from "./plugins/python.ts";
import { serviceWorker } from "./plugins/service-worker.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [
    svelte(),
    catalogues(here("../src/limes/locale"), here("src")),
    palettes(here("../src/limes/draw/palettes.json")),
    icons(here("public/icon.svg")),
    python(here("../src/limes")),
    licences(here("node_modules")),
    serviceWorker(),
    compressed(),
    buildBefore(),
  ],
  resolve: {
    alias: {
      $lib: here("src/lib"),
      $game: here("src/game"),
      $draw: here("src/draw"),
      $teach: here("src/teach"),
      $ui: here("src/ui"),
      $figures: here("../src/limes/lessons/figures.json"),
      $symbols: here("../src/limes/draw/symbols"),
    },
    ...(process.env["VITEST"] ? { conditions: ["browser"] } : {}),
  },
  // Pages of a server have many addresses, so its document names files from the root; all others name each other.
  experimental: {
    renderBuiltUrl: (name, { hostType }) => (hostType === "html" ? `/${name}` : { relative: true }),
  },
  worker: { format: "es" },
  build: {
    outDir: here("../src/limes/web"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8484", ws: true } }, fs: { allow: [here("..")] } },
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
});
