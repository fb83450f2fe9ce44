/** The bots that one meets: each level has a name of its own, so that one plays somebody. */
import { msg, t } from "$lib/i18n.svelte";
import type { Schemas } from "$lib/api";
import { ALONE } from "$lib/place";

export interface Level {
  readonly bot: string;
  readonly name: string;
  readonly title: string;
  readonly says: string;
  /** What it scores on average with the standard deck. */
  readonly points: number;
  /** It looks ahead, for which Python in a browser is too slow. */
  readonly searches?: true;
}

export const LEVELS: readonly Level[] = [
  {
    bot: "expert:newcomer",
    name: "Flavia",
    title: msg("newcomer"),
    says: msg("stays close to the last card"),
    points: 31,
  },
  {
    bot: "expert:beginner",
    name: "Tiro",
    title: msg("beginner"),
    says: msg("takes the nearest points"),
    points: 35,
  },
  {
    bot: "expert:novice",
    name: "Lucia",
    title: msg("apprentice"),
    says: msg("sees far from the towers"),
    points: 41,
  },
  { bot: "expert:player", name: "Marcus", title: msg("player"), says: msg("knows the frontier"), points: 45 },
  {
    bot: "expert:skilled",
    name: "Titus",
    title: msg("skilled"),
    says: msg("is beginning to plan"),
    points: 50,
  },
  {
    bot: "expert:strong",
    name: "Livia",
    title: msg("strong"),
    says: msg("looks ahead"),
    points: 54,
    searches: true,
  },
  {
    bot: "expert:expert",
    name: "Hadrian",
    title: msg("expert"),
    says: msg("built the wall"),
    points: 58,
    searches: true,
  },
];

/** Those that one can play against here. */
export const OPPONENTS = LEVELS.filter(({ searches }) => !ALONE || !searches);

/** Who plays the deal of the day need not give a name. */
const NAMELESS = "-";

/** Who plays on for somebody that has left. */
export const STAND_IN = LEVELS[3]!;

/** The level that scores what somebody scored lately, the next one up where that lies between two; the first at first. */
export function fittingLevel(totals: readonly number[]): Level {
  const mean = totals.reduce((sum, total) => sum + total, 0) / (totals.length || 1);
  return OPPONENTS.find((level) => level.points >= mean) ?? OPPONENTS.at(-1)!;
}

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
  if (seat.kind === "bot") return levelOf(seat.bot)?.name ?? seat.name;
  return seat.name === NAMELESS ? t("no name") : seat.name;
}

/** A player's name in a record, where a bot is told by its mark. */
export function playerName(name: string): string {
  if (name === NAMELESS) return t("no name");
  const bot = / \(bot\)$/.test(name) ? name.slice(0, -" (bot)".length) : null;
  return levelOf(bot)?.name ?? name;
}
