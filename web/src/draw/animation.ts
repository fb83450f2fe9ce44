/** Pictures one after the other as an animation that messengers show: a GIF, with one palette for all of them. */
import { GIFEncoder, applyPalette, quantize } from "gifenc";
import { rendered } from "./picture";

const UNCHANGED = [0, 0, 0];
const LEFT_STANDING = 1;
const WIDTH = 640;
const COLOURS = 127;

/** Each picture stays for so many milliseconds, the last for so many. The colours are those of the last picture, which
 * has all that came before. */
export async function asGif(
  pictures: readonly string[],
  each: number,
  last: number,
  onframe: (done: number) => void,
): Promise<Blob> {
  const encoder = GIFEncoder();
  const colours = quantize((await pixels(pictures.at(-1) ?? "")).data, COLOURS);
  const palette = [...colours, UNCHANGED];
  const same = { transparent: true, transparentIndex: colours.length, dispose: LEFT_STANDING };
  let before = new Uint8Array();
  for (const [index, svg] of pictures.entries()) {
    const { data, width, height } = await pixels(svg);
    const drawn = applyPalette(data, colours);
    const changed = drawn.map((colour, pixel) => (colour === before[pixel] ? colours.length : colour));
    const delay = index === pictures.length - 1 ? last : each;
    encoder.writeFrame(changed, width, height, { palette, delay, ...same });
    before = drawn;
    onframe(index + 1);
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}

async function pixels(svg: string): Promise<ImageData> {
  const canvas = await rendered(svg, WIDTH);
  const drawn = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
  if (!drawn) throw new Error("no picture");
  return drawn;
}
