/** A table as somebody paints it: eight by eight zones from a7nw, and the workers on them. */
import { cardZones, readPicture } from "./notation";
import {
  type Cell,
  type Facing,
  type Spot,
  type Zone,
  cellAt,
  columnOf,
  rowOf,
  spot,
  spotOf,
  zoneOf,
} from "./places";
import { hasHut } from "./terrain";

export interface Painted {
  readonly zones: ReadonlyMap<Zone, string>;
  readonly workers: readonly Zone[];
}

const SIDE = 8;
/** Letters of a link; no landscape that fits on a table has half as many. */
const MOST_LETTERS = 1000;
const NUMBERS = Array.from({ length: SIDE }, (_, number) => number);
export const EMPTY: Painted = { zones: new Map(), workers: [] };
/** Every zone that can be painted, row by row from the north. */
export const SPOTS: readonly Spot[] = NUMBERS.flatMap((row) => NUMBERS.map((column) => spot(column, row)));
export const CELLS: readonly Cell[] = [0, 1, 2, 3].flatMap((row) =>
  [0, 1, 2, 3].map((column) => cellAt(column, row)),
);

/** A zone with another letter, or none; without ground nobody stands there. */
export function withZone(painted: Painted, zone: Zone, letter: string | null): Painted {
  const zones = new Map(painted.zones);
  if (letter) zones.set(zone, letter);
  else zones.delete(zone);
  return { zones, workers: letter ? painted.workers : painted.workers.filter((each) => each !== zone) };
}

/** A hut comes, or goes; on water there is none. */
export function withHut(painted: Painted, zone: Zone): Painted {
  const letter = painted.zones.get(zone);
  if (!letter || letter === "w") return painted;
  return withZone(painted, zone, hasHut(letter) ? letter.toLowerCase() : letter.toUpperCase());
}

/** So many workers on a zone; where no ground is, none can stand. */
export function withWorkers(painted: Painted, zone: Zone, count: number): Painted {
  if (!painted.zones.has(zone)) return painted;
  const others = painted.workers.filter((each) => each !== zone);
  return { ...painted, workers: [...others, ...Array.from({ length: count }, () => zone)] };
}

export function workersOn(painted: Painted, zone: Zone): number {
  return painted.workers.filter((each) => each === zone).length;
}

export function withCard(painted: Painted, cell: Cell, face: string, facing: Facing): Painted {
  return { ...painted, zones: new Map([...painted.zones, ...cardZones(cell, face, facing)]) };
}

/** Rows of the notation's pictures, down to the last and across to the last card that has something on it. */
function rowsOf(painted: Painted): string[][] {
  const spots = [...painted.zones.keys()].map(spotOf);
  const last = (of: (place: Spot) => number) => Math.max(-1, ...spots.map(of)) | 1;
  return NUMBERS.slice(0, last(rowOf) + 1).map((row) =>
    NUMBERS.slice(0, last(columnOf) + 1).map((column) => {
      const zone = zoneOf(spot(column, row));
      return `${painted.zones.get(zone) ?? "."}${workersOn(painted, zone) || ""}`;
    }),
  );
}

/** The picture as text, in columns. */
export function pictureText(painted: Painted): string {
  return rowsOf(painted)
    .map((row) =>
      row
        .map((word) => word.padEnd(2))
        .join(" ")
        .trimEnd(),
    )
    .join("\n");
}

/** The picture for an address. */
export function pictureLink(painted: Painted): string {
  return rowsOf(painted)
    .map((row) => row.join(""))
    .join("-");
}

/** Nothing is painted where the text is no picture. */
export function fromLink(text: string): Painted {
  if (text.length > MOST_LETTERS || !/^[fwtrFTR.\d-]*$/.test(text)) return EMPTY;
  return inCorner(readPicture(text.split("-").slice(0, SIDE)));
}

/** Moved by whole cards so that it begins in the north-west; what lies beyond eight by eight zones is left out. */
export function inCorner(painted: Painted): Painted {
  const spots = [...painted.zones.keys()].map(spotOf);
  const first = (of: (place: Spot) => number) => Math.min(...spots.map(of)) & ~1;
  const [west, north] = [first(columnOf), first(rowOf)];
  const moved = (zone: Zone): Spot => spot(columnOf(spotOf(zone)) - west, rowOf(spotOf(zone)) - north);
  const within = (zone: Zone) => columnOf(moved(zone)) < SIDE && rowOf(moved(zone)) < SIDE;
  return {
    zones: new Map(
      [...painted.zones]
        .filter(([zone]) => within(zone))
        .map(([zone, letter]) => [zoneOf(moved(zone)), letter]),
    ),
    workers: painted.workers
      .filter((zone) => painted.zones.has(zone) && within(zone))
      .map((zone) => zoneOf(moved(zone))),
  };
}

/** What the server is asked to score. */
export function toScore(painted: Painted): { zones: (string | null)[][]; workers: number[][] } {
  return {
    zones: NUMBERS.map((row) =>
      NUMBERS.map((column) => painted.zones.get(zoneOf(spot(column, row))) ?? null),
    ),
    workers: [...new Set(painted.workers)].map((zone) => [
      columnOf(spotOf(zone)) + 1,
      rowOf(spotOf(zone)) + 1,
      workersOn(painted, zone),
    ]),
  };
}
