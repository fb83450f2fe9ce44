/** The tasks of "How to play": what counts as solved, and what does not yet. */
import { expect, test } from "vitest";
import type { Draft } from "../src/game/draft";
import { type Offer, after } from "../src/game/offer";
import { CHAPTERS } from "../src/pages/rules/chapters";
import { taskNamed } from "../src/pages/rules/tasks";
import TASKS from "../src/pages/rules/tasks.json";
import { type Task, firstDraft, isSolved, solved, taskOffer } from "../src/teach/tasks";

const OFFER: Offer = {
  card: 4,
  face: "rFww",
  supply: 6,
  workers: ["d4ne"],
  total: 2,
  territories: [
    ["w", 2, "d4ne d4se"],
    ["r", 0, "d4nw"],
    ["f", 1, "d4sw"],
  ],
  placements: [
    {
      at: "e4N",
      gone: [0],
      new: [
        ["w", 3, "d4ne d4se e4sw e4se"],
        ["r", 0, "e4nw"],
        ["f", 1, "e4ne"],
      ],
      points: [],
      moves: [[3, 1]],
      total: 3,
    },
  ],
};
const LAID: Draft = { round: 1, facing: "N", cell: "e4" };
const task = (asked: Partial<Task>): Task => ({
  landscape: "",
  card: 4,
  by: "lay",
  solution: "e4N",
  ...asked,
});
const check = (asked: Partial<Task>, draft: Draft) =>
  isSolved(task(asked), OFFER, draft.cell ? after(OFFER, draft.cell, draft.facing) : null, draft);

test("a territory has to be as large as asked for, and of the right ground", () => {
  expect(check({ terrain: "water", size: 4 }, LAID)).toBe(true);
  expect(check({ terrain: "water", size: 5 }, LAID)).toBe(false);
  expect(check({ terrain: "field", size: 4 }, LAID)).toBe(false);
});

test("nothing is solved before the card lies, or while a worker is held", () => {
  expect(check({ points: 1 }, { round: 1, facing: "N" })).toBe(false);
  expect(check({ points: 1 }, { ...LAID, lifted: "d4ne" })).toBe(false);
});

test("points have to come the way that is asked for", () => {
  expect(check({ points: 3 }, LAID)).toBe(true);
  expect(check({ points: 4 }, LAID)).toBe(false);
  expect(check({ by: "place", points: 4 }, { ...LAID, worker: "ne" })).toBe(true);
  expect(check({ by: "place", points: 3 }, LAID)).toBe(false);
  expect(check({ points: 3 }, { ...LAID, worker: "ne" })).toBe(false);
  expect(check({ by: "move", to: "d4nw" }, { ...LAID, move: ["d4ne", "d4nw"] })).toBe(true);
  expect(check({ by: "move", to: "e4ne" }, { ...LAID, move: ["d4ne", "d4nw"] })).toBe(false);
});

test("a card that shares an edge does not meet the others at a corner only", () => {
  expect(check({ corner: true }, LAID)).toBe(false);
});

test("while only laying is tried, no worker can be used", () => {
  const offer = taskOffer(task({}), OFFER);
  expect([offer.supply, offer.placements[0]?.moves]).toEqual([0, []]);
  expect(taskOffer(task({ by: "move" }), OFFER)).toBe(OFFER);
});

test("a task about a worker begins with the card laid", () => {
  expect(firstDraft(task({ start: "e4N" }), OFFER)).toMatchObject({ cell: "e4", facing: "N" });
  expect(firstDraft(task({}), OFFER).cell).toBeUndefined();
});

test("every task stands in a chapter, and its solution can be shown", () => {
  const told = CHAPTERS.flatMap(({ sections }) => sections.flatMap((section) => section.task?.name ?? []));
  expect(told.toSorted()).toEqual(Object.keys(TASKS).toSorted());
  for (const name of told) expect(solved(taskNamed(name)).cell).toMatch(/^[a-g][1-7]$/);
});
