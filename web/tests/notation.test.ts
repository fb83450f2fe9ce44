/** Texts of the notation come and go unchanged; faces turn clockwise. */
import { expect, test } from "vitest";
import {
  landscapeZones,
  nextFacing,
  readLandscape,
  readPicture,
  readTurn,
  turned,
  writeTurn,
} from "../src/game/notation";
import { cellZones, spotOf, zoneOf } from "../src/game/places";

test("a face turns clockwise, and after four turns lies as before", () => {
  expect(turned("rFwt", "N")).toBe("rFwt");
  expect(turned("rFwt", "E")).toBe("wrtF");
  expect(turned("rFwt", "S")).toBe("twFr");
  expect(turned("rFwt", "W")).toBe("Ftrw");
  expect(nextFacing("W")).toBe("N");
  expect(nextFacing("N", ["N", "S"])).toBe("S");
});

test.each(["d5E", "d5E+sw", "a1N:d4ne>e4nw"])("the turn %s is read and written", (text) => {
  expect(writeTurn(readTurn(text))).toBe(text);
});

test.each(["", "d5", "h4N", "d5E+nn", "d5E:d4ne"])("%s is no turn", (text) => {
  expect(() => readTurn(text)).toThrow();
});

test("a landscape's cards lie with their letters on their zones", () => {
  const { cards, workers } = readLandscape("1@d4N 1@d5E | d4ne d5sw");
  const zones = landscapeZones(cards, ["rFwf"]);
  expect(workers).toEqual(["d4ne", "d5sw"]);
  expect(
    cellZones("d4")
      .map((zone) => zones.get(zone))
      .join(""),
  ).toBe("rFwf");
  expect(
    cellZones("d5")
      .map((zone) => zones.get(zone))
      .join(""),
  ).toBe("wrfF");
});

test("a picture is read row by row from the north, with its workers", () => {
  const { zones, workers } = readPicture(["f w1 t r", "F w t2 r"]);
  expect(zones.get("a7nw")).toBe("f");
  expect(zones.get("b7se")).toBe("r");
  expect(workers).toEqual(["a7ne", "b7sw", "b7sw"]);
  expect(readPicture([".f"]).zones.size).toBe(1);
});

test("a zone and its spot name the same place", () => {
  for (const file of "abcdefg") {
    for (let rank = 1; rank <= 7; rank++) {
      for (const zone of cellZones(`${file}${rank}`)) expect(zoneOf(spotOf(zone))).toBe(zone);
    }
  }
});
