/** Decks that are being copied, as this browser keeps them; those that can be played are offered at the start. */
import type { Schemas } from "$lib/api";
import { keep, keptList } from "$lib/kept";
import { isFlag, isListOf, isMadeOf, isMatching, isText } from "$lib/shapes";

/** Faces of four letters, a dot for each zone that is not painted yet. */
export interface DeckDraft {
  readonly name: string;
  readonly cards: readonly string[];
  /** Found right when it was last checked. */
  readonly playable: boolean;
}

export const BLANK = "....";
export const LETTERS = ["f", "F", "w", "t", "T", "r", "R"] as const;
const PRINTED = 24;
const isDraft = isMadeOf<DeckDraft>({
  name: isText,
  cards: isListOf(isMatching(/^[fFwtTrR.]{4}$/)),
  playable: isFlag,
});

export function emptyDeck(name: string): DeckDraft {
  return { name, cards: Array.from({ length: PRINTED }, () => BLANK), playable: false };
}

export function isPainted(face: string): boolean {
  return !face.includes(".");
}

export function withLetter(deck: DeckDraft, card: number, zone: number, letter: string): DeckDraft {
  const face = [...(deck.cards[card] ?? BLANK)].with(zone, letter).join("");
  return { ...deck, cards: deck.cards.with(card, face), playable: false };
}

/** The letter after this one, when a zone is tapped again and again. */
export function nextLetter(letter: string): string {
  return LETTERS[(LETTERS.indexOf(letter as (typeof LETTERS)[number]) + 1) % LETTERS.length] ?? "f";
}

/** The number of cards that the server takes instead of this one; what is no number leaves things as they are. */
export function allowed(
  wanted: number,
  now: number,
  limits: Pick<Schemas["DeckChecked"], "fewest" | "most"> | null,
): number {
  const count = Number.isNaN(wanted) ? now : Math.round(wanted);
  return limits ? Math.min(limits.most, Math.max(limits.fewest, count)) : count;
}

export function withCards(deck: DeckDraft, count: number): DeckDraft {
  const more = Array.from({ length: Math.max(0, count - deck.cards.length) }, () => BLANK);
  return { ...deck, cards: [...deck.cards.slice(0, count), ...more], playable: false };
}

/** What the server is asked to check: cards that are not finished are missing. */
export function toCheck({ name, cards }: DeckDraft): { name: string; cards: (string | null)[] } {
  return { name: name.trim() || "unnamed", cards: cards.map((face) => (isPainted(face) ? face : null)) };
}

/** A name that no other deck has. */
export function freeName(name: string, others: readonly string[]): string {
  if (!others.includes(name)) return name;
  for (let number = 2; ; number++) {
    const next = `${name} ${number}`;
    if (!others.includes(next)) return next;
  }
}

export function keptDrafts(): DeckDraft[] {
  return keptList("deck.drafts", isDraft);
}

export function keepDrafts(drafts: readonly DeckDraft[]): void {
  keep("deck.drafts", drafts);
  const playable: Schemas["NewDeck"][] = drafts
    .filter((deck) => deck.playable)
    .map((deck) => ({ name: toCheck(deck).name, cards: [...deck.cards] }));
  keep("decks", playable);
}
