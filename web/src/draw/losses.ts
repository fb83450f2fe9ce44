/** How a loss looks: one colour, calm for a little and red for three points. */

const RED = 3;
/** Losses from here on fill a bar. */
const MOST = 4;

export function redness(loss: number): string {
  return `${Math.round(Math.min(1, Math.max(0, loss) / RED) * 100)}%`;
}

/** A part of a bar's length. */
export function lengthOf(loss: number): string {
  return `${Math.round(Math.min(1, Math.max(0, loss) / MOST) * 1000) / 10}%`;
}
