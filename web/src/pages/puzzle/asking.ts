/** Asks for puzzles and answers them; while the server is away, Python in this browser goes on with them. */
import type { Question, Solution, Theme, Weighed } from "$game/puzzles";
import { Refused, type Schemas, ask, post } from "$lib/api";
import { type End } from "$lib/end";
import { keep, keptRecord } from "$lib/kept";
import { ALONE, keepsPython } from "$lib/place";
import { isText } from "$lib/shapes";
import type { LessonId } from "$teach/lessons";

/** A puzzle at the end of a lesson, with its landscape. */
export type Position = Schemas["LessonPuzzle"];

/** Questions that are here already, so that a puzzle that was just chosen is not asked for again. */
const here = new Map<string, Question>();
const positions = new Map<LessonId, readonly Position[]>();
let python: Promise<End> | null = null;

export async function nextQuestion(theme: Theme | null, but: string | null): Promise<Question> {
  const query = new URLSearchParams();
  if (theme) query.set("theme", theme);
  if (but) query.set("but", but);
  const question = await asked<Question>("GET", `/puzzles/next?${query}`);
  here.set(question.puzzle, question);
  return question;
}

/** The puzzles of a lesson, from easy to hard. */
export async function positionsOf(lesson: LessonId): Promise<readonly Position[]> {
  const known = positions.get(lesson);
  if (known) return known;
  const { puzzles } = await asked<Schemas["LessonPuzzles"]>("GET", `/study/lessons/${lesson}`);
  positions.set(lesson, puzzles);
  return puzzles;
}

export async function questionOf(puzzle: string): Promise<Question> {
  const known = here.get(puzzle);
  here.delete(puzzle);
  return known ?? (await asked<Question>("GET", `/puzzles/${puzzle}`));
}

/** What was answered while the server was away is told to it later, so that it counts. */
export async function answered(puzzle: string, turn: string): Promise<Solution> {
  const path = `/puzzles/${puzzle}/answer`;
  try {
    const solution = await post<Solution>(path, { turn });
    void sendUnsent();
    return solution;
  } catch (error) {
    const solution = await withPython<Solution>(error, "POST", path, { turn });
    keep(UNSENT, { [puzzle]: turn, ...keptRecord(UNSENT, isText) });
    return solution;
  }
}

export function weighed(puzzle: string, turn: string): Promise<Weighed> {
  return asked<Weighed>("POST", `/puzzles/${puzzle}/why`, { turn });
}

const UNSENT = "puzzles.unsent";
/** Refusals that stay, such as those of a puzzle that another release no longer has. */
const NEVER = ["no_puzzle", "illegal_turn", "malformed", "no_page"];

export async function sendUnsent(): Promise<void> {
  if (ALONE) return;
  for (const [puzzle, turn] of Object.entries(keptRecord(UNSENT, isText))) {
    try {
      await post(`/puzzles/${puzzle}/answer`, { turn });
    } catch (error) {
      if (!(error instanceof Refused) || !NEVER.includes(error.code)) return; // it may count later
    }
    const { [puzzle]: _, ...left } = keptRecord(UNSENT, isText);
    keep(UNSENT, Object.keys(left).length ? left : null);
  }
}

async function asked<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
  try {
    return await ask<T>(method, path, body);
  } catch (error) {
    return withPython<T>(error, method, path, body);
  }
}

/** The same of Python, if the server is away and this browser keeps it; else what went wrong. */
async function withPython<T>(
  error: unknown,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<T> {
  const away = error instanceof Refused && error.code === "away";
  if (ALONE || !away || !(await keepsPython())) throw error;
  python ??= import("../../python/end.svelte").then(({ pythonEnd }) => pythonEnd());
  python.catch(() => (python = null));
  return ask<T>(method, path, body, await python);
}
