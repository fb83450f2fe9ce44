/** A deck that is copied card by card, and what the start page is offered of it. */
import { beforeEach, expect, test } from "vitest";
import {
  type DeckDraft,
  allowed,
  emptyDeck,
  freeName,
  isPainted,
  keepDrafts,
  keptDrafts,
  nextLetter,
  toCheck,
  withCards,
  withLetter,
} from "../src/pages/deck/drafts";
import { keptDecks } from "../src/pages/start/games";

const full = (name: string, playable = true): DeckDraft => ({
  name,
  cards: Array<string>(16).fill("rFwf"),
  playable,
});

beforeEach(() => localStorage.clear());

test("a new deck has the 24 cards of the box, all of them blank", () => {
  const { cards } = emptyDeck("mine");
  expect(cards.length).toBe(24);
  expect(cards.some(isPainted)).toBe(false);
});

test("a card is painted zone by zone and missing until all four are", () => {
  let deck = emptyDeck("mine");
  for (const [zone, letter] of [..."rFw"].entries()) deck = withLetter(deck, 2, zone, letter);
  expect(toCheck(deck).cards[2]).toBeNull();
  expect(toCheck(withLetter(deck, 2, 3, "f")).cards[2]).toBe("rFwf");
});

test("whatever is changed has to be checked again", () => {
  expect(withLetter(full("mine"), 0, 0, "t").playable).toBe(false);
  expect(withCards(full("mine"), 17).playable).toBe(false);
});

test("tapping again and again goes through every ground with and without a hut, never a hut on water", () => {
  const seen = ["."];
  for (let tap = 0; tap < 7; tap++) seen.push(nextLetter(seen.at(-1)!));
  expect(new Set(seen.slice(1))).toEqual(new Set("fFwtTrR"));
  expect(nextLetter(seen.at(-1)!)).toBe("f");
});

test("the number of cards grows with blanks and shrinks from the end", () => {
  expect(withCards(full("mine"), 18).cards.filter((face) => !isPainted(face)).length).toBe(2);
  expect(withCards(full("mine"), 12).cards.length).toBe(12);
});

test("a deck has as many cards as the server takes, and no more", () => {
  const limits = { fewest: 16, most: 64 };
  expect([99, 64, 20.4, 3].map((wanted) => allowed(wanted, 24, limits))).toEqual([64, 64, 20, 16]);
  expect(allowed(NaN, 24, limits)).toBe(24);
});

test("all drafts are kept, and only those that can be played are offered", () => {
  keepDrafts([full("box"), full("draft", false), full("garden")]);
  expect(keptDrafts().length).toBe(3);
  expect(keptDecks().map(({ name }) => name)).toEqual(["box", "garden"]);
});

test("a name that is taken gets a number", () => {
  expect(freeName("box", ["box", "box 2"])).toBe("box 3");
});
