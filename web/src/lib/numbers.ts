/** Numbers as people read them. */
import { language } from "./i18n.svelte";

/** A change with its sign, a true minus for losses. */
export function signed(change: number): string {
  return change < 0 ? `−${-change}` : `+${change}`;
}

/** With one digit behind the point, as the person's language writes it; without a sign. */
export function tenths(value: number): string {
  return Math.abs(value).toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** With its sign, if it is not nothing. */
export function signedTenths(value: number): string {
  const rounded = Math.round(value * 10);
  return `${rounded < 0 ? "−" : rounded > 0 ? "+" : ""}${tenths(value)}`;
}
