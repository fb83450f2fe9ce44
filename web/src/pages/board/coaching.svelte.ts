/** When the coach is asked about what lies on the board, and where its answers go. */
import { onDestroy, untrack } from "svelte";
import { ALONE } from "$lib/place";
import type { Board } from "./board.svelte";
import { Coach, MOST_ASKED } from "./coach.svelte";
import { Survey } from "./survey.svelte";

export class Coaching {
  readonly coach = new Coach();
  readonly survey = new Survey();
  /** Unfolded. */
  open = $state(false);
  /** Places are coloured in the landscape. */
  heated = $state(false);
  /** Somebody looks at the page. */
  visible = $state(document.visibilityState === "visible");
  readonly #board: Board;

  /** The draft, and what was tried with this card before. */
  readonly #asked = $derived.by(() => {
    const { turn, children, card } = this.#board;
    const tried = children.filter((node) => node.card === card).map((node) => node.turn);
    const own = turn.text && !turn.draft.lifted ? [turn.text] : [];
    return [...new Set([...own, ...tried])].slice(0, MOST_ASKED);
  });
  /** A server values for one page at a time: a look at a whole line comes first. */
  readonly #question = $derived.by(() => {
    const { offer, position, agreed } = this.#board;
    if (!this.open || !this.visible || !offer || ALONE || this.survey.progress) return null;
    return { landscape: position.text, card: offer.card, ...agreed, turns: this.#asked };
  });
  /** What the best turn on each place loses, as long as somebody wants to see it. */
  readonly heat = $derived.by(() => {
    const { told } = this.coach;
    if (!this.open || !this.heated || !told || !this.#board.offer) return null;
    const drafted = this.#board.turn.draft.cell;
    const places = told.places.filter(({ place }) => place !== drafted);
    return new Map(places.map(({ place, loss }) => [place, loss]));
  });

  /** While a component is being made. */
  constructor(board: Board) {
    this.#board = board;
    const written = $derived(JSON.stringify(this.#question)); // the same question is not asked twice
    $effect(() => {
      void written;
      const question = untrack(() => this.#question);
      untrack(() => {
        if (question) this.coach.ask(question);
        else if (this.survey.progress) this.coach.forget();
        else this.coach.stop();
      });
    });
    $effect(() => {
      const { told } = this.coach;
      if (!told) return;
      const valued = [...told.turns, ...told.asked];
      untrack(() => board.value(board.name(), board.card ?? 0, valued, told.playouts));
    });
    $effect(() => {
      if (!this.coach.busy) untrack(() => board.keepLook());
    });
    $effect(() => {
      if (!this.visible || !this.open) this.survey.stop();
    });
    onDestroy(() => {
      this.coach.stop();
      this.survey.stop();
    });
  }

  again(): void {
    if (this.#question) this.coach.ask(this.#question);
  }
}
