/** Days as their names, such as 2026-11-16; they begin at midnight UTC, wherever somebody is. */
import { language } from "./i18n.svelte";

const DAY = 24 * 3600 * 1000;

export function utcDay(at = Date.now()): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Whether there is such a day: not the 99th of a month, nor the 30th of February. */
export function isDay(name: string): boolean {
  const at = midnight(name);
  return !Number.isNaN(at) && utcDay(at) === name;
}

export function later(day: string, days: number): string {
  return utcDay(midnight(day) + days * DAY);
}

export function dateInWords(
  day: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: "long" },
): string {
  return new Date(midnight(day)).toLocaleDateString(language(), { ...options, timeZone: "UTC" });
}

/** When a day ends: how long that is from now, and what the clock here says then. Both in seconds. */
export function timeLeft(ends: number, now = Date.now() / 1000): { left: string; clock: string } {
  const left = Math.max(60, ends - now);
  const words = new Intl.RelativeTimeFormat(language());
  return {
    left:
      left >= 3600
        ? words.format(Math.floor(left / 3600), "hour")
        : words.format(Math.floor(left / 60), "minute"),
    clock: new Date(ends * 1000).toLocaleTimeString(language(), { timeStyle: "short" }),
  };
}

/** The weeks of a month such as 2026-11, each from Monday on; null before its first and after its last day. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const before = (new Date(midnight(first)).getUTCDay() + 6) % 7;
  const days: (string | null)[] = Array.from({ length: before }, () => null);
  for (let day = first; day.startsWith(month); day = later(day, 1)) days.push(day);
  while (days.length % 7) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return utcDay(Date.UTC(year, number - 1 + months, 1)).slice(0, 7);
}

/** Monday to Sunday, short. */
export function weekdays(): string[] {
  return Array.from({ length: 7 }, (_, day) => dateInWords(later("2026-11-16", day), { weekday: "short" }));
}

function midnight(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
