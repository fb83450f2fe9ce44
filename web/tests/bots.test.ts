/** Whom the start page offers: the level that scores what the person scored lately. */
import { expect, test } from "vitest";
import { LEVELS, STAND_IN, fittingLevel, levelOf } from "$game/bots";

test.each([
  [[], "Flavia"],
  [[12], "Flavia"],
  [[31], "Flavia"],
  [[32], "Tiro"],
  [[36, 42, 45], "Lucia"],
  [[49, 50, 50], "Titus"],
  [[70], "Hadrian"],
])("after %j one is offered %s", (totals, name) => {
  expect(fittingLevel(totals).name).toBe(name);
});

test("levels score more one after the other, and each has a name of its own", () => {
  const points = LEVELS.map((level) => level.points);
  expect(points).toEqual([...points].sort((a, b) => a - b));
  expect(new Set(LEVELS.map((level) => level.name)).size).toBe(7);
  expect(STAND_IN).toBe(levelOf("expert:player"));
});
