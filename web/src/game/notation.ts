/** Texts of the notation that the client reads and writes: faces, turns, landscapes. */
import { isMatching } from "$lib/shapes";
import {
  zoneOf,
  spot,
  type Cell,
  type Facing,
  FACINGS,
  QUARTERS,
  type Quarter,
  type Zone,
  cellOf,
} from "./places";

/** A turn in its parts: where, how, and what a worker does. */
export interface Turn {
  readonly cell: Cell;
  readonly facing: Facing;
  readonly worker?: Quarter;
  readonly move?: readonly [from: Zone, to: Zone];
}

export interface LaidCard {
  readonly number: number;
  readonly cell: Cell;
  readonly facing: Facing;
}

/** A landscape's text in its parts. */
export interface LandscapeText {
  readonly cards: readonly LaidCard[];
  readonly workers: readonly Zone[];
}

/** A face as it lies with its top to this side: letters nw, ne, sw, se. */
export function turned(face: string, facing: Facing): string {
  let letters = [...face];
  for (let turns = FACINGS.indexOf(facing); turns > 0; turns--) {
    const [nw = "", ne = "", sw = "", se = ""] = letters;
    letters = [sw, nw, se, ne];
  }
  return letters.join("");
}

export function nextFacing(facing: Facing, among: readonly Facing[] = FACINGS): Facing {
  for (let step = 1; step <= 4; step++) {
    const next = FACINGS[(FACINGS.indexOf(facing) + step) % 4];
    if (next && among.includes(next)) return next;
  }
  return facing;
}

/** The letters of a card as it lies, by zone. */
export function cardZones(cell: Cell, face: string, facing: Facing): [Zone, string][] {
  const letters = turned(face, facing);
  return QUARTERS.map((quarter, index) => [cell + quarter, letters.charAt(index)]);
}

export function writeTurn({ cell, facing, worker, move }: Turn): string {
  const action = worker ? `+${worker}` : move ? `:${move[0]}>${move[1]}` : "";
  return cell + facing + action;
}

const TURN = /^([a-g][1-7])([NESW])(?:\+([ns][ew])|:([a-g][1-7][ns][ew])>([a-g][1-7][ns][ew]))?$/;

export const isTurn = isMatching(TURN);

export function readTurn(text: string): Turn {
  const found = TURN.exec(text);
  if (!found) throw new Error(`${text} is not a turn`);
  const [, cell = "", facing, worker, from, to] = found;
  const laid = { cell, facing: facing as Facing };
  if (worker) return { ...laid, worker: worker as Quarter };
  return from && to ? { ...laid, move: [from, to] } : laid;
}

export function readLandscape(text: string): LandscapeText {
  const [cards = "", workers = ""] = text.split("|");
  return {
    cards: words(cards).map((word) => {
      const [number = "", at = ""] = word.split("@");
      return { number: Number(number), cell: cellOf(at), facing: at.charAt(2) as Facing };
    }),
    workers: words(workers),
  };
}

/** The letters of all zones of a landscape, with the faces of its deck. */
export function landscapeZones(cards: readonly LaidCard[], faces: readonly string[]): Map<Zone, string> {
  return new Map(
    cards.flatMap(({ number, cell, facing }) => cardZones(cell, faces[number - 1] ?? "", facing)),
  );
}

/** A landscape typed in row by row from the north, a digit after a letter for the workers there. */
export function readPicture(rows: readonly string[]): { zones: Map<Zone, string>; workers: Zone[] } {
  const zones = new Map<Zone, string>();
  const workers: Zone[] = [];
  rows.forEach((text, row) => {
    [...text.matchAll(/([.fwtrFTR])(\d?)/g)].forEach(([, letter = ".", digit = ""], column) => {
      const zone = zoneOf(spot(column, row));
      if (letter !== ".") zones.set(zone, letter);
      for (let count = Number(digit); count > 0; count--) workers.push(zone);
    });
  });
  return { zones, workers };
}

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
