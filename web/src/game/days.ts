/** The deal of the day: how it stands with the person, in words and as a text to share. */
import { type Schemas, get } from "$lib/api";
import { dateInWords, later, utcDay } from "$lib/dates";
import { language, t, tn } from "$lib/i18n.svelte";
import { keep, kept } from "$lib/kept";
import { remember } from "$lib/proof";
import { isAnyOf, isMadeOf, isNullOr, isNumber, isText } from "$lib/shapes";

export type DayPage = Schemas["DayPage"];

/** What is known of today without asking, so that nothing moves when the server has answered. */
export interface Today {
  readonly day: string;
  readonly state: DayPage["state"];
  readonly points: number | null;
  readonly betterThan: number | null;
}

const isToday = isMadeOf<Today>({
  day: isText,
  state: isAnyOf("new", "running", "finished"),
  points: isNullOr(isNumber),
  betterThan: isNullOr(isNumber),
});

export function knownToday(): Today | null {
  const known = kept("today", isToday, null);
  return known?.day === utcDay() ? known : null;
}

/** By the server's clock; that of this browser may be wrong. */
export async function askToday(): Promise<DayPage> {
  const page = await get<DayPage>("/days/today");
  keep("today", asToday(page));
  return page;
}

/** The name under which a day's commitment is remembered. */
export function promiseOf(day: string): string {
  return `day ${day}`;
}

/** What the server promises of the week ahead, so that it cannot show other promises later. */
export async function rememberPromises(): Promise<void> {
  const { days } = await get<Schemas["ComingDays"]>("/days");
  for (const { day, commitment } of days) remember(promiseOf(day), commitment);
}

export function asToday({ day, state, yours }: DayPage): Today {
  return { day, state, points: yours?.points ?? null, betterThan: yours?.better_than ?? null };
}

/** One line about today. */
export function todayLine(today: Today): string {
  if (today.points !== null) return resultLine(today.points, today.betterThan);
  return today.state === "running" ? t("Your attempt is waiting for you.") : t("Not played yet.");
}

export function resultLine(points: number, betterThan: number | null): string {
  const total = tn("{n} point", "{n} points", points);
  const better = betterLine(betterThan);
  return better ? `${total}, ${better}` : total;
}

/** Empty where nobody is behind. */
export function betterLine(betterThan: number | null): string {
  if (!betterThan) return "";
  if (betterThan === 1) return t("better than everybody else");
  const share = Math.min(0.99, Math.max(0.01, betterThan));
  const percent = share.toLocaleString(language(), { style: "percent", maximumFractionDigits: 0 });
  return t("better than {percent}", { percent });
}

const SIGNS = { farmer: "🌾", fisherman: "🐟", woodcutter: "🌲", watchman: "🗼" } as const;

/** Date, points, points by profession: nothing that tells a card. */
export function shareText(page: DayPage, link: string): string {
  const { yours } = page;
  if (!yours) return "";
  const earned = yours.earned;
  const signs = earned
    ? (Object.keys(SIGNS) as (keyof typeof SIGNS)[])
        .map((name) => `${SIGNS[name]} ${earned[name]}`)
        .join("  ")
    : "";
  const lines = [
    `Limes · ${dateInWords(page.day)}`,
    resultLine(yours.points, yours.better_than),
    signs,
    link,
  ];
  return lines.filter(Boolean).join("\n");
}

export interface Streaks {
  /** Up to today, or to yesterday while today's deal can still be played. */
  readonly now: number;
  readonly longest: number;
}

export function streaks(days: readonly string[], today: string): Streaks {
  const played = new Set(days);
  const since = (last: string) => {
    let length = 0;
    while (played.has(later(last, -length))) length++;
    return length;
  };
  const ends = days.filter((day) => !played.has(later(day, 1)));
  return {
    now: since(played.has(today) ? today : later(today, -1)),
    longest: Math.max(0, ...ends.map(since)),
  };
}

/** Whether an attempt can still be finished, and so is kept. */
export function isKept(day: string | null, now = Date.now()): boolean {
  return day !== null && day >= utcDay(now);
}
