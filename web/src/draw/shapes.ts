/** Zones as shapes: hand-drawn edges, the outlines they make, and outlines with round corners.

In pictures a zone is 100 wide and lies at 100 times its column and row. */
import { type Spot, columnOf, neighbours, rowOf, spot } from "$game/places";

export const SIZE = 100;

/** A corner has the number of the spot to its south-east; an edge is its two corners. */
export type Edge = readonly [from: Spot, to: Spot];
type Point = readonly [x: number, y: number];

const WOBBLE = 3.2;
const BOW = 3;

/** A number from 0 to 1 that depends on the place alone, so that a picture never changes by itself. */
export function chance(column: number, row: number, salt: number): number {
  let mixed = (Math.imul(column, 73856093) ^ Math.imul(row, 19349663) ^ Math.imul(salt, 83492791)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0;
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 0xffffffff;
}

/** The edges of a zone, clockwise from the north. */
export function sides(place: Spot): [Edge, Edge, Edge, Edge] {
  const [, east, south] = neighbours(place);
  const across = south + 1;
  return [
    [place, east],
    [east, across],
    [across, south],
    [south, place],
  ];
}

export function num(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function point([x, y]: Point): string {
  return `${num(x)} ${num(y)}`;
}

/** The corners around a set of zones: outer loops clockwise, holes the other way. */
function loops(shape: ReadonlySet<Spot>): Spot[][] {
  const onward = new Map<Spot, Spot[]>();
  for (const place of [...shape].sort((a, b) => columnOf(a) - columnOf(b) || a - b)) {
    const beyond = neighbours(place);
    sides(place).forEach(([start, end], side) => {
      if (shape.has(beyond[side] ?? 0)) return;
      const ends = onward.get(start);
      if (ends) ends.push(end);
      else onward.set(start, [end]);
    });
  }
  const found: Spot[][] = [];
  for (const start of onward.keys()) {
    const loop: Spot[] = [];
    let here = start;
    do {
      loop.push(here);
      const ends = onward.get(here) ?? [];
      const next = ends.pop() ?? start;
      if (!ends.length) onward.delete(here);
      here = next;
    } while (here !== start);
    found.push(loop);
  }
  return found;
}

/** Where zones are laid. Cards keep straight edges; lines inside a card are drawn with a loose hand. */
export class Grid {
  constructor(readonly laid: ReadonlySet<Spot> | ReadonlyMap<Spot, unknown>) {}

  /** Path data around a set of zones. */
  outline(shape: ReadonlySet<Spot>): string {
    return loops(shape)
      .map((loop) => {
        const lines = loop.map((start, index) => this.#line(start, loop[(index + 1) % loop.length] ?? start));
        return `M${point(this.#corner(loop[0] ?? 0))}${lines.join("")}Z`;
      })
      .join("");
  }

  /** Path data of single edges. */
  lines(edges: Iterable<Edge>): string {
    let data = "";
    for (const [start, end] of edges) data += `M${point(this.#corner(start))}${this.#line(start, end)}`;
    return data;
  }

  middle([start, end]: Edge): Point {
    const [x, y] = this.#corner(start);
    const [across, down] = this.#corner(end);
    return [(x + across) / 2, (y + down) / 2];
  }

  #corner(corner: Spot): Point {
    const column = columnOf(corner);
    const row = rowOf(corner);
    const nw = this.laid.has(spot(column - 1, row - 1));
    const ne = this.laid.has(spot(column, row - 1));
    const sw = this.laid.has(spot(column - 1, row));
    const se = this.laid.has(corner);
    let x = column * SIZE;
    let y = row * SIZE;
    if (column % 2 && nw === ne && sw === se) x += WOBBLE * (2 * chance(column, row, 1) - 1);
    if (row % 2 && nw === sw && ne === se) y += WOBBLE * (2 * chance(column, row, 2) - 1);
    return [x, y];
  }

  #line(start: Spot, end: Spot): string {
    const first = Math.min(start, end);
    const column = columnOf(first);
    const row = rowOf(first);
    const upright = columnOf(start) === columnOf(end);
    const before = upright ? spot(column - 1, row) : spot(column, row - 1);
    const loose = (upright ? column : row) % 2 && this.laid.has(before) && this.laid.has(first);
    const to = point(this.#corner(end));
    if (!loose) return `L${to}`;
    const [x, y] = this.middle([start, end]);
    const bow = 2 * BOW * (2 * chance(column, row, upright ? 4 : 3) - 1);
    return `Q${point(upright ? [x + bow, y] : [x, y + bow])} ${to}`;
  }
}

export interface Rounding {
  readonly outer?: number;
  readonly inner?: number;
  readonly inset?: number;
  readonly loose?: number;
}

/** Path data around a set of zones: round corners, drawn in by `inset`, bent by up to `loose`. */
export function roundedOutline(shape: ReadonlySet<Spot>, rounding: Rounding = {}): string {
  const { outer = 11, inner = 5, inset = 0, loose = 0 } = rounding;
  return loops(shape)
    .map((loop) => {
      const around = (index: number) => loop[(index + loop.length) % loop.length] ?? 0;
      const turns = loop.map((here, index) =>
        turn(around(index - 1), here, around(index + 1), outer, inner, inset),
      );
      let start = turns.at(-1)?.[2] ?? [0, 0];
      let data = `M${point(start)}`;
      turns.forEach(([arrive, corner, leave], index) => {
        const place = around(index);
        const bend = loose * (2 * chance(columnOf(place), rowOf(place), 7) - 1);
        const upright = Math.abs(arrive[1] - start[1]) > Math.abs(arrive[0] - start[0]);
        const x = (start[0] + arrive[0]) / 2 + (upright ? bend : 0);
        const y = (start[1] + arrive[1]) / 2 + (upright ? 0 : bend);
        data += `Q${point([x, y])} ${point(arrive)}`;
        if (arrive !== leave) data += `Q${point(corner)} ${point(leave)}`;
        start = leave;
      });
      return `${data}Z`;
    })
    .join("");
}

/** Where a line begins to turn, the corner it cuts, and where it goes straight on. */
function turn(before: Spot, here: Spot, after: Spot, outer: number, inner: number, inset: number) {
  const came = direction(before, here);
  const goes = direction(here, after);
  const straight = came[0] === goes[0] && came[1] === goes[1];
  const inward = straight ? inset / 2 : inset;
  const x = columnOf(here) * SIZE - inward * (came[1] + goes[1]);
  const y = rowOf(here) * SIZE + inward * (came[0] + goes[0]);
  const corner: Point = [x, y];
  if (straight) return [corner, corner, corner] as const;
  const reach = came[0] * goes[1] > came[1] * goes[0] ? outer : inner;
  const arrive: Point = [x - came[0] * reach, y - came[1] * reach];
  const leave: Point = [x + goes[0] * reach, y + goes[1] * reach];
  return [arrive, corner, leave] as const;
}

function direction(start: Spot, end: Spot): Point {
  return [columnOf(end) - columnOf(start), rowOf(end) - rowOf(start)];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function boxAround(shape: Iterable<Spot>, margin: number): Box {
  const places = [...shape];
  const columns = places.map(columnOf);
  const rows = places.map(rowOf);
  const west = Math.min(...columns) * SIZE;
  const north = Math.min(...rows) * SIZE;
  const width = (Math.max(...columns) + 1) * SIZE - west;
  const height = (Math.max(...rows) + 1) * SIZE - north;
  return { x: west - margin, y: north - margin, width: width + 2 * margin, height: height + 2 * margin };
}
