/** The icon as PNG, for systems that put no SVG on their home screens: with its own corners, or up to the edge. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Resvg, initWasm } from "@resvg/resvg-wasm";
import type { Plugin } from "vite";

interface Icon {
  readonly width: number;
  /** The system cuts the corners itself. */
  readonly square?: boolean;
  /** How much of the ground around the tile is seen, as a part of its side. */
  readonly around?: number;
}

const ICONS: Readonly<Record<string, Icon>> = {
  "apple-touch-icon.png": { width: 180, square: true },
  "icon-192.png": { width: 192 },
  "icon-512.png": { width: 512 },
  "icon-maskable-512.png": { width: 512, square: true, around: 0.06 },
};
const SIDE = 128;

export function icons(path: string): Plugin {
  return {
    name: "limes-icons",
    apply: "build",
    async buildStart() {
      this.addWatchFile(path);
      await ready();
    },
    generateBundle() {
      const svg = readFileSync(path, "utf8");
      for (const [fileName, icon] of Object.entries(ICONS)) {
        this.emitFile({ type: "asset", fileName, source: drawn(svg, icon) });
      }
    },
  };
}

let started: Promise<void> | undefined;
function ready(): Promise<void> {
  const program = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
  return (started ??= initWasm(readFileSync(program)));
}

function drawn(svg: string, { width, square = false, around = 0 }: Icon): Uint8Array {
  const more = SIDE * around;
  const seen = [-more, -more, SIDE + 2 * more, SIDE + 2 * more].join(" ");
  const text = (square ? svg.replace(/ clip-path="[^"]*"/, "") : svg).replace(
    /viewBox="[^"]*"/,
    `viewBox="${seen}"`,
  );
  return new Resvg(text, { fitTo: { mode: "width", value: width } }).render().asPng();
}
