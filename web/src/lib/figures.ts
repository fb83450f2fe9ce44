/** Numbers as the person's language writes them. */
import { language } from "./i18n.svelte";

/** With one digit behind the point. */
export function tenths(value: number): string {
  return Math.abs(value).toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** With its sign, also where it is nothing. */
export function signedTenths(value: number): string {
  const sign = Math.round(value * 10) < 0 ? "−" : Math.round(value * 10) > 0 ? "+" : "±";
  return sign + tenths(value);
}
