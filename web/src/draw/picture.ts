/** Drawings on the page as a picture of its own: an SVG that needs no page around it, or a PNG. */
import latin from "@fontsource/alegreya-sans/files/alegreya-sans-latin-700-normal.woff2?url";
import extended from "@fontsource/alegreya-sans/files/alegreya-sans-latin-ext-700-normal.woff2?url";

const STYLED = [
  "fill",
  "fill-opacity",
  "fill-rule",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "opacity",
  "paint-order",
  "font-weight",
  "text-anchor",
  "stop-color",
  "stop-opacity",
] as const;
const WIDTH = 1200;
const CAPTION = 110;
const LETTERS = 40;
const FONT = "'Alegreya Sans', 'Segoe UI', 'Noto Sans', sans-serif";

/** The drawings one below the other, with paper around them and a line of text at the end. */
export async function standalone(drawings: readonly SVGSVGElement[], caption: string): Promise<string> {
  const [first] = drawings;
  if (!first) throw new Error("nothing to draw");
  let tall = 0;
  let symbols = "";
  let body = "";
  for (const drawing of drawings) {
    const { x, y, width, height } = drawing.viewBox.baseVal;
    const copy = drawing.cloneNode(true) as SVGSVGElement;
    inlined(drawing, copy);
    copy.querySelectorAll("[role=grid], .knob").forEach((part) => part.remove());
    symbols += symbolsOf(copy, symbols);
    const scale = WIDTH / width;
    body += `<g transform="translate(0 ${tall}) scale(${scale}) translate(${-x} ${-y})">${copy.innerHTML}</g>`;
    tall += Math.round(height * scale);
  }
  tall += CAPTION;
  const size = Math.min(LETTERS, (WIDTH / caption.length) * 1.9);
  const title = `<text x="${WIDTH / 2}" y="${tall - 45}" font-size="${size}" font-weight="700" text-anchor="middle" fill="var(--text)">${escaped(caption)}</text>`;
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${tall}" width="${WIDTH}" height="${tall}" font-family="${FONT}">` +
    `<defs>${symbols}</defs><style>${await fonts(caption + body)}</style><rect width="100%" height="100%" fill="var(--paper)"/>${body}${title}</svg>`;
  return coloured(text, getComputedStyle(first));
}

export async function asPng(svg: string): Promise<Blob> {
  const canvas = await rendered(svg, WIDTH);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** So many pixels wide. */
export async function rendered(svg: string, width: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round((image.naturalHeight * width) / image.naturalWidth);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The page's own type inside the picture; the letters of central Europe only where they are needed. */
async function fonts(text: string): Promise<string> {
  const files = /[\u0100-\u02ff]/.test(text) ? [latin, extended] : [latin];
  const faces = await Promise.all(files.map(fontFace));
  return `${faces.join("")}text{font-variant-numeric:lining-nums tabular-nums}`;
}

async function fontFace(address: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `@font-face{font-family:"Alegreya Sans";font-weight:700;src:url(data:font/woff2;base64,${letters}) format("woff2")}`;
}

/** The style sheets' work, written into each element. */
function inlined(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of STYLED) {
    const value = style.getPropertyValue(name);
    if (value) to.setAttribute(name, value);
  }
  if (style.transform !== "none") to.setAttribute("transform", style.transform);
  to.removeAttribute("style");
  to.removeAttribute("class");
  [...from.children].forEach((child, index) => {
    const copied = to.children[index];
    if (copied) inlined(child, copied);
  });
}

/** Those that the picture uses and that are not there yet. */
function symbolsOf(picture: Element, there: string): string {
  const ids = new Set([...picture.querySelectorAll("use")].map((use) => use.getAttribute("href") ?? ""));
  const found = [...ids].map((id) => document.querySelector(`defs > ${id}`)?.outerHTML ?? "");
  return found.filter((symbol) => !there.includes(symbol)).join("");
}

/** Custom properties as the colours they stand for, because not every program knows them. */
function coloured(text: string, style: CSSStyleDeclaration): string {
  return text.replace(
    /var\((--[\w-]+)(?:,\s*([^()]+))?\)/g,
    (_, name: string, otherwise: string | undefined) =>
      (style.getPropertyValue(name).trim() || otherwise) ?? "none",
  );
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
