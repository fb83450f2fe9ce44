/** The bots that one meets: each level has a name of its own, so that one plays somebody. */
import { msg, t } from "$lib/i18n.svelte";
import type { Schemas } from "$lib/api";

export interface Level {
  readonly bot: string;
  readonly name: string;
  readonly title: string;
  readonly says: string;
}

export const LEVELS: readonly Level[] = [
  { bot: "expert:beginner", name: "Tiro", title: msg("beginner"), says: msg("takes what lies nearest") },
  { bot: "expert:novice", name: "Lucia", title: msg("novice"), says: msg("begins to plan") },
  { bot: "expert:player", name: "Marcus", title: msg("player"), says: msg("knows the frontier") },
  { bot: "expert:strong", name: "Livia", title: msg("strong"), says: msg("looks ahead") },
  { bot: "expert:expert", name: "Hadrian", title: msg("expert"), says: msg("built the wall") },
];

export function levelOf(bot: string | null | undefined): Level | undefined {
  return LEVELS.find((level) => level.bot === bot || (bot === "expert" && level.bot === "expert:expert"));
}

/** A bot by the name that one knows it by. */
export function botName(bot: string): string {
  return levelOf(bot)?.name ?? bot;
}

/** Who sits there, as a person reads it. */
export function seatName(seat: Pick<Schemas["SeatView"], "kind" | "name" | "bot">): string {
  if (seat.kind === "open") return t("open seat");
  return seat.kind === "bot" ? (levelOf(seat.bot)?.name ?? seat.name) : seat.name;
}

/** A player's name in a record, where a bot is told by its mark. */
export function playerName(name: string): string {
  const bot = / \(bot\)$/.test(name) ? name.slice(0, -" (bot)".length) : null;
  return levelOf(bot)?.name ?? name;
}
