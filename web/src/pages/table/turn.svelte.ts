/** The turn that is being made at a seat: its draft changes step by step and is kept until it is laid. */
import {
  type Draft,
  back,
  drafted,
  emptyDraft,
  keepDraft,
  keptDraft,
  placed,
  tapped,
  turnText,
  turnedOn,
} from "$game/draft";
import type { Offer } from "$game/offer";
import { type Cell, type Zone, cellOf } from "$game/places";
import { type Sound, play } from "$lib/sound";

/** Milliseconds that one step of a wheel lasts, however many events it sends. */
const A_STEP = 140;

/** Whose turn it is, and what may be done. */
export interface Acting {
  readonly table: string;
  readonly seat: number;
  readonly round: number;
  readonly offer: Offer;
}

export class Turn {
  draft: Draft = $state.raw(emptyDraft(0));
  readonly text = $derived(turnText(this.draft));
  #acting: Acting | null = null;
  /** The own draft before a turn was suggested, as long as that is drawn unchanged. */
  #own: Draft | null = null;
  #wheeled = 0;

  /** Somebody is to lay, or nobody here. */
  begin(acting: Acting | null, round: number): void {
    this.#acting = acting;
    this.#own = null;
    this.draft = acting
      ? keptDraft(acting.table, acting.seat, acting.round, acting.offer)
      : emptyDraft(round);
  }

  /** Whether the tap changed anything. */
  tap(zone: Zone): boolean {
    const onCard = cellOf(zone) === this.draft.cell;
    return this.#change(({ offer }) => tapped(offer, this.draft, zone), onCard ? "worker" : "place");
  }

  turn(steps = 1): void {
    this.#change(({ offer }) => turnedOn(offer, this.draft, steps), "turn");
  }

  /** The wheel turns a card that lies, one step for each of its own. */
  wheel(event: WheelEvent): void {
    if (!this.draft.cell || event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    if (event.timeStamp - this.#wheeled < A_STEP) return;
    this.#wheeled = event.timeStamp;
    this.turn(event.deltaY > 0 ? 1 : -1);
  }

  /** The card is dragged onto a cell, or off the landscape. */
  drag(cell: Cell | null): void {
    const { round, facing } = this.draft;
    if (cell === null) this.#change(() => ({ round, facing }), "turn");
    else if (cell !== this.draft.cell) this.#change(({ offer }) => placed(offer, this.draft, cell), "place");
  }

  back(): void {
    const own = this.#own;
    this.#change(() => own ?? back(this.draft), "turn");
  }

  /** Somebody else's turn is drawn; taking it back gives the own draft again. */
  suggest(text: string): void {
    if (text === this.text && !this.draft.lifted) return;
    const own = this.#own ?? this.draft;
    if (this.#change(({ round }) => drafted(round, text), "place")) this.#own = own;
  }

  /** Hands the turn over; the draft is kept until that is done, in case anything goes wrong. */
  lay(send: (seat: number, round: number, turn: string) => void): void {
    if (!this.#acting || !this.text) return;
    const { table, seat, round } = this.#acting;
    send(seat, round, this.text);
    keepDraft(table, seat, emptyDraft(round));
    play("lay");
  }

  #change(step: (acting: Acting) => Draft, sound: Sound): boolean {
    const next = this.#acting ? step(this.#acting) : this.draft;
    if (!this.#acting || next === this.draft) return false;
    this.draft = next;
    this.#own = null;
    keepDraft(this.#acting.table, this.#acting.seat, next);
    play(sound);
    return true;
  }
}
