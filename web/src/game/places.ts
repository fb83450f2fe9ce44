/** Places as the notation names them, and spots: a zone's column and row in one number. */
import { isMatching } from "$lib/shapes";

/** A zone's column and row, counted from the north-west corner of a1 to g7. */
export type Spot = number;
/** A card's place, such as `d4`. */
export type Cell = string;
/** A zone, such as `d4ne`. */
export type Zone = string;
export type Quarter = "nw" | "ne" | "sw" | "se";
export type Facing = "N" | "E" | "S" | "W";

export const QUARTERS: readonly Quarter[] = ["nw", "ne", "sw", "se"];
export const FACINGS: readonly Facing[] = ["N", "E", "S", "W"];

export const isZone = isMatching(/^[a-g][1-7][ns][ew]$/);

const FILES = "abcdefg";
const RANKS = 7;
const WIDTH = 32;

export function spot(column: number, row: number): Spot {
  return (row + 1) * WIDTH + column + 1;
}

export function columnOf(place: Spot): number {
  return (place % WIDTH) - 1;
}

export function rowOf(place: Spot): number {
  return Math.floor(place / WIDTH) - 1;
}

/** The spots beyond the edges, clockwise from the north. */
export function neighbours(place: Spot): [Spot, Spot, Spot, Spot] {
  return [place - WIDTH, place + 1, place + WIDTH, place - 1];
}

export function cellColumn(cell: Cell): number {
  return FILES.indexOf(cell.charAt(0));
}

export function cellRow(cell: Cell): number {
  return RANKS - Number(cell.charAt(1));
}

export function cellAt(column: number, row: number): Cell {
  return `${FILES.charAt(column)}${RANKS - row}`;
}

export function cellOf(zone: Zone): Cell {
  return zone.slice(0, 2);
}

export function quarterOf(zone: Zone): Quarter {
  return zone.slice(2) as Quarter;
}

export function spotOf(zone: Zone): Spot {
  const east = zone.charAt(3) === "e" ? 1 : 0;
  const south = zone.charAt(2) === "s" ? 1 : 0;
  return spot(2 * cellColumn(zone) + east, 2 * cellRow(zone) + south);
}

export function zoneOf(place: Spot): Zone {
  const column = columnOf(place);
  const row = rowOf(place);
  return `${cellAt(column >> 1, row >> 1)}${row % 2 ? "s" : "n"}${column % 2 ? "e" : "w"}`;
}

export function cellZones(cell: Cell): Zone[] {
  return QUARTERS.map((quarter) => cell + quarter);
}
