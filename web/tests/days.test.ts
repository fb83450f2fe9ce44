/** The deal of the day: what is said of it, what is shared, days in a row, and how results are drawn. */
import { beforeEach, expect, test } from "vitest";
import { betterLine, isKept, knownToday, resultLine, shareText, streaks, todayLine } from "$game/days";
import type { DayPage } from "$game/days";
import { hillOf, outline, placed, ticks } from "$game/hill";
import { everyStep } from "$game/chart";
import { later, monthAfter, timeLeft, utcDay, weekdays, weeksOf } from "$lib/dates";
import { keep } from "$lib/kept";
import { standing } from "../src/pages/day/standing";

const PAGE: DayPage = {
  day: "2026-11-16",
  ends: 0,
  over: false,
  commitment: "c0ffee",
  players: 8,
  state: "finished",
  table: "abcdefghij",
  cards: [3, 14, 15],
  nonce: "5ec2e7",
  yours: {
    points: 52,
    place: 3,
    better_than: 0.714,
    earned: { farmer: 14, fisherman: 9, woodcutter: 17, watchman: 12 },
  },
  board: null,
  bots: [{ bot: "expert", points: 58, record: "secret" }],
};

beforeEach(() => localStorage.clear());

test("a result is told in one line", () => {
  expect(resultLine(52, 0.714)).toBe("52 points, better than 71%");
  expect(resultLine(1, null)).toBe("1 point");
  expect(betterLine(0)).toBe("");
  expect(betterLine(1)).toBe("better than everybody else");
  expect(betterLine(0.9999)).toBe("better than 99%");
  expect(betterLine(0.0001)).toBe("better than 1%");
});

test("a place is told once there is somebody to stand beside", () => {
  const board = { players: 8, distribution: [], best: [] } as unknown as DayPage["board"];
  expect(standing({ ...PAGE, board })).toBe("Place 3 of 8, better than 71%");
  const alone = { ...PAGE, board: { ...board!, players: 1 } };
  expect(standing(alone)).toMatch(/^You are the first to finish this deal/);
  expect(standing({ ...alone, over: true })).toBe("Nobody else finished this deal.");
});

test("the text to share has the date, the points and nothing that tells a card", () => {
  const text = shareText(PAGE, "https://limes.example/day/2026-11-16");
  expect(text).toBe(
    "Limes · November 16, 2026\n52 points, better than 71%\n🌾 14  🐟 9  🌲 17  🗼 12\nhttps://limes.example/day/2026-11-16",
  );
  for (const secret of ["abcdefghij", "5ec2e7", "secret", "c0ffee", "15"]) expect(text).not.toContain(secret);
});

test("today is known from before, but not tomorrow", () => {
  const today = { day: utcDay(), state: "finished" as const, points: 52, betterThan: 0.5 };
  keep("today", today);
  expect(knownToday()).toEqual(today);
  keep("today", { ...today, day: later(utcDay(), -1) });
  expect(knownToday()).toBeNull();
  expect(todayLine({ ...today, state: "new", points: null })).toBe("Not played yet.");
});

test("days in a row count up to today, or to yesterday while today can be played", () => {
  const days = ["2026-11-15", "2026-11-14", "2026-11-10", "2026-11-09", "2026-11-08"];
  expect(streaks(days, "2026-11-16")).toEqual({ now: 2, longest: 3 });
  expect(streaks(["2026-11-16", ...days], "2026-11-16")).toEqual({ now: 3, longest: 3 });
  expect(streaks(days, "2026-11-17")).toEqual({ now: 0, longest: 3 });
  expect(streaks([], "2026-11-17")).toEqual({ now: 0, longest: 0 });
});

test("an attempt is kept until its day is over", () => {
  const noon = Date.UTC(2026, 10, 16, 12);
  expect(isKept("2026-11-16", noon)).toBe(true);
  expect(isKept("2026-11-15", noon)).toBe(false);
  expect(isKept(null, noon)).toBe(false);
});

test("months begin on their weekday and end with their last day", () => {
  const weeks = weeksOf("2026-11");
  expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(weeks.at(-1)).toEqual(["2026-11-30", null, null, null, null, null, null]);
  expect(weeksOf("2027-02").flat().filter(Boolean)).toHaveLength(28);
  expect(monthAfter("2026-12", 1)).toBe("2027-01");
  expect(monthAfter("2026-01", -1)).toBe("2025-12");
  expect(later("2026-03-01", -1)).toBe("2026-02-28");
  expect(weekdays()[0]).toBe("Mon");
});

test("the time that is left is told in hours, then in minutes", () => {
  expect(timeLeft(100_000, 0).left).toBe("in 27 hours");
  expect(timeLeft(600, 0).left).toBe("in 10 minutes");
  expect(timeLeft(0, 500).left).toBe("in 1 minute");
});

test("the hill is highest where most stand, and has room for all marks", () => {
  const hill = hillOf(
    [
      [40, 1],
      [50, 30],
      [60, 2],
    ],
    [66],
  );
  expect(hill.at(50)).toBeCloseTo(1, 1);
  expect(hill.at(50)).toBeGreaterThan(hill.at(44));
  expect(hill.low).toBeLessThan(40);
  expect(hill.high).toBeGreaterThan(66);
  expect(outline(hill, (points) => points, 100, 50)).toMatch(/^M\d+\.0 100L.*Z$/);
  expect(hillOf([]).at(10)).toBe(0);
});

test("names below the hill never touch each other and stay inside", () => {
  const labels = [31, 35, 41, 45, 50, 54, 58, 63].map((points) => ({ name: "Hadrian", x: points * 5 }));
  const found = placed([...labels, { name: "best in hindsight", x: 338 }], 340);
  for (const one of found) {
    const half = (one.name.length * 7) / 2;
    expect(one.middle - half).toBeGreaterThanOrEqual(0);
    expect(one.middle + half).toBeLessThanOrEqual(340);
    for (const other of found) {
      if (other === one || other.row !== one.row) continue;
      expect(Math.abs(other.middle - one.middle)).toBeGreaterThan(
        (one.name.length + other.name.length) * 3.5,
      );
    }
  }
  expect(ticks(28, 67, 340)).toEqual([30, 35, 40, 45, 50, 55, 60, 65]);
});

test("figures below a curve stay apart, however many games there are", () => {
  expect(everyStep(16, 340)).toBe(4);
  expect(everyStep(16, 900)).toBe(2);
  for (const steps of [40, 200, 900]) expect((steps / everyStep(steps, 340)) * 44).toBeLessThanOrEqual(340);
});
