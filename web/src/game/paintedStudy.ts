/** A painted landscape as one that cards of a deck can form, if there are such cards, and back again. */
import { landscapeZones, turned } from "./notation";
import type { Painted } from "./painted";
import { inCorner } from "./painted";
import { type Cell, FACINGS, type Facing, QUARTERS, cellAt, cellColumn, cellOf, cellRow } from "./places";
import { landscapeText } from "./study";
import type { Position } from "./studyTree";

const MOST_WORKERS = 7;
/** Where the first card lies: column and row of d4. */
const MIDDLE = 3;

export type Misfit = { readonly reason: "unfinished" | "unknown" | "apart" | "workers"; readonly cell: Cell };

/** The landscape's text, or why no cards of this deck can lie so. */
export function landscapeOf(
  { zones, workers }: Painted,
  faces: readonly string[],
  corners = false,
): string | Misfit {
  const cells = [...new Set([...zones.keys()].map(cellOf))];
  const [first] = cells;
  if (!first) return "";
  const left = new Map(faces.map((face, index) => [index + 1, face]));
  const found = new Map<Cell, { number: number; facing: Facing }>();
  for (const cell of cells) {
    const face = QUARTERS.map((quarter) => zones.get(cell + quarter) ?? ".").join("");
    if (face.includes(".")) return { reason: "unfinished", cell };
    const card = cardLike(face, left);
    if (!card) return { reason: "unknown", cell };
    left.delete(card.number);
    found.set(cell, card);
  }
  if (workers.length > MOST_WORKERS) return { reason: "workers", cell: first };
  const order = connected(cells, corners);
  const missing = cells.find((cell) => !order.includes(cell));
  if (missing) return { reason: "apart", cell: missing };
  const moved = (cell: Cell) =>
    cellAt(cellColumn(cell) - cellColumn(first) + MIDDLE, cellRow(cell) - cellRow(first) + MIDDLE);
  const cards = order.map((cell) => ({
    ...(found.get(cell) as { number: number; facing: Facing }),
    cell: moved(cell),
  }));
  return landscapeText(
    cards,
    workers.map((zone) => moved(cellOf(zone)) + zone.slice(2)),
  );
}

/** The same position as somebody would paint it. */
export function paintedOf({ cards, workers }: Position, faces: readonly string[]): Painted {
  return inCorner({ zones: landscapeZones(cards, faces), workers });
}

function cardLike(
  face: string,
  left: ReadonlyMap<number, string>,
): { number: number; facing: Facing } | undefined {
  for (const [number, printed] of left) {
    const facing = FACINGS.find((each) => turned(printed, each) === face);
    if (facing) return { number, facing };
  }
  return undefined;
}

/** The cells in an order in which each touches one before it; those that never do are left out. */
function connected(cells: readonly Cell[], corners: boolean): Cell[] {
  const order = cells.slice(0, 1);
  for (let at = 0; at < order.length; at++) {
    const from = order[at] as Cell;
    order.push(...cells.filter((cell) => !order.includes(cell) && touches(from, cell, corners)));
  }
  return order;
}

function touches(one: Cell, other: Cell, corners: boolean): boolean {
  const [across, down] = [cellColumn(one) - cellColumn(other), cellRow(one) - cellRow(other)].map(Math.abs);
  return corners ? Math.max(across ?? 9, down ?? 9) === 1 : (across ?? 9) + (down ?? 9) === 1;
}
