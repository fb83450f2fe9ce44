/** A draft: every tap is one step, every step can be taken back, and nothing can be drafted that may not be laid. */
import { beforeEach, expect, test } from "vitest";
import {
  type Draft,
  back,
  emptyDraft,
  keepDraft,
  keptDraft,
  placed,
  tapped,
  turnText,
  turnedOn,
} from "../src/game/draft";
import { type Offer, after, places, reachable } from "../src/game/offer";
import { cellZones, zoneOf } from "../src/game/places";
import { spot } from "../src/game/places";
import { situations } from "./situations";

const START: Offer = situations[0]!.offer;
const MIDDLE = situations.find(({ offer }) => offer.workers.length > 1 && offer.supply > 1)!.offer;
const PLACE = places(MIDDLE)[0]!;
const EVERY_ZONE = Array.from({ length: 14 * 14 }, (_, number) =>
  zoneOf(spot(number % 14, Math.floor(number / 14))),
);

/** A worker that can move when the card lies on the first place, and where to. */
function mover(): [from: string, to: string] {
  const situation = after(MIDDLE, PLACE, "N")!;
  for (const from of MIDDLE.workers) {
    const to = reachable(situation, from).find((zone) => !zone.startsWith(PLACE));
    if (to) return [from, to];
  }
  throw new Error("nobody can move");
}

beforeEach(() => localStorage.clear());

test("tapping a place puts the card there, tapping another moves it", () => {
  const [first, second] = places(MIDDLE) as [string, string];
  const draft = tapped(MIDDLE, emptyDraft(3), `${first}nw`);
  expect(turnText(draft)).toBe(`${first}N`);
  expect(turnText(tapped(MIDDLE, draft, `${second}se`))).toBe(`${second}N`);
});

test("the card turns clockwise, in the hand and on its place", () => {
  const held = turnedOn(MIDDLE, emptyDraft(3));
  expect(held.facing).toBe("E");
  expect(turnText(turnedOn(MIDDLE, placed(MIDDLE, held, PLACE)))).toBe(`${PLACE}S`);
  expect(turnedOn(MIDDLE, emptyDraft(3), -1).facing).toBe("W");
});

test("a worker comes with a tap on the card, changes its zone with another, and goes with a third", () => {
  let draft = placed(MIDDLE, emptyDraft(3), PLACE);
  draft = tapped(MIDDLE, draft, `${PLACE}se`);
  expect(turnText(draft)).toBe(`${PLACE}N+se`);
  draft = tapped(MIDDLE, draft, `${PLACE}nw`);
  expect(turnText(draft)).toBe(`${PLACE}N+nw`);
  expect(turnText(tapped(MIDDLE, draft, `${PLACE}nw`))).toBe(`${PLACE}N`);
});

test("without workers in the supply a tap on the card turns it", () => {
  const poor = { ...MIDDLE, supply: 0 };
  const draft = placed(poor, emptyDraft(3), PLACE);
  expect(turnText(tapped(poor, draft, `${PLACE}se`))).toBe(`${PLACE}E`);
});

test("a standing worker is picked up, goes where it may, and comes back", () => {
  const [from, to] = mover();
  const lying = placed(MIDDLE, emptyDraft(3), PLACE);
  const lifted = tapped(MIDDLE, lying, from);
  expect(lifted.lifted).toBe(from);
  expect(tapped(MIDDLE, lifted, from)).toEqual(lying);
  const moved = tapped(MIDDLE, lifted, to);
  expect(turnText(moved)).toBe(`${PLACE}N:${from}>${to}`);
  expect(turnText(tapped(MIDDLE, moved, to))).toBe(`${PLACE}N`);
});

test("a worker from the supply and a move exclude each other", () => {
  const [from, to] = mover();
  const withWorker = tapped(MIDDLE, placed(MIDDLE, emptyDraft(3), PLACE), `${PLACE}se`);
  const moved = tapped(MIDDLE, tapped(MIDDLE, withWorker, from), to);
  expect(moved.worker).toBeUndefined();
  const placedAgain = tapped(MIDDLE, moved, `${PLACE}se`);
  expect(placedAgain.move).toBeUndefined();
});

test("every step is taken back by one step", () => {
  const [from, to] = mover();
  const lying = placed(MIDDLE, emptyDraft(3), PLACE);
  const lifted = tapped(MIDDLE, lying, from);
  expect(back(lifted)).toEqual(lying);
  expect(turnText(back(tapped(MIDDLE, lifted, to)))).toBe(`${PLACE}N`);
  expect(turnText(back(back(tapped(MIDDLE, lying, `${PLACE}ne`))))).toBeNull();
});

test("whatever is tapped, what can be laid is legal", () => {
  for (const { offer, totals } of situations) {
    let draft: Draft = emptyDraft(1);
    let step = 7;
    for (let taps = 0; taps < 60; taps++) {
      step = (step * 31 + 11) % EVERY_ZONE.length;
      const inView = [...offer.workers, ...places(offer).flatMap(cellZones), ...EVERY_ZONE];
      draft = step % 7 === 0 ? turnedOn(offer, draft) : tapped(offer, draft, inView[step % inView.length]!);
      const text = turnText(draft);
      if (text) expect(Object.keys(totals)).toContain(text);
    }
  }
});

test("a draft is kept for its table, seat and round", () => {
  const draft = tapped(MIDDLE, placed(MIDDLE, emptyDraft(3), PLACE), `${PLACE}se`);
  keepDraft("table", 1, draft);
  expect(keptDraft("table", 1, 3, MIDDLE)).toEqual(draft);
  expect(turnText(keptDraft("table", 0, 3, MIDDLE))).toBeNull();
  expect(turnText(keptDraft("table", 1, 4, MIDDLE))).toBeNull();
  expect(turnText(keptDraft("other", 1, 3, MIDDLE))).toBeNull();
});

test("a card that is only turned is kept so, too", () => {
  keepDraft("table", 1, turnedOn(MIDDLE, emptyDraft(3)));
  expect(keptDraft("table", 1, 3, MIDDLE)).toEqual({ round: 3, facing: "E" });
  expect(keptDraft("table", 1, 4, MIDDLE)).toEqual(emptyDraft(4));
});

test("a kept draft that the offer does not allow is forgotten", () => {
  keepDraft("table", 0, { round: 1, facing: "N", cell: "a1" });
  expect(turnText(keptDraft("table", 0, 1, START))).toBeNull();
  keepDraft("table", 0, { round: 1, facing: "N", cell: places(START)[0], move: ["d4ne", "d5ne"] });
  expect(turnText(keptDraft("table", 0, 1, START))).toBe(`${places(START)[0]}N`);
});
