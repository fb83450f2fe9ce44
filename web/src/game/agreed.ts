/** What people agree on before the first card, in words: the time for a round, the deck. */
import { t } from "$lib/i18n.svelte";
import type { Table } from "./table";

const DAY = 86400;

export function timed(seconds: number | null): string {
  if (!seconds) return t("as long as you like");
  if (seconds === DAY) return t("one day a round");
  return seconds < 60
    ? t("{n} seconds a round", { n: seconds })
    : t("{n} min a round", { n: Math.round(seconds / 60) });
}

export function deckName({ name }: Table["deck"]): string {
  return name === "standard" ? t("the standard deck") : name;
}
