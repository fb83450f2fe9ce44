/** How results are spread, as a hill; and where names stand below it without touching each other. */

export type Counted = readonly (readonly [points: number, people: number])[];

export interface Hill {
  readonly low: number;
  readonly high: number;
  /** From 0 on the ground to 1 on top. */
  readonly at: (points: number) => number;
}

const NARROWEST = 1.6;
const ROOM = 3;
const FOOT = 2.6; // so far from a result its slope has come down to the ground

/** Smoothed, since a few results make no slope; wide enough for the marks beside it. */
export function hillOf(counted: Counted, marks: readonly number[] = []): Hill {
  const people = counted.reduce((sum, [, many]) => sum + many, 0) || 1;
  const mean = counted.reduce((sum, [points, many]) => sum + points * many, 0) / people;
  const spread = Math.sqrt(
    counted.reduce((sum, [points, many]) => sum + many * (points - mean) ** 2, 0) / people,
  );
  const wide = Math.max(NARROWEST, 1.06 * spread * people ** -0.2);
  const height = (points: number) =>
    counted.reduce((sum, [at, many]) => sum + many * Math.exp(-0.5 * ((points - at) / wide) ** 2), 0);
  const all = [...counted.map(([points]) => points), ...marks];
  const feet = counted.flatMap(([points]) => [points - FOOT * wide, points + FOOT * wide]);
  const low = Math.max(0, Math.floor(Math.min(...all.map((points) => points - ROOM), ...feet)));
  const high = Math.ceil(Math.max(...all.map((points) => points + ROOM), ...feet));
  let top = 0;
  for (let points = low; points <= high; points += 0.25) top = Math.max(top, height(points));
  return { low, high, at: (points) => (top ? height(points) / top : 0) };
}

/** The outline from the left foot to the right one, with its ground at `ground`. */
export function outline(hill: Hill, x: (points: number) => number, ground: number, tall: number): string {
  const steps = 80;
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const value = hill.low + ((hill.high - hill.low) * step) / steps;
    return `${x(value).toFixed(1)} ${(ground - tall * hill.at(value)).toFixed(1)}`;
  });
  return `M${x(hill.low).toFixed(1)} ${ground}L${points.join("L")}L${x(hill.high).toFixed(1)} ${ground}Z`;
}

export interface Label {
  readonly name: string;
  readonly x: number;
}

export interface Placed extends Label {
  readonly row: number;
  /** Where its middle is, moved so that it stays inside. */
  readonly middle: number;
}

/** Each in the highest row where it has room, from left to right. */
export function placed(labels: readonly Label[], width: number, letter = 7, gap = 8): Placed[] {
  const ends: number[] = [];
  return [...labels]
    .sort((a, b) => a.x - b.x)
    .map((label) => {
      const half = (label.name.length * letter) / 2;
      const middle = Math.min(width - half, Math.max(half, label.x));
      const free = ends.findIndex((end) => end + gap <= middle - half);
      const row = free < 0 ? ends.length : free;
      ends[row] = middle + half;
      return { ...label, row, middle };
    });
}

/** Round figures inside a range, about one for each so many pixels. */
export function ticks(low: number, high: number, width: number): number[] {
  const step = [1, 2, 5, 10, 20, 50].find((each) => ((high - low) / each) * 34 <= width) ?? 100;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, index) => first + index * step);
}
