/** Lines over the rounds: where their points lie in a picture, and which figures stand beside it. */

export interface Line {
  readonly name: string;
  readonly seat: number;
  /** From before the first round on; it may stop early. */
  readonly values: readonly number[];
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Scale {
  readonly x: (step: number) => number;
  readonly y: (value: number) => number;
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 5, 10, 20, 50, 100];

/** Round figures around all values, at most five of them. */
export function scaled(lines: readonly Line[], steps: number, frame: Frame, fromZero: boolean): Scale {
  const values = lines.flatMap((line) => line.values);
  const least = fromZero ? 0 : Math.min(...values);
  const most = Math.max(...values, least + 1);
  const step = STEPS.find((each) => (most - least) / each <= 4) ?? 200;
  const low = Math.floor(least / step) * step;
  const high = Math.ceil(most / step) * step;
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) => low + index * step);
  const inner = {
    width: frame.width - frame.left - frame.right,
    height: frame.height - frame.top - frame.bottom,
  };
  return {
    x: (at) => frame.left + (inner.width * at) / Math.max(steps, 1),
    y: (value) => frame.top + inner.height * (1 - (value - low) / (high - low)),
    ticks,
  };
}

/** Between two figures below the picture: two rounds of a game, four on a phone, more where there are many. */
export function everyStep(steps: number, width: number): number {
  const least = width < 420 ? 4 : 2;
  return steps <= 20 ? least : (STEPS.find((step) => (steps / step) * 44 <= width) ?? 200);
}

/** The round nearest to a place in the picture. */
export function stepAt(x: number, steps: number, frame: Frame): number {
  const inner = frame.width - frame.left - frame.right;
  return Math.min(steps, Math.max(0, Math.round(((x - frame.left) / inner) * steps)));
}

export function path(values: readonly number[], { x, y }: Scale): string {
  return values
    .map((value, step) => `${step ? "L" : "M"}${x(step).toFixed(1)} ${y(value).toFixed(1)}`)
    .join("");
}
