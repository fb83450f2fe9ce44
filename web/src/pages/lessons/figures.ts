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

/** How many deals were played. */
export const DEALS: number = games;

export function barsOf(name: FigureName): readonly Bar[] {
  return figures[name];
}

export function meanAt(name: FigureName, at: string | number): number {
  const bar = barsOf(name).find((each) => each.at === String(at));
  if (!bar) throw new Error(`nothing was measured for ${name} at ${at}`);
  return bar.mean;
}

/** The mean over several bars, each as heavy as the values behind it. */
export function meanOver(name: FigureName, from: number, to: number): number {
  const bars = barsOf(name).filter(({ at }) => Number(at) >= from && Number(at) <= to);
  const count = bars.reduce((sum, bar) => sum + bar.count, 0);
  return bars.reduce((sum, bar) => sum + bar.mean * bar.count, 0) / count;
}
