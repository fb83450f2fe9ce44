/** What the workers of a landscape earn that one only watches: no offer tells it, so the server is asked. */
import type { LandscapeText } from "$game/notation";
import type { Table } from "$game/table";
import { type Schemas, post } from "$lib/api";

export class Watched {
  #text = $state("");
  #found = $state.raw<Schemas["Scored"] | null>(null);

  /** The points of this very landscape, once they are known. */
  pointsOf(landscape: LandscapeText): Schemas["Scored"] | null {
    return this.#text === written(landscape) ? this.#found : null;
  }

  /** Without an answer the landscape is shown without its points. */
  async look({ deck, variants }: Table, landscape: LandscapeText): Promise<void> {
    const text = written(landscape);
    if (!landscape.cards.length || text === this.#text) return;
    this.#text = text;
    this.#found = null;
    const found = await post<Schemas["Scored"]>("/study/score", { text, deck, variants }).catch(() => null);
    if (text === this.#text) this.#found = found;
  }
}

function written({ cards, workers }: LandscapeText): string {
  const laid = cards.map(({ number, cell, facing }) => `${number}@${cell}${facing}`).join(" ");
  return workers.length ? `${laid} | ${workers.join(" ")}` : laid;
}
