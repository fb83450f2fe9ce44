/** The coach's review of a seat's game, asked for until it is made. */
import { type Schemas, get, post } from "$lib/api";
import { cardZones } from "$game/notation";
import type { Zone } from "$game/places";

export type Review = Schemas["CoachReview"];
export type ReviewedTurn = Schemas["CoachTurn"];

/** The game: one of the server's tables, or a record. */
export interface Game {
  readonly table: string;
  readonly record: string;
  readonly players: readonly string[];
}

/** Null if it is not wanted any more. */
export async function reviewed(
  game: Game,
  seat: number,
  onprogress: (part: number) => void,
  wanted: () => boolean,
): Promise<Review | null> {
  while (wanted()) {
    const found = await asked(game, seat);
    if (!("part" in found)) return found;
    onprogress(found.part);
  }
  return null;
}

function asked({ table, record }: Game, seat: number): Promise<Review | Schemas["CoachProgress"]> {
  return table
    ? get(`/tables/${table}/coach?seat=${seat}&wait=1`)
    : post("/study/coach?wait=1", { record, seat });
}

export function zonesOf({ cards }: Schemas["DrawnLandscape"]): Map<Zone, string> {
  return new Map(cards.flatMap(({ cell, face, facing }) => cardZones(cell, face, facing)));
}
