/** The drawings that the Python package keeps, each as markup under an id; colours are custom properties. */

const FILES = import.meta.glob<string>("../../../src/limes/draw/symbols/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});
const INSIDE = /<svg[^>]*>\s*(?:<title>[^]*?<\/title>\s*)?([^]*?)\s*<\/svg>/;

export function symbolId(name: string): string {
  return `symbol-${name}`;
}

/** All symbols as definitions, for one sheet a page. */
export function sheet(): string {
  return Object.entries(FILES)
    .map(([path, text]) => {
      const name = path.slice(path.lastIndexOf("/") + 1, -".svg".length);
      const inside = INSIDE.exec(text)?.[1] ?? "";
      return `<g id="${symbolId(name)}">${inside.replace(/>\s+</g, "><")}</g>`;
    })
    .join("");
}
