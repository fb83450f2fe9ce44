/** How much of a picture is shown while a finger places a card: zones as large as fingertips, around that card. */
import { type Box, SIZE } from "./shapes";

/** What a finger hits, and what it hits with ease, in pixels. */
export const FINGER = 44;
const EASY = 52;

/** The card that is placed, and all that lies, with a little room around both. */
export interface Held {
  readonly card: Box;
  readonly laid: Box;
}

export function pixels(box: Box, width: number, height: number): number {
  return Math.min(width / box.width, height / box.height);
}

/** The part of the whole picture to show in a window of so many pixels, or null where all of it is large enough.

The card stays where it was tapped as far as it can; what lies is all in view where there is room for it. */
export function closeUp(whole: Box, { card, laid }: Held, width: number, height: number): Box | null {
  const scale = pixels(whole, width, height);
  if (!scale || scale * SIZE >= FINGER) return null;
  const zone = Math.min(EASY, Math.max(FINGER, pixels(laid, width, height) * SIZE));
  const size = { width: (width * SIZE) / zone, height: (height * SIZE) / zone };
  const across = whole.x - (width / scale - whole.width) / 2;
  const down = whole.y - (height / scale - whole.height) / 2;
  const [x, y] = [card.x + card.width / 2, card.y + card.height / 2];
  const kept = {
    ...size,
    x: x - (x - across) * scale * (size.width / width),
    y: y - (y - down) * scale * (size.height / height),
  };
  return within(within(kept, laid), card);
}

/** The same view moved by a finger, no further than the picture goes. */
export function moved(view: Box, [dx, dy]: readonly [number, number], whole: Box): Box {
  return within({ ...view, x: view.x + dx, y: view.y + dy }, whole);
}

/** The view moved as little as it takes to have all of the other box in it, or nothing but that box. */
function within(view: Box, other: Box): Box {
  const slide = (start: number, length: number, from: number, to: number) =>
    Math.min(Math.max(start, Math.min(from, to - length)), Math.max(from, to - length));
  return {
    ...view,
    x: slide(view.x, view.width, other.x, other.x + other.width),
    y: slide(view.y, view.height, other.y, other.y + other.height),
  };
}
