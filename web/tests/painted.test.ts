/** A painted table: strokes, keys and cards change it; its text and its link give it back. */
import { expect, test } from "vitest";
import {
  EMPTY,
  type Painted,
  fromLink,
  inCorner,
  pictureLink,
  pictureText,
  toScore,
  withCard,
  withHut,
  withWorkers,
  withZone,
} from "../src/game/painted";
import { readPicture } from "../src/game/notation";
import { drags, stroked, typed } from "../src/pages/score/brushes";

const picture = (...rows: string[]): Painted => readPicture(rows);
const letters = ({ zones }: Painted) => Object.fromEntries(zones);

test("a link gives the table back, workers and gaps included", () => {
  const painted = picture("f1F..", "w.T2r");
  expect(pictureLink(painted)).toBe("f1F..-w.T2r");
  expect(fromLink(pictureLink(painted))).toEqual(painted);
});

test("a link that is no picture gives an empty table", () => {
  expect(fromLink("<script>")).toEqual(EMPTY);
  expect(fromLink("f".repeat(600_000))).toEqual(EMPTY);
  expect(fromLink("-".repeat(1_000_000))).toEqual(EMPTY);
});

test("the text is in columns and ends with the last card that has something on it", () => {
  expect(pictureText(picture("f1F.", "w..", "..r"))).toBe("f1 F  .  .\nw  .  .  .\n.  .  r  .\n.  .  .  .");
});

test("workers of a link stand on ground only", () => {
  expect(fromLink("f1.1").workers).toEqual(["a7nw"]);
});

test("a landscape from the middle is moved to the corner by whole cards", () => {
  const middle: Painted = {
    zones: new Map([
      ["d4ne", "f"],
      ["e3sw", "w"],
    ]),
    workers: ["e3sw"],
  };
  expect(inCorner(middle)).toEqual({
    zones: new Map([
      ["a7ne", "f"],
      ["b6sw", "w"],
    ]),
    workers: ["b6sw"],
  });
});

test("the server is asked with eight rows of eight zones, and workers by column and row from 1", () => {
  const { zones, workers } = toScore(picture("..", ".f2"));
  expect(zones.map((row) => row.length)).toEqual(Array(8).fill(8));
  expect(zones[1]?.[1]).toBe("f");
  expect(workers).toEqual([[2, 2, 2]]);
});

test("a hut comes and goes on land and never stands on water", () => {
  const land = withHut(picture("f"), "a7nw");
  expect(letters(land)).toEqual({ a7nw: "F" });
  expect(letters(withHut(land, "a7nw"))).toEqual({ a7nw: "f" });
  expect(withHut(picture("w"), "a7nw")).toEqual(picture("w"));
});

test("without ground nobody stands", () => {
  expect(withWorkers(EMPTY, "a7nw", 1)).toBe(EMPTY);
  expect(withZone(picture("f1"), "a7nw", null).workers).toEqual([]);
});

test("a card covers its four zones as it is turned", () => {
  expect(letters(withCard(EMPTY, "b6", "rFwf", "E"))).toEqual({ b6nw: "w", b6ne: "r", b6sw: "f", b6se: "F" });
});

test("a stroke over the same ground leaves its hut alone; grounds and the eraser go on while dragging", () => {
  const painted = picture("F");
  expect(stroked(painted, "f", "a7nw")).toBe(painted);
  expect(letters(stroked(painted, "w", "a7nw"))).toEqual({ a7nw: "w" });
  expect((["f", "w", "t", "r", "erase"] as const).every(drags)).toBe(true);
  expect((["hut", "worker", "card", "look"] as const).some(drags)).toBe(false);
});

test("the worker brush places a worker, and takes it away again", () => {
  const placed = stroked(picture("f"), "worker", "a7nw");
  expect(placed.workers).toEqual(["a7nw"]);
  expect(stroked(placed, "worker", "a7nw").workers).toEqual([]);
});

test("keys paint grounds, huts and workers; others do nothing", () => {
  expect(letters(typed(EMPTY, "T", "a7nw")!)).toEqual({ a7nw: "T" });
  expect(typed(picture("f"), "3", "a7nw")?.workers.length).toBe(3);
  expect(typed(picture("f"), "Delete", "a7nw")?.zones.size).toBe(0);
  expect(typed(EMPTY, "x", "a7nw")).toBeNull();
  expect(typed(EMPTY, "W", "a7nw")).toBeNull();
});
