/** Sentences put together from parts, as each language does it. */
import { language, t } from "./i18n.svelte";

/** What is spoken of, and what is said about it: some languages have a space before the colon. */
export function labelled(name: string, value: string): string {
  return t("{name}: {value}", { name, value });
}

/** Names in a row, the last one joined by "and". */
export function together(names: readonly string[]): string {
  return new Intl.ListFormat(language()).format(names);
}
