/** Puzzles: what is asked and answered, and the themes they are about. */
import type { Schemas } from "$lib/api";
import { msg } from "$lib/i18n.svelte";
import type { Profession } from "./terrain";

export type Question = Schemas["PuzzleQuestion"];
export type Solution = Schemas["PuzzleSolution"];
export type Difference = Schemas["Difference"];
export type Weighed = Schemas["TurnWeighed"];
export type PuzzlesPage = Schemas["PuzzlesPage"];
export type Theme = Schemas["Theme"];

export interface ThemeWords {
  readonly title: string;
  readonly line: string;
  /** The worker that it is about, if it is about one. */
  readonly profession?: Profession;
}

export const THEMES: Record<Theme, ThemeWords> = {
  "close-forest": {
    title: msg("Close a forest"),
    line: msg("The last borders that a woodcutter can get."),
    profession: "woodcutter",
  },
  "open-forest": {
    title: msg("Keep a forest open"),
    line: msg("Room for borders that are still to come."),
    profession: "woodcutter",
  },
  hut: {
    title: msg("A hut for the lake"),
    line: msg("One more hut on a fisherman's shore."),
    profession: "fisherman",
  },
  sight: {
    title: msg("A line of sight"),
    line: msg("More forest for a watchman to see."),
    profession: "watchman",
  },
  field: { title: msg("A wide field"), line: msg("More zones for a farmer."), profession: "farmer" },
  move: { title: msg("Move instead of placing"), line: msg("The worker you need is already there.") },
  "save-worker": { title: msg("Save a worker"), line: msg("The best worker is the one you keep.") },
  ferryman: {
    title: msg("The ferryman"),
    line: msg("Across the water with a fisherman's help."),
    profession: "fisherman",
  },
  diagonal: { title: msg("The diagonal"), line: msg("A card that touches the others at just a corner.") },
  "last-card": { title: msg("The last card"), line: msg("Nothing comes after it: just count.") },
};

export function isTheme(name: string): name is Theme {
  return Object.hasOwn(THEMES, name);
}
