/** Puzzles: series by address, what is lit up, turns beside each other, and going on without the server. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drafted } from "../src/game/draft";
import type { Difference, Question, Solution } from "../src/game/puzzles";
import { keep, keptRecord } from "../src/lib/kept";
import { isText } from "../src/lib/shapes";
import Answer from "../src/pages/puzzle/Answer.svelte";
import Asked from "../src/pages/puzzle/Asked.svelte";
import { Beside } from "../src/pages/puzzle/beside.svelte";
import { telling } from "../src/pages/puzzle/compared";
import PuzzlePage from "../src/pages/puzzle/Page.svelte";
import { pathHere } from "../src/lib/place";
import { go } from "../src/lib/router.svelte";
import { marksOf, parted } from "../src/pages/puzzle/marks";
import { readSeries, seriesPath } from "../src/pages/puzzle/series";
import { draftPicture } from "../src/pages/table/view";
import { situations } from "./situations";

const { offer, totals } = situations.find((each) => each.offer.supply > 0 && each.offer.workers.length > 1)!;
const turns = Object.keys(totals).sort((one, other) => totals[other]! - totals[one]!);
const best = turns[0]!;
const worst = turns.at(-1)!;
const question = { puzzle: "0a1b2c", round: 9, rounds: 16, variants: [] as string[], offer } as Question;
const said = (text: string, of: Difference["of"] = "turn"): Difference => ({
  text,
  of,
  zone: "d4ne",
  room: [],
});

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
    why: [said("It scores less.")],
    themes: ["hut"],
    counted: true,
    rating: 1490,
    change: -10,
    streak: 0,
    everybody: null,
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
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.doUnmock("../src/python/end.svelte");
});

test("an address names a theme or a lesson, a puzzle, or both", () => {
  for (const [address, of, puzzle] of [
    ["", null, null],
    ["0a1b2c", null, "0a1b2c"],
    ["hut", "hut", null],
    ["close-forest/0a1b2c", "close-forest", "0a1b2c"],
    ["lakes/0a1b2c", "lakes", "0a1b2c"],
  ] as const) {
    expect(readSeries(address)).toEqual({ of, puzzle });
    expect(seriesPath({ of, puzzle })).toBe(["/puzzle", address].filter(Boolean).join("/"));
  }
  expect(readSeries("nonsense")).toEqual({ of: null, puzzle: null });
});

test("places in sentences become letters, the same place the same letter", () => {
  const sentences = ["The worker on d4ne could move to e5sw.", "On c3 the card, beside d4ne."];
  const marks = marksOf(sentences);
  expect([...marks]).toEqual([
    ["d4ne", "A"],
    ["e5sw", "B"],
    ["c3", "C"],
  ]);
  expect(parted(sentences[1]!, marks)).toEqual([
    "On ",
    { place: "c3", letter: "C" },
    " the card, beside ",
    { place: "d4ne", letter: "A" },
    ".",
  ]);
  expect(parted("Nothing is named.", marks)).toEqual(["Nothing is named."]);
});

/** The answer as a page has it: the best turn is drawn, held against one's own. */
function answer(told: Solution) {
  const beside = new Beside(question, told);
  const on = { onshow: vi.fn(), ontry: vi.fn(), ondraw: vi.fn() };
  render(Answer, { beside, shown: beside.find(told.best), fresh: false, zones: new Map(), ...on });
  return { beside, ...on };
}

test("every sentence stands under the turn that it speaks of, and is drawn when tapped", async () => {
  const own = said("The field at d4ne is 2 zones smaller.");
  const better = said("A farmer on e5sw would already earn 3 points.", "best");
  const { ondraw } = answer(solution({ why: [better, own] }));
  const told = [...document.querySelectorAll(".words section")].map((each) =>
    each.textContent?.replace(/\s+/g, " ").trim(),
  );
  expect(told).toEqual([
    "Your turn The field at d4neB is 2 zones smaller.",
    "The best turn A farmer on e5swA would already earn 3 points.",
  ]);
  await fireEvent.click(screen.getByRole("button", { name: /A farmer on e5sw/ }));
  expect(ondraw).toHaveBeenCalledWith(better);
});

test("figures have names: points lost, what can be expected, and how many found it", () => {
  const { beside } = answer(solution({ value: 54.8, exact: false, everybody: { tried: 20, solved: 5 } }));
  expect(screen.getByRole("group", { name: "Points lost" })).toBeTruthy();
  expect(screen.getByRole("button", { name: /Yours\s*−1.5/ })).toBeTruthy();
  expect(screen.getByText(/you can expect to end with about 54.8 points/)).toBeTruthy();
  expect(screen.getByText(/Found by 25% of 20 people/)).toBeTruthy();
  expect(beside.turns.map(({ kind }) => kind)).toEqual(["best", "yours"]);
});

test("a turn of one's own can be tried, and a coach that cannot be asked says so", async () => {
  answering("away");
  const own = turns[3]!;
  const told = solution({ turn: own, lost: null, against: own });
  const { beside, ontry, onshow } = answer(told);
  await fireEvent.click(screen.getByTestId("try-another"));
  expect(ontry).toHaveBeenCalled();
  await vi.waitFor(() => expect(beside.problems.get(own)).toContain("not responding"));
  expect((await screen.findByRole("alert")).textContent).toContain("not responding");
  await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(onshow).toHaveBeenCalledWith(own);
});

test("positions of a lesson follow each other and lead back to it", async () => {
  const asked = { ...question, landscape: { zones: {} }, rating: 1500, solved: null };
  const puzzles = ["aaaaaa", "bbbbbb", "cccccc"].map((id) => ({ id, round: 9, picture: "f" }));
  vi.stubGlobal("fetch", (url: string) =>
    Promise.resolve(Response.json(url.includes("/study/lessons/lakes") ? { puzzles } : asked)),
  );
  for (const [puzzle, following] of [
    ["aaaaaa", "/puzzle/lakes/bbbbbb"],
    ["cccccc", "/learn/lakes"],
  ]) {
    go(`/puzzle/lakes/${puzzle}`);
    render(PuzzlePage, { id: `lakes/${puzzle}` });
    const skip = await screen.findByRole<HTMLButtonElement>("button", { name: "Skip" });
    await vi.waitFor(() => expect(skip.disabled).toBe(false));
    const back = screen.getByRole("link", { name: "Back to the lesson" });
    expect(back.getAttribute("href")).toBe("/learn/lakes");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("Lakes and huts");
    await fireEvent.click(skip);
    await vi.waitFor(() => expect(pathHere()).toBe(following));
    cleanup();
  }
});

test("what can be done with a worker on the landscape is said while a card lies", () => {
  const draft = { ...drafted(9, best), worker: undefined, move: undefined };
  render(Asked, { question, draft });
  expect(document.querySelector(".now")?.textContent).toContain("tap a worker to move it");
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
  expect(beside.turns.map(({ turn, kind, lost }) => [turn, kind, lost])).toEqual([
    [best, "best", 0],
    [worst, "yours", 1.5],
  ]);
  expect(beside.find(worst)?.why).toEqual([said("It scores less.")]);
});

test("a turn that the puzzle does not know is weighed by the coach, once", async () => {
  const own = turns[3]!;
  const fetched = answering({ turn: own, solved: false, lost: 2.5, why: [said("So it is.")] });
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
  expect(keptRecord("puzzles.unsent", isText)).toEqual({ "0a1b2c": worst });
  await sendUnsent();
  expect(keptRecord("puzzles.unsent", isText)).toEqual({});
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("an answer that no server understands is not sent again, and holds no other back", async () => {
  const refused = { error: { code: "malformed", message: "no" } };
  const fetched = vi
    .fn()
    .mockImplementationOnce(async () => new Response(JSON.stringify(refused), { status: 422 }))
    .mockImplementation(async () => new Response(JSON.stringify(solution({}))));
  vi.stubGlobal("fetch", fetched);
  keep("puzzles.unsent", { a: "b", "0a1b2c": worst });
  const { sendUnsent } = await import("../src/pages/puzzle/asking");
  await sendUnsent();
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(keptRecord("puzzles.unsent", isText)).toEqual({});
});

test("without Python the page says that the server is away, and nothing is lost", async () => {
  answering("away");
  const { answered } = await import("../src/pages/puzzle/asking");
  await expect(answered("0a1b2c", worst)).rejects.toThrow("not responding");
  expect(keptRecord("puzzles.unsent", isText)).toEqual({});
});
