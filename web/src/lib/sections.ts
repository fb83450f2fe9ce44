/** Four words order every page; a table belongs to none of them while one plays. */
import { msg } from "./i18n.svelte";

export type SectionName = "play" | "learn" | "study" | "me";

export interface Section {
  readonly name: SectionName;
  readonly path: string;
  readonly title: string;
}

export const SECTIONS: readonly Section[] = [
  { name: "play", path: "/", title: msg("Play") },
  { name: "learn", path: "/learn", title: msg("Learn") },
  { name: "study", path: "/study", title: msg("Study") },
  { name: "me", path: "/me", title: msg("Me") },
];

const INSIDE: readonly (readonly [address: RegExp, section: SectionName])[] = [
  [/^\/(t\/.*|day\b.*)?$/, "play"],
  [/^\/(learn|rules|puzzles?)\b/, "learn"],
  [/^\/(study|replay|review|score|deck)\b/, "study"],
  [/^\/me$/, "me"],
];

export function sectionOf(path: string): SectionName | null {
  return INSIDE.find(([address]) => address.test(path))?.[1] ?? null;
}
