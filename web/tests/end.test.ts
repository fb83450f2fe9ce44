import { beforeEach, describe, expect, test } from "vitest";
import type { Schemas } from "$lib/api";
import { best, bestBefore, counts, leaveOut } from "$lib/best";
import { proven } from "$lib/proof";
import { moments, pointsAt } from "../src/pages/table/end/story";

type Worker = [
  zone: string,
  profession: Schemas["ExplainedWorker"]["profession"],
  points: number,
  scored?: boolean,
];

function seat(number: number, ...workers: Worker[]): Schemas["EndSeat"] {
  return {
    seat: number,
    scoring: {
      workers: workers.map(([zone, profession, points, scored = true]) => ({
        zone,
        profession,
        points,
        scored,
        why: { sentence: `why ${zone}` },
      })),
    },
  } as unknown as Schemas["EndSeat"];
}

describe("the scoring as a story", () => {
  const seats = [
    seat(
      0,
      ["d4ne", "watchman", 4],
      ["d5ne", "farmer", 3],
      ["d5nw", "farmer", 0, false],
      ["e4nw", "farmer", 2],
    ),
    seat(1, ["d4ne", "fisherman", 6]),
  ];

  test("goes profession by profession and leaves out what nobody has", () => {
    expect(moments(seats, 0).map(({ profession, zone }) => [profession, zone])).toEqual([
      ["farmer", "d5ne"],
      ["farmer", "e4nw"],
      ["fisherman", null],
      ["watchman", "d4ne"],
    ]);
  });

  test("counts a worker when it is told, and the others' with the profession", () => {
    const told = moments(seats, 0);
    const [own, other] = [seats[0]!, seats[1]!];
    expect([0, 1, 2].map((now) => pointsAt(told, now, "farmer", own, true))).toEqual([3, 5, 5]);
    expect([1, 2].map((now) => pointsAt(told, now, "fisherman", other, false))).toEqual([null, 6]);
    expect(pointsAt(told, 99, "watchman", own, true)).toBe(4);
    expect(pointsAt(told, 0, "woodcutter", own, true)).toBe(0);
  });
});

describe("the personal best", () => {
  beforeEach(() => localStorage.clear());
  const game = (table: string, variants: string[] = []) => ({
    table,
    variants,
    deck: { cards: ["rFwf", "rFTf"] },
  });

  test("is told as it was before the game, also when the page is opened again", () => {
    expect(bestBefore(game("a"), 40)).toBeNull();
    expect(bestBefore(game("b"), 45)?.total).toBe(40);
    expect(bestBefore(game("b"), 45)?.total).toBe(40);
    expect(bestBefore(game("c"), 30)?.total).toBe(45);
  });

  test("is one for each deck with its variants", () => {
    bestBefore(game("a"), 40);
    expect(bestBefore(game("b", ["ferryman"]), 30)).toBeNull();
  });

  test("is the most of all for the start page", () => {
    expect(best()).toBeNull();
    bestBefore(game("a"), 40);
    bestBefore(game("b", ["ferryman"]), 52);
    bestBefore(game("c"), 30);
    expect(best()).toEqual({ total: 52, table: "b" });
  });

  test("leaves out games that began in the middle of another", () => {
    leaveOut("a");
    expect(bestBefore(game("a"), 70)).toBeNull();
    expect(counts("a")).toBe(false);
    expect(bestBefore(game("b"), 40)).toBeNull();
  });
});

describe("the promise about the cards", () => {
  const promised = "80e362a921dc1ff9";
  test("is kept by the same order and nonce", async () => {
    const text = new TextEncoder().encode("00:3 1 2");
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
    const whole = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    expect(whole.startsWith(promised)).toBe(true);
    expect(proven(whole, "00", [3, 1, 2], [3, 1, 2])).toBe(true);
    expect(proven(whole, "00", [3, 2, 1], [3, 2, 1])).toBe(false);
    expect(proven(whole, "00", [3, 1, 2], [3, 2, 1])).toBe(false);
  });
});
