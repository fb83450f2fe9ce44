/** Making a table on the server, for each way to play. */
import { type Schemas, post } from "$lib/api";
import { t } from "$lib/i18n.svelte";
import { keptList } from "$lib/kept";
import { settings } from "$lib/settings.svelte";
import { isListOf, isMadeOf, isText } from "$lib/shapes";

export type NewSeat = Schemas["NewTable"]["seats"][number];
export type NewDeck = Schemas["NewDeck"];

export interface Options {
  diagonal: boolean;
  ferryman: boolean;
  /** Seconds for a round; 0 for no limit. */
  seconds: number;
  /** The name of a deck that `/deck` keeps; empty for the standard one. */
  deck: string;
}

export const NO_OPTIONS: Options = { diagonal: false, ferryman: false, seconds: 0, deck: "" };

/** The seat of who is at this browser. */
export function me(): NewSeat {
  return { kind: "person", name: settings.name.trim() || t("You") };
}

export function keptDecks(): NewDeck[] {
  return keptList("decks", isMadeOf<NewDeck>({ name: isText, cards: isListOf(isText) }));
}

export async function makeTable(seats: NewSeat[], options: Options): Promise<Schemas["Made"]> {
  const deck = keptDecks().find(({ name }) => name === options.deck);
  return post<Schemas["Made"]>("/tables", {
    seats,
    variants: (["diagonal", "ferryman"] as const).filter((variant) => options[variant]),
    ...(options.seconds ? { seconds: options.seconds } : {}),
    ...(deck ? { deck } : {}),
  });
}
