/** The bots that played the day's cards, and the best that could be made of them. */
import { botName } from "$game/bots";
import type { Schemas } from "$lib/api";
import { t } from "$lib/i18n.svelte";

const HINDSIGHT = "best";

export function nameOf(bot: string): string {
  return bot === HINDSIGHT ? t("best in hindsight") : botName(bot);
}

export function isBot(bot: string): boolean {
  return bot !== HINDSIGHT;
}

/** They play one after the other; the best in hindsight is found last. */
export function areDone(bots: readonly Schemas["DayBotView"][]): boolean {
  return bots.some(({ bot }) => bot === HINDSIGHT);
}

/** The best first. */
export function byPoints(bots: readonly Schemas["DayBotView"][]): Schemas["DayBotView"][] {
  return [...bots].sort((a, b) => b.points - a.points || Number(isBot(a.bot)) - Number(isBot(b.bot)));
}
