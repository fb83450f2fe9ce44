/** What is known once a puzzle is answered: the best turn, the own one and others, each with its loss and why. */
import type { Difference, Question, Solution } from "$game/puzzles";
import { Refused } from "$lib/api";
import { weighed } from "./asking";
import { telling } from "./compared";
import { marksOf } from "./marks";

/** A turn that can be looked at. */
export interface Listed {
  readonly turn: string;
  readonly kind: "best" | "yours" | "tempting" | "other";
  /** Points that it loses beside the best turn; unknown until the coach has weighed it. */
  readonly lost: number | null;
  /** Why it is worse; unknown until somebody wants to know. */
  readonly why: readonly Difference[] | null;
}

export class Beside {
  turns: readonly Listed[] = $state.raw([]);
  /** Turns that are being weighed. */
  weighing: ReadonlySet<string> = $state.raw(new Set());
  /** Why the coach could not be asked about a turn. */
  problems: ReadonlyMap<string, string> = $state.raw(new Map());
  /** The turn that is held against the best one, and the sentence about the two that is drawn. */
  compared = $state("");
  drawn: Difference | null = $state.raw(null);
  readonly about: Listed | null = $derived(this.find(this.compared));
  readonly marks: ReadonlyMap<string, string> = $derived(
    marksOf((this.about?.why ?? []).map(({ text }) => text)),
  );

  constructor(
    readonly question: Question,
    readonly solution: Solution,
  ) {
    const { best, turn, lost, others, against, why, solved } = solution;
    this.compared = against;
    const worse = others.map((each): Listed => ({
      turn: each.turn,
      kind: each.yours ? "yours" : each.likely ? "tempting" : "other",
      lost: each.lost,
      why: each.turn === against ? why : null,
    }));
    this.turns = [{ turn: best, kind: solved ? "yours" : "best", lost: 0, why: null }, ...worse];
    if (solved || lost !== null) return;
    this.turns = [...this.turns, { turn, kind: "yours", lost, why }];
    void this.explain(turn); // its loss comes later
  }

  find(turn: string | null): Listed | null {
    return this.turns.find((each) => each.turn === turn) ?? null;
  }

  get best(): string {
    return this.solution.best;
  }

  /** The worker to light up: what the best turn has beside another one, or what that lacks. */
  telling({ turn }: Listed): string | null {
    const isBest = turn === this.best;
    return telling(this.question.offer, turn, isBest ? this.compared : this.best, isBest);
  }

  /** A turn is drawn; unless it is the best one, it is held against that. */
  look(turn: string): void {
    this.drawn = null;
    if (turn !== this.best) this.compared = turn;
    void this.explain(turn);
  }

  /** Its loss and why, unless they are known; a turn that is not listed yet is from now on. */
  async explain(turn: string): Promise<void> {
    const known = this.find(turn);
    if (turn === this.best || this.weighing.has(turn) || (known?.why && known.lost !== null)) return;
    if (!known)
      this.turns = [...this.turns, { turn, kind: "other" as const, lost: null, why: null }].sort(byLoss);
    this.weighing = new Set([...this.weighing, turn]);
    this.problems = new Map([...this.problems].filter(([each]) => each !== turn));
    try {
      const { lost, why } = await weighed(this.question.puzzle, turn);
      this.turns = this.turns
        .map((each) => (each.turn === turn ? { ...each, lost, why } : each))
        .sort(byLoss);
    } catch (error) {
      const problem = error instanceof Refused ? error.message : String(error);
      this.problems = new Map([...this.problems, [turn, problem]]);
    } finally {
      this.weighing = new Set([...this.weighing].filter((each) => each !== turn));
    }
  }
}

function byLoss(one: Listed, other: Listed): number {
  return (one.lost ?? Infinity) - (other.lost ?? Infinity) || 0;
}
