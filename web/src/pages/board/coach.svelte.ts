/** The coach beside the board: values for the card at hand, finer with every line that comes while one looks. */
import { Refused } from "$lib/api";
import { stream } from "$lib/stream";

export interface Valued {
  readonly turn: string;
  /** Points less than the best turn brings. */
  readonly loss: number;
  readonly error: number;
}

/** What the coach knows by now; each line replaces the one before. */
export interface Told {
  readonly playouts: number;
  readonly more: boolean;
  readonly turns: readonly Valued[];
  readonly asked: readonly Valued[];
  readonly places: readonly { readonly place: string; readonly loss: number }[];
  readonly cards: readonly { readonly card: number; readonly value: number; readonly error: number }[];
  readonly why: readonly string[];
}

/** A card to lay on a landscape, and turns that one thinks of, the first of them above all. */
export interface Question {
  readonly landscape: string;
  readonly card: number;
  readonly deck?: { readonly name: string; readonly cards: readonly string[] };
  readonly variants: readonly string[];
  readonly turns: readonly string[];
}

const PATH = "/study/values";
/** Who runs through the tree, or is still moving a draft, is not asking yet. */
const STEP = 40;
const DRAFT = 150;
export const MOST_ASKED = 4;

/** Line by line, until all is known or nobody wants it any more. */
export function valuesOf(question: Question, signal: AbortSignal): AsyncGenerator<Told> {
  return stream<Told>(PATH, question, signal);
}

export class Coach {
  told = $state.raw<Told | null>(null);
  problem = $state("");
  /** Values are on their way. */
  busy = $state(false);
  #of = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #control: AbortController | null = null;

  /** Of another position all is forgotten; of another draft on the same what is known stays until more comes. */
  ask(question: Question): void {
    this.stop();
    const { turns, ...position } = question;
    const of = JSON.stringify(position);
    const pause = of === this.#of ? DRAFT : STEP;
    if (of !== this.#of) this.told = null;
    this.#of = of;
    this.problem = "";
    this.busy = true;
    this.#timer = setTimeout(() => void this.#listen({ ...position, turns }), pause);
  }

  /** What was said is of no use any more. */
  forget(): void {
    this.stop();
    this.told = null;
  }

  /** Nobody looks: the server hears it, too. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#control?.abort();
    this.#control = null;
    this.busy = false;
  }

  async #listen(question: Question): Promise<void> {
    const control = new AbortController();
    this.#control = control;
    try {
      for await (const told of valuesOf(question, control.signal)) {
        if (this.#control !== control) return;
        this.told = told;
      }
    } catch (error) {
      if (this.#control !== control) return;
      this.problem = error instanceof Refused ? error.message : String(error);
    }
    if (this.#control === control) this.stop();
  }
}
