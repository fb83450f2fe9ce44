/** The puzzle of the day, as one line shows it. */
import { type Schemas, get } from "$lib/api";
import { utcDay } from "$lib/dates";
import { t } from "$lib/i18n.svelte";
import { keep, kept } from "$lib/kept";
import { isCount, isFlag, isMadeOf, isNullOr, isText } from "$lib/shapes";

export type PuzzleToday = Schemas["PuzzleOfTheDay"];

const isPuzzleToday = isMadeOf<PuzzleToday>({
  day: isText,
  puzzle: isText,
  picture: isText,
  card: isCount,
  face: isText,
  solved: isNullOr(isFlag),
  all_solved: isCount,
});

/** What is known without asking, so that nothing moves when the server has answered. */
export function knownPuzzle(): PuzzleToday | null {
  const known = kept("puzzle.today", isPuzzleToday, null);
  return known?.day === utcDay() ? known : null;
}

export async function askPuzzle(): Promise<PuzzleToday> {
  const today = await get<PuzzleToday>("/puzzles/today");
  keep("puzzle.today", today);
  return today;
}

export function puzzleLine({ solved }: PuzzleToday): string {
  return solved === null ? t("Not tried yet.") : solved ? t("Solved.") : t("Not solved.");
}
