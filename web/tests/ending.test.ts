import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Table } from "$game/table";
import type { Schemas } from "$lib/api";
import { leaveOut } from "$lib/best";
import { remember } from "$lib/proof";
import Ending from "../src/pages/table/end/Ending.svelte";

type Explained = Schemas["ExplainedWorker"];

const worker = (zone: string, profession: Explained["profession"], points: number): Explained => ({
  zone,
  profession,
  profession_name: profession,
  territory: 0,
  points,
  scored: true,
  why: { zones: [], territories: [], sights: [], sentence: `why ${zone}` },
});

function seat(number: number, place: number, ...workers: Explained[]): Schemas["EndSeat"] {
  const total = workers.reduce((sum, { points }) => sum + points, 0);
  return {
    seat: number,
    name: `player ${number} (bot)`,
    place,
    landscape: {
      text: "",
      cards: [],
      zones: { d4nw: "r", d4ne: "F", d4sw: "w", d4se: "t" },
      territories: [
        { terrain: "rock", points: 1, zones: ["d4nw"] },
        { terrain: "field", points: 3, zones: ["d4ne"] },
        { terrain: "water", points: 2, zones: ["d4sw"] },
        { terrain: "forest", points: 4, zones: ["d4se"] },
      ],
      workers: workers.map(({ zone }) => zone),
      supply: 0,
      total,
    },
    scoring: { total, best_first: [], territories: [], workers },
  };
}

const END: Schemas["TableEnd"] = {
  finished: true,
  seats: [
    seat(0, 2, worker("d4se", "woodcutter", 4), worker("d4ne", "farmer", 3)),
    seat(1, 1, worker("d4sw", "fisherman", 7)),
  ],
  ranking: [1, 0],
  ties: [
    {
      ahead: 1,
      behind: 0,
      worker: 1,
      points: [7, 4],
      sentence: "Tie between player 1 (bot) and player 0 (bot) (7 points)",
    },
  ],
  band: null,
  commitment: "",
  cards: [],
  nonce: "",
  record: "",
};
const TABLE = {
  table: "7f3kq2mw9xhd4b",
  rounds: [3, 1, 2].map((card) => ({ card, turns: [] })),
  deck: { name: "standard", cards: [] },
  variants: [],
  commitment: "",
  places: [
    { seat: 0, kind: "person", name: "Ann", bot: null },
    { seat: 1, kind: "bot", name: "player 1 (bot)", bot: "expert:strong" },
  ],
  yours: [{ seat: 0 }],
  rematch: null,
} as unknown as Table;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const title = () => screen.getByRole("heading", { level: 1 }).textContent;

test("the scoring is told profession by profession, then who wins and why", async () => {
  render(Ending, { table: TABLE, end: END });
  const titles = [title()];
  for (let moment = 0; moment < 3; moment++) {
    await vi.advanceTimersByTimeAsync(1700);
    titles.push(title());
  }
  expect(titles).toEqual(["The farmers", "The fishermen", "The woodcutters", "Winner: Livia"]);
  expect(screen.getByText("Tie between Livia and Ann (7 points).")).toBeTruthy();
});

test("replay and coach are about one's own game, whoever's landscape is looked at", async () => {
  render(Ending, { table: TABLE, end: END });
  await vi.advanceTimersByTimeAsync(9000);
  const links = () =>
    ["Replay", "Review with the coach"].map((name) =>
      screen.getByRole("link", { name }).getAttribute("href"),
    );
  const own = ["/replay/7f3kq2mw9xhd4b#seat=0", "/review/7f3kq2mw9xhd4b#seat=0"];
  expect(links()).toEqual(own);
  await fireEvent.click(screen.getByRole("button", { name: /Livia/ }));
  expect(screen.getByRole("grid", { name: "Landscape: Livia" })).toBeTruthy();
  expect(links()).toEqual(own);
});

test("it can be skipped, and is not told again when the page is opened anew", async () => {
  render(Ending, { table: TABLE, end: END });
  await fireEvent.click(screen.getByRole("button", { name: "Skip" }));
  expect(title()).toBe("Winner: Livia");
  cleanup();
  render(Ending, { table: TABLE, end: END });
  expect(title()).toBe("Winner: Livia");
  await fireEvent.click(screen.getByRole("button", { name: "Replay the scoring" }));
  expect(title()).toBe("The farmers");
});

test("a game with hints is no personal best", async () => {
  leaveOut(TABLE.table);
  render(Ending, { table: TABLE, end: END });
  await fireEvent.click(screen.getByRole("button", { name: "Skip" }));
  expect(screen.getByText(/does not count as a personal best/)).toBeTruthy();
  expect(localStorage.getItem("limes.best")).toBeNull();
});

test("the deal of the day is no game to beat, nor one's first", async () => {
  render(Ending, { table: { ...TABLE, day: "2026-11-16" }, end: END });
  await fireEvent.click(screen.getByRole("button", { name: "Skip" }));
  expect(screen.queryByText(/points to beat/)).toBeNull();
  expect(localStorage.getItem("limes.best")).toBeNull();
});

test("who only watches has no rematch", async () => {
  render(Ending, { table: { ...TABLE, yours: [] }, end: END });
  await fireEvent.click(screen.getByRole("button", { name: "Skip" }));
  expect(screen.getByRole("link", { name: "Replay" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Play again" })).toBeNull();
});

test.each([
  ["the same", /^Checked: the order of the cards was fixed/],
  ["another", /not the one that was promised/],
  ["none", /first saw that promise after the first card/],
])("the order is held against the commitment seen first (%s)", async (seen, said) => {
  vi.useRealTimers();
  const commitment = createHash("sha256").update("00:3 1 2").digest("hex");
  if (seen !== "none") remember(TABLE.table, seen === "another" ? seen : commitment);
  render(Ending, { table: { ...TABLE, commitment }, end: { ...END, nonce: "00", cards: [3, 1, 2] } });
  await fireEvent.click(screen.getByRole("button", { name: "Skip" }));
  expect(await screen.findByText(said)).toBeTruthy();
});
