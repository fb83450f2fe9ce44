/** The coach's review of a seat's game, asked for until it is made. */
import { type Schemas, Refused, get, post } from "$lib/api";
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

/** A server that is started anew has forgotten the review, and begins it again when it is asked. */
const RESTARTING: readonly string[] = ["away", "stopping"];
const PAUSE = 2000;
const MOST_PAUSES = 15;

/** Null if it is not wanted any more. */
export async function reviewed(
  game: Game,
  seat: number,
  onprogress: (part: number) => void,
  wanted: () => boolean,
): Promise<Review | null> {
  let pauses = 0;
  while (wanted()) {
    try {
      const found = await asked(game, seat);
      if (!("part" in found)) return found;
      onprogress(found.part);
      pauses = 0;
    } catch (error) {
      if (!(error instanceof Refused && RESTARTING.includes(error.code)) || ++pauses > MOST_PAUSES)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
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
