/** While a finger places a card, zones are as large as a fingertip, and as much as can stays in view. */
import { expect, test } from "vitest";
import { badgePlace, choicePlace, clearOf, standIn } from "../src/draw/figures";
import { type Box, SIZE, boxAround } from "../src/draw/shapes";
import { FINGER, closeUp, moved, pixels } from "../src/draw/zoom";
import { type Cell, QUARTERS, cellZones, spotOf } from "../src/game/places";

const PHONE = [360, 450] as const;
const SMALL_PHONE = [320, 310] as const;
const DESKTOP = [960, 740] as const;

const around = (cells: readonly Cell[], margin: number) =>
  boxAround(
    cells.flatMap((cell) => cellZones(cell).map(spotOf)),
    margin,
  );
const LAID: readonly Cell[] = ["c4", "d4", "e4", "d5", "d3"];
const WHOLE = around(["b4", "f4", "d6", "d2"], 18);
const held = (cell: Cell, laid = LAID) => ({ card: around([cell], 8), laid: around([...laid, cell], 8) });
const inside = (inner: Box, outer: Box) =>
  inner.x >= outer.x - 0.01 &&
  inner.y >= outer.y - 0.01 &&
  inner.x + inner.width <= outer.x + outer.width + 0.01 &&
  inner.y + inner.height <= outer.y + outer.height + 0.01;

test.each(["b4", "f4", "d6", "d2", "c5"])("zones of a card on %s are as large as a fingertip", (cell) => {
  for (const [width, height] of [PHONE, SMALL_PHONE]) {
    const view = closeUp(WHOLE, held(cell), width, height)!;
    expect(pixels(view, width, height) * SIZE).toBeGreaterThanOrEqual(FINGER - 0.01);
    expect(inside(around([cell], 8), view)).toBe(true);
  }
});

test("all that lies stays in view where there is room for it, with four cards in a row, too", () => {
  const row: readonly Cell[] = ["b4", "c4", "d4"];
  const view = closeUp(around(["a4", "e4", "b5", "b3"], 18), held("e4", row), ...PHONE)!;
  expect(inside(around([...row, "e4"], 8), view)).toBe(true);
});

test("a card in the middle stays where it was tapped", () => {
  const view = closeUp(WHOLE, held("d4"), ...PHONE)!;
  const middle = (box: Box) => [box.x + box.width / 2, box.y + box.height / 2];
  expect(middle(view)).toEqual(middle(WHOLE));
});

test("nothing is brought closer where zones are large enough", () => {
  expect(closeUp(WHOLE, held("b4"), ...DESKTOP)).toBeNull();
  expect(closeUp(WHOLE, held("b4"), 0, 0)).toBeNull();
});

test("a finger moves the view no further than the picture goes", () => {
  const view = closeUp(WHOLE, held("b4"), ...SMALL_PHONE)!;
  expect(inside(moved(view, [9999, -9999], WHOLE), WHOLE)).toBe(true);
  expect(moved(view, [0, 0], WHOLE)).toEqual(view);
});

test.each(QUARTERS)("the knob hides neither what a worker in the %s would bring nor its badge", (quarter) => {
  const zone = `d4${quarter}`;
  const { x, y, width } = around(["d4"], 0);
  const knob = { x: x + width / 2, y: y + width / 2, radius: 36 };
  for (const letter of ["f", "w", "t", "r", "F", "T", "R"]) {
    const choice = choicePlace(zone);
    expect(Math.hypot(choice.x - knob.x, choice.y - knob.y)).toBeGreaterThan(knob.radius + 20);
    const stand = standIn(zone, letter);
    for (const grow of [1, 1.5, 2]) {
      const badge = clearOf(knob, stand, badgePlace(stand, letter, grow));
      const far = Math.hypot(badge.x - knob.x, badge.y - knob.y);
      expect(far).toBeGreaterThanOrEqual(knob.radius + badge.radius);
    }
  }
});
