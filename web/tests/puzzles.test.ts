/** Puzzles: series by address, what is lit up, turns beside each other, and going on without the server. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drafted } from "../src/game/draft";
import { type Question, type Solution, readSeries, seriesPath } from "../src/game/puzzles";
import { kept } from "../src/lib/kept";
import { Beside } from "../src/pages/puzzle/beside.svelte";
import { telling } from "../src/pages/puzzle/compared";
import { draftPicture } from "../src/pages/table/view";
import { situations } from "./situations";

const { offer, totals } = situations.find((each) => each.offer.supply > 0 && each.offer.workers.length > 1)!;
const turns = Object.keys(totals).sort((one, other) => totals[other]! - totals[one]!);
const best = turns[0]!;
const worst = turns.at(-1)!;
const question = { puzzle: "0a1b2c", offer } as Question;

function solution(more: Partial<Solution>): Solution {
  return {
    puzzle: "0a1b2c",
    solved: false,
    turn: worst,
    lost: 1.5,
    best,
    value: 50,
    exact: true,
    others: [{ turn: worst, lost: 1.5, likely: true, yours: true }],
    against: worst,
    why: ["It scores less."],
    themes: ["hut"],
    counted: true,
    rating: 1490,
    change: -10,
    streak: 0,
    ...more,
  };
}

function answering(...answers: (object | "away")[]): ReturnType<typeof vi.fn> {
  const fetched = vi.fn(() => {
    const answer = answers.shift();
    if (!answer || answer === "away") return Promise.reject(new TypeError("no network"));
    return Promise.resolve(Response.json(answer));
  });
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

beforeEach(() => vi.resetModules());
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.doUnmock("../src/python/end.svelte");
});

test("an address names a theme, a puzzle, or both", () => {
  for (const [address, theme, puzzle] of [
    ["", null, null],
    ["0a1b2c", null, "0a1b2c"],
    ["hut", "hut", null],
    ["close-forest/0a1b2c", "close-forest", "0a1b2c"],
  ] as const) {
    expect(readSeries(address)).toEqual({ theme, puzzle });
    expect(seriesPath({ theme, puzzle })).toBe(["/puzzle", address].filter(Boolean).join("/"));
  }
});

test("the worker that earns more by the best turn is lit up", () => {
  const zone = telling(offer, best, worst, true);
  const earned = (turn: string) =>
    draftPicture(new Map(), offer, drafted(0, turn)).lines?.find((line) => line.zone === zone)?.points ?? 0;
  expect(earned(best)).toBeGreaterThan(earned(worst));
  expect(telling(offer, best, best, true)).toBeNull();
});

test("the own turn is listed once, with what it loses", () => {
  const beside = new Beside(question, solution({}));
  expect(beside.turns.map(({ turn, title, lost }) => [turn, title, lost])).toEqual([
    [best, "Best turn", 0],
    [worst, "Yours", 1.5],
  ]);
  expect(beside.find(worst)?.why).toEqual(["It scores less."]);
});

test("a turn that the puzzle does not know is weighed by the coach, once", async () => {
  const own = turns[3]!;
  const fetched = answering({ turn: own, solved: false, lost: 2.5, why: ["So it is."] });
  const beside = new Beside(question, solution({ turn: own, lost: null, against: own }));
  expect(beside.weighing.has(own)).toBe(true);
  await vi.waitFor(() => expect(beside.find(own)?.lost).toBe(2.5));
  expect(beside.turns.map(({ turn }) => turn)).toEqual([best, worst, own]);
  await beside.explain(own);
  expect(fetched).toHaveBeenCalledOnce();
});

test("a question that was just chosen is not asked for again", async () => {
  const fetched = answering({ puzzle: "0a1b2c" });
  const { nextQuestion, questionOf } = await import("../src/pages/puzzle/asking");
  await nextQuestion("hut", null);
  expect(String(fetched.mock.calls[0]?.[0])).toBe("/api/puzzles/next?theme=hut");
  expect((await questionOf("0a1b2c")).puzzle).toBe("0a1b2c");
  expect(fetched).toHaveBeenCalledOnce();
});

test("while the server is away Python goes on, and the server is told later", async () => {
  vi.doMock("../src/python/end.svelte", () => ({
    pythonEnd: () => ({
      ask: () => Promise.resolve({ status: 200, text: JSON.stringify(solution({})), json: true }),
    }),
  }));
  vi.stubGlobal("caches", {
    keys: () => Promise.resolve(["limes / python 1"]),
    open: () => Promise.resolve({ keys: () => Promise.resolve(["a file"]) }),
  });
  const fetched = answering("away", solution({}));
  const { answered, sendUnsent } = await import("../src/pages/puzzle/asking");
  expect((await answered("0a1b2c", worst)).best).toBe(best);
  expect(kept("puzzles.unsent", {})).toEqual({ "0a1b2c": worst });
  await sendUnsent();
  expect(kept("puzzles.unsent", {})).toEqual({});
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("without Python the page says that the server is away, and nothing is lost", async () => {
  answering("away");
  const { answered } = await import("../src/pages/puzzle/asking");
  await expect(answered("0a1b2c", worst)).rejects.toThrow("not responding");
  expect(kept("puzzles.unsent", null)).toBeNull();
});
