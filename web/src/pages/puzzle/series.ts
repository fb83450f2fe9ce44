/** Which puzzles come one after the other, as the address says it. */
import { type Theme, isTheme } from "$game/puzzles";
import { type LessonId, isLesson } from "$teach/lessons";

const PUZZLE_ID = /^[0-9a-f]{6}$/;

/** A series of puzzles: those of a lesson, of one theme, or mixed; and the puzzle of it that is shown. */
export interface Series {
  readonly of: Theme | LessonId | null;
  readonly puzzle: string | null;
}

/** What the address says after `/puzzle/`: a lesson or theme, a puzzle, or both. */
export function readSeries(address: string): Series {
  const [first = "", second = ""] = address.split("/");
  const of = isTheme(first) || isLesson(first) ? first : null;
  const puzzle = of ? second : first;
  return { of, puzzle: PUZZLE_ID.test(puzzle) ? puzzle : null };
}

export function seriesPath({ of, puzzle }: Series): string {
  return ["/puzzle", of, puzzle].filter(Boolean).join("/");
}
