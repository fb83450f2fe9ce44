/** A look at every turn of a line, so that one sees at once where it was lost. */
import { type Path, nodeAt, positionAt } from "$game/studyTree";
import { Refused } from "$lib/api";
import type { Board } from "./board.svelte";
import { type Told, valuesOf } from "./coach.svelte";

/** Playouts, or else seconds, after which the next turn is looked at. */
const ENOUGH = 4000;
const LONGEST = 3;

export class Survey {
  /** How many turns were looked at, and of how many, while it goes on. */
  progress: { readonly done: number; readonly of: number } | null = $state.raw(null);
  problem = $state("");
  #control: AbortController | null = null;

  async run(board: Board): Promise<void> {
    const control = (this.#control = new AbortController());
    const line = board.line();
    this.problem = "";
    board.adopt();
    try {
      for (let done = 0; done < line.length; done++) {
        this.progress = { done, of: line.length };
        await this.#look(board, line.slice(0, done + 1), control.signal);
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

  /** At what the last turn of this path lost. */
  async #look(board: Board, path: Path, signal: AbortSignal): Promise<void> {
    const node = nodeAt(board.study, path);
    const before = path.slice(0, -1);
    if (!node) return;
    const { text } = positionAt(board.study, before);
    const question = { landscape: text, card: node.card, ...board.agreed, turns: [node.turn] };
    const end = performance.now() + LONGEST * 1000;
    let told: Told | null = null;
    for await (told of valuesOf(question, signal))
      if (told.playouts >= ENOUGH || performance.now() > end) break;
    if (told) board.value(before, node.card, told.asked);
  }
}
