/** The coach's turns are drafts like any other: they may be changed, laid, or taken back for the own one. */
import { afterEach, expect, test, vi } from "vitest";
import { fromServer } from "../src/game/table";
import { Coach, mayAsk } from "../src/pages/table/coach.svelte";
import { Turn } from "../src/pages/table/turn.svelte";
import { situations } from "./situations";

const { offer, totals } = situations.find((each) => each.offer.supply > 0)!;
const [first = "", second = "", own = ""] = Object.keys(totals).filter((turn) => turn.includes("+"));

function acting(): Turn {
  const turn = new Turn();
  turn.begin({ table: "abcdefghij", seat: 0, round: 3, offer }, 3);
  return turn;
}

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("a suggested turn can be laid as it is", () => {
  const turn = acting();
  turn.suggest(first);
  const send = vi.fn();
  turn.lay(send);
  expect(send).toHaveBeenCalledExactlyOnceWith(0, 3, first);
});

test("a turn that could not be handed over stays a draft, also after a reload", () => {
  const turn = acting();
  turn.suggest(first);
  expect(() =>
    turn.lay(() => {
      throw new Error("out of order");
    }),
  ).toThrow();
  expect(acting().text).toBe(first);
  acting().lay(() => undefined);
  expect(acting().text).toBeNull();
});

test("taking a suggested turn back gives the own draft, also after a second one", () => {
  const turn = acting();
  turn.suggest(first);
  turn.back();
  expect(turn.text).toBeNull();
  turn.drag(own.slice(0, 2));
  const before = turn.text;
  turn.suggest(first);
  turn.suggest(second);
  turn.suggest(second);
  turn.back();
  expect(turn.text).toBe(before);
});

test("a suggested turn that is changed is an own draft", () => {
  const turn = acting();
  turn.suggest(first);
  turn.tap(first.slice(0, 2) + first.slice(-2));
  expect(turn.text).toBe(first.slice(0, 3));
  turn.back();
  expect(turn.text).toBeNull();
});

test("an answer that comes after the next card is not shown", async () => {
  const answer = { card: 1, options: [{ turn: first, value: 50, landscape: {} }], why: ["because"] };
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } }),
    ),
  );
  const coach = new Coach();
  expect(await coach.ask("abcdefghij", 0)).toBe(true);
  expect(coach.turns).toHaveLength(1);
  coach.forget();
  const late = coach.ask("abcdefghij", 0);
  expect(coach.asking).toBe(true);
  coach.forget();
  expect(await late).toBe(false);
  expect([coach.asking, coach.turns, coach.why]).toEqual([false, [], []]);
});

test("without a server one sentence says so", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  const coach = new Coach();
  expect(await coach.ask("abcdefghij", 0)).toBe(false);
  expect(coach.problem).toBe("The server is not responding. Try again in a moment.");
  expect(coach.asking).toBe(false);
});

test.each([
  [["person"], true],
  [["person", "bot", "bot"], true],
  [["person", "person"], false],
  [["person", "open"], false],
])("who sits with %j may ask: %j", (kinds, may) => {
  const seats = kinds.map((kind, seat) => ({ seat, kind, name: "", bot: null, landscape: "", total: 0 }));
  expect(mayAsk(fromServer({ seats } as unknown as Parameters<typeof fromServer>[0]), 0)).toBe(may);
});
