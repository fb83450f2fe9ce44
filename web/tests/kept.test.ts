/** What this browser remembers: what another release kept otherwise, or a fault broke, counts as forgotten. */
import { beforeEach, expect, test } from "vitest";
import { type Listed, keepTables, keptTables } from "../src/game/listed";
import { isSentTurn } from "../src/game/sent";
import { keptStudies } from "../src/game/studies";
import { best } from "../src/lib/best";
import { keep, kept, keptFields, keptList, keptRecord } from "../src/lib/kept";
import { promised, remember } from "../src/lib/proof";
import { isCount, isListOf, isText } from "../src/lib/shapes";

const BROKEN = [
  "",
  "not json",
  "null",
  "5",
  '"x"',
  "[null]",
  "[[]]",
  "[{}]",
  "{}",
  '{"a":5}',
  '{"a":{}}',
  "1e999",
];

beforeEach(() => localStorage.clear());

test.each(BROKEN)("of %s nothing is remembered, and nothing fails", (text) => {
  for (const name of ["value", "listed", "studies", "best", "promises"])
    localStorage.setItem(`limes.${name}`, text);
  expect(kept("value", isListOf(isCount), "none")).toBe("none");
  expect(keptFields("value", { names: [] as string[] }, { names: isListOf(isText) })).toEqual({ names: [] });
  expect([keptTables(), keptStudies(), best(), promised("a")]).toEqual([[], [], null, null]);
  remember("a", "b");
  expect(promised("a")).toBe("b");
});

test("what is right beside something broken is remembered", () => {
  keep("list", ["a", 5, "b", null]);
  expect(keptList("list", isText)).toEqual(["a", "b"]);
  keep("record", { a: "b", c: 5 });
  expect(keptRecord("record", isText)).toEqual({ a: "b" });
  keep("fields", { one: 5, two: "b", three: "c" });
  expect(keptFields("fields", { one: "", two: "" }, { one: isText, two: isText })).toEqual({
    one: "",
    two: "b",
  });
});

test("a turn that is none is not sent", () => {
  const good = { id: "a", seat: 0, round: 1, attempt: 1, turn: "d4N+ne" };
  keep("outbox.a", [good, { ...good, turn: "d4N+zz" }, { ...good, round: "1" }]);
  expect(keptList("outbox.a", isSentTurn)).toEqual([good]);
});

test("tables that are listed are remembered, each once", () => {
  const table: Listed = {
    table: "a",
    created: 1,
    at: 2,
    players: ["Ann", ""],
    people: [0],
    yours: [0],
    left: [],
    owner: true,
    turns_left: 30,
    closed: null,
    day: null,
    round: 1,
    waiting: [0],
    totals: [0, 0],
    places: null,
    picture: "",
  };
  keepTables([table, table]);
  expect(keptTables()).toEqual([table]);
});
