/** What people agree on before the first card, in words: the time for a round, the deck. */
import { t } from "$lib/i18n.svelte";
import type { Table } from "./table";

const DAY = 86400;

export function timed(seconds: number | null): string {
  if (!seconds) return t("no time limit");
  if (seconds === DAY) return t("one day per round");
  return seconds < 60
    ? t("{n} seconds per round", { n: seconds })
    : t("{n} min per round", { n: Math.round(seconds / 60) });
}

export function deckName({ name }: Table["deck"]): string {
  return name === "standard" ? t("the standard deck") : t("“{name}”, not the standard deck", { name });
}
