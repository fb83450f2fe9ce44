/** What is pointed at and what keys do wherever a card is laid: in a game, in a puzzle, on the study board. */
import { type Cell, type Zone, cellOf } from "$game/places";
import type { Turn } from "./turn.svelte";
import type { SeatPicture } from "./view";

/** What a page makes of keys: Enter acts, `others` are its own; who answers false has not used the key. */
export interface Keys {
  readonly act: () => void;
  readonly undo: () => void;
  readonly others?: Readonly<Record<string, () => unknown>>;
}

const TYPING = "input, select, textarea, dialog";
const CONTROLS = "button, a, summary";
const UNDO = ["Escape", "u", "Backspace"];

export class Laying {
  pointed = $state<Zone | null>(null);
  /** The worker whose line in the score was chosen. */
  chosenLine = $state<Zone | null>(null);
  readonly #turn: Turn;
  readonly #picture: () => SeatPicture | null;
  readonly #helped: () => boolean;

  readonly workers = $derived.by(() => {
    const picture = this.#picture();
    if (!picture) return [];
    return picture.workers.map((zone, index) => {
      const line = picture.lines?.[index];
      return { zone, points: this.#helped() && line?.scored ? line.points : undefined };
    });
  });
  readonly named = $derived(this.chosenLine ?? this.pointed);
  /** The worker whose points are lit up. */
  readonly lit = $derived.by(() => {
    if (!this.named || !this.#helped() || this.#turn.draft.lifted) return null;
    return this.#picture()?.workers.includes(this.named) ? this.named : null;
  });
  /** Where a worker may go, with what that brings. */
  readonly targets = $derived.by(() => {
    const choices = [...(this.#picture()?.choices ?? [])];
    return new Map(choices.map(([zone, change]) => [zone, this.#helped() ? change : null]));
  });

  constructor(turn: Turn, picture: () => SeatPicture | null, helped: () => boolean) {
    this.#turn = turn;
    this.#picture = picture;
    this.#helped = helped;
  }

  forget(): void {
    this.pointed = this.chosenLine = null;
  }

  readonly tap = (zone: Zone): void => {
    if (this.#turn.tap(zone)) this.chosenLine = null;
    else this.chosenLine = this.chosenLine === zone ? null : zone;
  };

  pressed(event: KeyboardEvent, { act, undo, others = {} }: Keys): void {
    if (event.defaultPrevented) return;
    const target = event.target as Element;
    if (target.closest(TYPING)) return;
    const key = keyOf(event);
    if (!key) return;
    const other = others[key];
    const used = other !== undefined && other() !== false;
    if (used) return event.preventDefault();
    if (key === "r") this.#turn.turn(event.shiftKey ? -1 : 1);
    else if (UNDO.includes(key)) undo();
    else if (key === "Enter" && !target.closest(CONTROLS)) this.#enter(target, act);
    else return;
    event.preventDefault();
  }

  /** On a zone Enter does what a tap does, as long as something is to be done there. */
  #enter(target: Element, act: () => void): void {
    const zone = target instanceof SVGElement ? target.dataset["zone"] : undefined;
    const { draft, text } = this.#turn;
    if (zone && (draft.lifted || !text || this.#elsewhere(cellOf(zone)))) this.tap(zone);
    else act();
  }

  /** Another place where the card may lie than the one that it lies on. */
  #elsewhere(cell: Cell): boolean {
    return cell !== this.#turn.draft.cell && (this.#picture()?.places.includes(cell) ?? false);
  }
}

/** The key, letters small; with Ctrl or Cmd the system's keys, but for the one that undoes everywhere. */
function keyOf(event: KeyboardEvent): string | null {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return key === "z" && !event.shiftKey ? "u" : null;
  return event.altKey ? null : key;
}
