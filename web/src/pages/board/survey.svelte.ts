/** A look at every turn of a line, so that one sees at once where it was lost. */
import { nodeAt, positionAt } from "$game/studyTree";
import { Refused } from "$lib/api";
import type { Board } from "./board.svelte";
import { type Question, type Told, valuesOf } from "./coach.svelte";

/** Playouts after which the next turn is looked at; or so many seconds after the first values. */
const ENOUGH = 4000;
const LONGEST = 3;

/** A turn to look at, and the name of the turns before it. */
interface Asked extends Question {
  readonly before: string;
}

export class Survey {
  /** How many turns were looked at, and of how many, while it goes on. */
  progress: { readonly done: number; readonly of: number } | null = $state.raw(null);
  problem = $state("");
  #control: AbortController | null = null;

  /** The turns of which too little is known; where all are known, all of them once more. */
  async run(board: Board): Promise<void> {
    const control = (this.#control = new AbortController());
    this.problem = "";
    board.adopt();
    const asked = questions(board);
    try {
      for (const [done, question] of asked.entries()) {
        this.progress = { done, of: asked.length };
        await look(board, question, control.signal);
      }
    } catch (error) {
      if (!control.signal.aborted) this.problem = error instanceof Refused ? error.message : String(error);
    } finally {
      if (this.#control === control) this.stop();
    }
  }

  stop(): void {
    this.#control?.abort();
    this.#control = null;
    this.progress = null;
  }
}

/** As the study is now: whatever is moved or deleted meanwhile, each answer goes to its turn. */
function questions(board: Board): Asked[] {
  const { study, agreed } = board;
  const line = board.line();
  const all = line.flatMap((_, depth) => {
    const before = line.slice(0, depth);
    const node = nodeAt(study, line.slice(0, depth + 1));
    const { text } = positionAt(study, before);
    if (!node) return [];
    return [{ landscape: text, card: node.card, ...agreed, turns: [node.turn], before: board.name(before) }];
  });
  const rough = all.filter((_, depth) => {
    const known = board.losses.get(board.name(line.slice(0, depth + 1)));
    return !known || known.playouts < ENOUGH;
  });
  return rough.length ? rough : all;
}

async function look(board: Board, { before, ...question }: Asked, signal: AbortSignal): Promise<void> {
  let end: number | null = null;
  let told: Told | null = null;
  for await (told of valuesOf(question, signal)) {
    const now = performance.now();
    end ??= now + LONGEST * 1000;
    if (told.playouts >= ENOUGH || now > end) break;
  }
  if (!told) return;
  board.value(before, question.card, told.asked, told.more ? told.playouts : Math.max(ENOUGH, told.playouts));
  board.keepLook();
}
