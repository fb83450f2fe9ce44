/** How long ago something was, as people say it. */
import { language } from "./i18n.svelte";

const STEPS: readonly (readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [86400, "day"],
  [3600, "hour"],
  [60, "minute"],
];
const LONG_AGO = 14 * 86400;

/**
 * Both in seconds. What is long ago has a date; what a wrong clock puts into the future is now. A record knows only
 * its day, which is midnight in UTC to the second: then the hours since would mean nothing.
 */
export function ago(then: number, now = Date.now() / 1000): string {
  if (then % 86400 === 0) {
    return new Date(then * 1000).toLocaleDateString(language(), { dateStyle: "medium", timeZone: "UTC" });
  }
  const passed = Math.max(0, now - then);
  if (passed >= LONG_AGO) {
    return new Date(then * 1000).toLocaleDateString(language(), { dateStyle: "medium" });
  }
  const [seconds, unit] = STEPS.find(([length]) => passed >= length) ?? [60, "minute"];
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  return passed < 60 ? words.format(0, "second") : words.format(-Math.floor(passed / seconds), unit);
}
