/** The lessons on playing well, in their order, and which of them this browser has gone through. */
import { msg } from "$lib/i18n.svelte";
import { keep, keptFields } from "$lib/kept";
import { isFlag, isListOf, isRecordOf, isText } from "$lib/shapes";

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

export function isLesson(name: string): name is LessonId {
  return LESSONS.some(({ id }) => id === name);
}

/** How many puzzles a lesson ends with. */
export const POSITIONS = 3;

export interface Learnt {
  /** The lessons gone through to their end. */
  readonly read: readonly string[];
  /** The tasks solved in them. */
  readonly done: readonly string[];
  /** The puzzles tried in each, and whether they were solved in the end. */
  readonly tried: Partial<Record<LessonId, Readonly<Record<string, boolean>>>>;
}

export function learnt(): Learnt {
  return keptFields<Learnt>(
    "lessons",
    { read: [], done: [], tried: {} },
    { read: isListOf(isText), done: isListOf(isText), tried: isRecordOf(isRecordOf(isFlag)) },
  );
}

export function keepTask(task: string): Learnt {
  const { done, ...more } = learnt();
  return stored({ ...more, done: [...new Set([...done, task])] });
}

export function keepRead(lesson: LessonId): Learnt {
  const { read, ...more } = learnt();
  return stored({ ...more, read: [...new Set([...read, lesson])] });
}

/** A puzzle of a lesson is tried; with the last of them the lesson is done. */
export function keepTried(lesson: LessonId, puzzle: string, solved: boolean): Learnt {
  const { tried, ...more } = learnt();
  const before = tried[lesson] ?? {};
  const now = { ...before, [puzzle]: solved || before[puzzle] === true };
  const all = stored({ ...more, tried: { ...tried, [lesson]: now } });
  return Object.keys(now).length < POSITIONS ? all : keepRead(lesson);
}

function stored(now: Learnt): Learnt {
  keep("lessons", now);
  return now;
}
