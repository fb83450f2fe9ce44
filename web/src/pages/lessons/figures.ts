/** What was measured in games of the bots: every figure that a lesson shows or speaks of comes from here. */
import { figures, games } from "$figures";

export interface Bar {
  readonly at: string;
  readonly mean: number;
  /** The standard error of the mean. */
  readonly error: number;
  readonly count: number;
}

export type FigureName = keyof typeof figures;

const ENOUGH = 20;

/** How many deals were played. */
export const DEALS: number = games;

/** What is shown: those that chance has little to say about. */
export function barsOf(name: FigureName): readonly Bar[] {
  return figures[name].filter(({ count }) => count >= ENOUGH);
}

export function meanAt(name: FigureName, at: string | number): number {
  const bar = figures[name].find((each) => each.at === String(at));
  if (!bar) throw new Error(`nothing was measured for ${name} at ${at}`);
  return bar.mean;
}

export function sumOver(name: FigureName, from: number, to: number): number {
  return figures[name]
    .filter(({ at }) => Number(at) >= from && Number(at) <= to)
    .reduce((sum, { mean }) => sum + mean, 0);
}

/** The mean over several bars, each as heavy as the values behind it. */
export function meanOver(name: FigureName, from: number, to: number): number {
  const bars = figures[name].filter(({ at }) => Number(at) >= from && Number(at) <= to);
  const count = bars.reduce((sum, bar) => sum + bar.count, 0);
  return bars.reduce((sum, bar) => sum + bar.mean * bar.count, 0) / count;
}
