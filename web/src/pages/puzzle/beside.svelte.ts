/** What is known once a puzzle is answered: the best turn, the own one and others, each with its loss and why. */
import type { Question, Solution } from "$game/puzzles";
import { t } from "$lib/i18n.svelte";
import { weighed } from "./asking";
import { telling } from "./compared";

/** A turn that can be looked at. */
export interface Listed {
  readonly turn: string;
  readonly title: string;
  /** Points that it loses beside the best turn; unknown until the coach has weighed it. */
  readonly lost: number | null;
  /** Why it is worse; unknown until somebody wants to know. */
  readonly why: readonly string[] | null;
}

export class Beside {
  turns: readonly Listed[] = $state.raw([]);
  /** Turns that are being weighed. */
  weighing: ReadonlySet<string> = $state.raw(new Set());

  constructor(
    readonly question: Question,
    readonly solution: Solution,
  ) {
    const { best, turn, lost, others, against, why, solved } = solution;
    const worse = others.map((each) => ({
      turn: each.turn,
      title: each.yours ? t("Yours") : each.likely ? t("Tempting") : "",
      lost: each.lost,
      why: each.turn === against ? why : null,
    }));
    const first = { turn: best, title: solved ? t("Yours") : t("Best turn"), lost: 0, why: null };
    this.turns = [first, ...worse];
    if (solved || lost !== null) return;
    this.turns = [...this.turns, { turn, title: t("Yours"), lost, why }];
    void this.explain(turn); // its loss comes later
  }

  find(turn: string | null): Listed | null {
    return this.turns.find((each) => each.turn === turn) ?? null;
  }

  get best(): string {
    return this.solution.best;
  }

  /** The worker to light up: what the best turn has beside the one it is held against, or what another lacks. */
  telling({ turn }: Listed): string | null {
    const isBest = turn === this.best;
    return telling(this.question.offer, turn, isBest ? this.solution.against : this.best, isBest);
  }

  /** Its loss and why, unless they are known; a turn that is not listed yet is from now on. */
  async explain(turn: string): Promise<void> {
    const known = this.find(turn);
    if (turn === this.best || this.weighing.has(turn) || (known?.why && known.lost !== null)) return;
    if (!known) this.turns = [...this.turns, { turn, title: "", lost: null, why: null }].sort(byLoss);
    this.weighing = new Set([...this.weighing, turn]);
    try {
      const { lost, why } = await weighed(this.question.puzzle, turn);
      this.turns = this.turns
        .map((each) => (each.turn === turn ? { ...each, lost, why } : each))
        .sort(byLoss);
    } catch {
      // The coach is busy or away: the turn stays listed without its loss, and can be asked about again.
    } finally {
      this.weighing = new Set([...this.weighing].filter((each) => each !== turn));
    }
  }
}

function byLoss(one: Listed, other: Listed): number {
  return (one.lost ?? Infinity) - (other.lost ?? Infinity) || 0;
}
