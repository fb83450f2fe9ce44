/** The lessons on playing well, in their order, and which of them this browser has gone through. */
import { msg } from "$lib/i18n.svelte";
import { keep, kept } from "$lib/kept";

export const LESSONS = [
  { id: "forests", title: msg("Forests that grow borders") },
  { id: "lakes", title: msg("Lakes and huts") },
  { id: "towers", title: msg("Towers and lines") },
  { id: "moves", title: msg("When to move") },
  { id: "counting", title: msg("Counting what is left") },
  { id: "frame", title: msg("The square that floats") },
  { id: "tempo", title: msg("The tempo of workers") },
  { id: "last", title: msg("The last three cards") },
] as const;

export type LessonId = (typeof LESSONS)[number]["id"];

export interface Learnt {
  /** The lessons gone through to their end. */
  read: string[];
  /** The tasks solved in them. */
  done: string[];
}

export function learnt(): Learnt {
  return { read: [], done: [], ...kept<Partial<Learnt>>("lessons", {}) };
}

export function keepLearnt(now: Learnt): void {
  keep("lessons", now);
}
