/** What the coach would do with the card at hand: asked for once a round, then looked at turn by turn. */
import type { Table } from "$game/table";
import { type Schemas, Refused, get } from "$lib/api";
import { ALONE } from "$lib/place";

export type CoachTurn = Schemas["CoachAdvice"];

/** A server gives hints to who plays alone or against bots only, and never for the deal of the day. */
export function mayAsk(table: Table, seat: number): boolean {
  if (ALONE || table.day) return false;
  return table.places.every((place) => place.seat === seat || place.kind === "bot");
}

export class Coach {
  asking = $state(false);
  problem = $state("");
  /** The best turns, the best one first; none before the coach has answered. */
  turns: readonly CoachTurn[] = $state.raw([]);
  /** What is to be said of the second turn beside the first. */
  why: readonly string[] = $state.raw([]);
  #asked = 0;

  /** Another card, or another seat. */
  forget(): void {
    this.#asked++;
    this.asking = false;
    this.problem = "";
    this.turns = this.why = [];
  }

  /** True once there are turns to show; false if it was refused or came too late. */
  async ask(table: string, seat: number): Promise<boolean> {
    if (this.asking) return false;
    const mine = ++this.#asked;
    this.asking = true;
    this.problem = "";
    try {
      const { options, why } = await get<Schemas["CoachHint"]>(`/tables/${table}/seats/${seat}/hint`);
      if (mine !== this.#asked) return false;
      this.turns = options;
      this.why = why;
    } catch (error) {
      if (mine === this.#asked) this.problem = error instanceof Refused ? error.message : String(error);
    } finally {
      if (mine === this.#asked) this.asking = false;
    }
    return mine === this.#asked && this.turns.length > 0;
  }
}
