/** The drawings' colours: `virtual:palettes.css` as custom properties, `virtual:seats` with names and marks. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

interface Palette {
  colors: Record<string, string>;
  seats: { name: string; mark: string; colors: Record<string, string> }[];
}

const STYLE = "virtual:palettes.css";
const SEATS = "virtual:seats";

export function palettes(path: string): Plugin {
  return {
    name: "limes-palettes",
    resolveId: (id) => (id === STYLE || id === SEATS ? `\0${id}` : null),
    load(id) {
      if (id !== `\0${STYLE}` && id !== `\0${SEATS}`) return null;
      this.addWatchFile(path);
      const { day, night } = JSON.parse(readFileSync(path, "utf8")) as { day: Palette; night: Palette };
      if (id === `\0${SEATS}`) {
        return `export const SEATS = ${JSON.stringify(day.seats.map(({ name, mark }) => ({ name, mark })))};`;
      }
      return [
        rules(day, ":root", ""),
        `@media (prefers-color-scheme: dark) {\n${rules(night, ":root:not([data-theme=day])", "  ")}}\n`,
        rules(night, ":root[data-theme=night]", ""),
      ].join("");
    },
  };
}

function rules(palette: Palette, root: string, indent: string): string {
  const seats = palette.seats.map((seat, number) =>
    block(
      root === ":root" ? `[data-seat="${number}"]` : `${root} [data-seat="${number}"]`,
      seat.colors,
      indent,
    ),
  );
  return block(root, { ...palette.colors, ...(palette.seats[0]?.colors ?? {}) }, indent) + seats.join("");
}

function block(selector: string, colors: Record<string, string>, indent: string): string {
  const lines = Object.entries(colors).map(([name, color]) => `${indent}  --${name}: ${color};\n`);
  return `${indent}${selector} {\n${lines.join("")}${indent}}\n`;
}
