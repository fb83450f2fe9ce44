/** Pictures one after the other as an animation that messengers show: a GIF, with one palette for all of them. */
import { GIFEncoder, applyPalette, quantize } from "gifenc";
import { rendered } from "./picture";

const UNCHANGED = [0, 0, 0];
const LEFT_STANDING = 1;
const WIDTH = 640;
const COLOURS = 127;

/** Each picture stays for so many milliseconds, the last for so many. The colours are those of the first, a middle and
 * the last picture. */
export async function asGif(
  pictures: readonly string[],
  each: number,
  last: number,
  onframe: (done: number) => void,
): Promise<Blob> {
  const encoder = GIFEncoder();
  const colours = quantize(await sample(pictures), COLOURS);
  const same = { transparent: true, transparentIndex: colours.length, dispose: LEFT_STANDING };
  let before = new Uint8Array();
  for (const [index, svg] of pictures.entries()) {
    const { data, width, height } = await pixels(svg);
    const drawn = applyPalette(data, colours);
    const changed = drawn.map((colour, pixel) => (colour === before[pixel] ? colours.length : colour));
    const delay = index === pictures.length - 1 ? last : each;
    const palette = index ? {} : { palette: [...colours, UNCHANGED] }; // the first one's holds for all
    encoder.writeFrame(changed, width, height, { delay, ...same, ...palette });
    before = drawn;
    onframe(index + 1);
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}

async function sample(pictures: readonly string[]): Promise<Uint8ClampedArray> {
  const chosen = [0, pictures.length >> 1, pictures.length - 1].map((index) => pictures[index] ?? "");
  const all = await Promise.all(chosen.map(pixels));
  return new Uint8ClampedArray(await new Blob(all.map(({ data }) => data)).arrayBuffer());
}

async function pixels(svg: string): Promise<ImageData> {
  const canvas = await rendered(svg, WIDTH);
  const drawn = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
  if (!drawn) throw new Error("no picture");
  return drawn;
}
