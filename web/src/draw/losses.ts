/** How a loss looks: a difference to the best, in one colour, calm for a little and red for three points. */
import { signedTenths, tenths } from "$lib/numbers";

const RED = 3;
/** Losses from here on fill a bar. */
const MOST = 4;

/** What is as good as the best. */
const NOTHING = 0.05;

/** As a number; `even` stands for none. */
export function lossText(loss: number, even = tenths(0)): string {
  return loss < NOTHING ? even : signedTenths(-loss);
}

export function redness(loss: number): string {
  return `${Math.round(Math.min(1, Math.max(0, loss) / RED) * 100)}%`;
}

/** A part of a bar's length. */
export function lengthOf(loss: number): string {
  return `${Math.round(Math.min(1, Math.max(0, loss) / MOST) * 1000) / 10}%`;
}
