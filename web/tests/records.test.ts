import { describe, expect, test } from "vitest";
import { recordInLink, recordLink, seatInLink, tableIn } from "$game/records";
import { turnSentences } from "$game/telling";
import { playerName } from "$game/bots";

describe("a link that holds a record", () => {
  test("gives back every letter", async () => {
    const record = `Players: Žofie | Ann & Bob\n\n${"1. 17 d4N+ne d4E\n".repeat(16)}`;
    const link = await recordLink("/replay", record);
    expect(link).toMatch(/^\/replay#record=[\w-]+$/);
    expect(link.length).toBeLessThan(record.length);
    expect(await recordInLink(link.slice("/replay".length))).toBe(record);
    expect(await recordInLink(`${link.slice("/replay".length)}&seat=1`)).toBe(record);
  });

  test("that was cut off or holds none gives none", async () => {
    expect(await recordInLink("")).toBeNull();
    expect(await recordInLink("#record=!!")).toBeNull();
    expect(await recordInLink("#record=abcd")).toBeNull();
  });

  test("that would unpack to more than any record holds gives none", async () => {
    const zeros = new Blob([new Uint8Array(5_000_000)])
      .stream()
      .pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(zeros).arrayBuffer());
    const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    expect(letters.length).toBeLessThan(10_000);
    expect(await recordInLink(`#record=${letters.replaceAll("+", "-").replaceAll("/", "_")}`)).toBeNull();
  });
});

test.each([
  ["https://limes.example/t/7f3kq2mw9xhd4b", "7f3kq2mw9xhd4b"],
  [" http://localhost:8484/replay/7f3kq2mw9xhd4b#x ", "7f3kq2mw9xhd4b"],
  ["7f3kq2mw9xhd4b", "7f3kq2mw9xhd4b"],
  ["https://limes.example/", null],
  ["hello", null],
])("the table in %j is %j", (text, id) => {
  expect(tableIn(text)).toBe(id);
});

describe("a turn in words", () => {
  const zones = new Map([
    ["d4nw", "r"],
    ["d4ne", "F"],
    ["d4sw", "w"],
    ["d4se", "t"],
  ]);
  test.each([
    ["d4N", "The card is laid on d4, its top facing north. No worker is placed or moved."],
    ["d4E+ne", "The card is laid on d4, its top facing east. A farmer is placed on d4ne."],
    [
      "d4S:d4ne>d4sw",
      "The card is laid on d4, its top facing south. The worker on d4ne moves to d4sw and becomes a fisherman.",
    ],
  ])("%s", (turn, words) => {
    expect(turnSentences(turn, zones).join(" ")).toBe(words);
  });
});

test("a bot in a record has the name of its level", () => {
  expect(["expert:beginner (bot)", "expert (bot)", "greedy (bot)", "Ann"].map(playerName)).toEqual([
    "Tiro",
    "Hadrian",
    "greedy (bot)",
    "Ann",
  ]);
});

test.each([
  ["#seat=1", 1],
  ["#record=abc&seat=0", 0],
  ["#seat=2", null],
  ["#seat=x", null],
  ["#seat=0.5", null],
  ["", null],
])("%s asks for a seat of two that there is", (hash, seat) => {
  expect(seatInLink(hash, 2)).toBe(seat);
});
