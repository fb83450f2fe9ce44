import { describe, expect, test } from "vitest";
import { path, scaled, stepAt } from "$game/chart";

const FRAME = { width: 330, height: 120, left: 20, right: 10, top: 10, bottom: 10 };
const line = (...values: number[]) => [{ name: "Anna", seat: 0, values }];

describe("a chart", () => {
  test("has few, round figures around all values", () => {
    expect(scaled(line(0, 17, 45), 16, FRAME, true).ticks).toEqual([0, 20, 40, 60]);
    expect(scaled(line(57.6, 44.1), 16, FRAME, false).ticks).toEqual([40, 45, 50, 55, 60]);
    expect(scaled(line(3, 3), 16, FRAME, false).ticks).toEqual([3, 4]);
  });

  test("puts the first value left, the last right, the highest figure on top", () => {
    const scale = scaled(line(0, 20), 1, FRAME, true);
    expect([scale.x(0), scale.x(1), scale.y(0), scale.y(20)]).toEqual([20, 320, 110, 10]);
    expect(path([0, 20], scale)).toBe("M20.0 110.0L320.0 10.0");
  });

  test("gives the round nearest to a tap, never one that is not there", () => {
    expect([-50, 20, 100, 319, 900].map((x) => stepAt(x, 16, FRAME))).toEqual([0, 0, 4, 16, 16]);
  });
});
