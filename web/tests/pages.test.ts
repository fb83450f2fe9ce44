/** Parts of the pages "How to play", "The cards" and "Score my landscape", as people use them. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import CardEditor from "../src/pages/deck/CardEditor.svelte";
import Cards from "../src/pages/deck/Cards.svelte";
import Explore from "../src/teach/Explore.svelte";
import { taskNamed } from "../src/pages/rules/tasks";
import Canvas from "../src/pages/score/Canvas.svelte";
import { fromLink } from "../src/game/painted";
import Try from "../src/teach/Try.svelte";

const LAKE = {
  landscape: { zones: { d4nw: "r", d4ne: "w", d4sw: "F", d4se: "w" } },
  offer: {
    card: 4,
    face: "rFww",
    supply: 7,
    workers: [],
    total: 0,
    territories: [
      ["w", 1, "d4ne d4se"],
      ["r", 0, "d4nw"],
      ["f", 1, "d4sw"],
    ],
    placements: [
      {
        at: "e4N",
        gone: [0],
        new: [
          ["w", 2, "d4ne d4se e4sw e4se"],
          ["r", 0, "e4nw"],
          ["f", 1, "e4ne"],
        ],
        points: [],
        moves: [],
        total: 0,
      },
    ],
  },
};

const zone = (name: string) => document.querySelector<SVGElement>(`[data-zone=${name}]`)!;
const answer = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("the worker goes where one taps, and it is said what it earns there", async () => {
  render(Explore, { rows: ["f1f", "wr"], prompt: "Tap" });
  expect(screen.getByRole("status").textContent).toMatch(/farmer\s*2 zones of field\s*2 points/);
  await fireEvent.click(zone("a7sw"));
  expect(screen.getByRole("status").textContent).toMatch(/fisherman\s*0 huts on the shore\s*0 points/);
});

test("of two workers in one territory the second earns nothing", async () => {
  render(Explore, { rows: ["f1f1"], prompt: "Tap" });
  await fireEvent.click(zone("a7ne"));
  expect(screen.getByRole("status").textContent).toContain("Another worker is scored in this territory");
});

test("a task is praised once it is solved, by tapping a place", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(answer(LAKE)));
  const ondone = vi.fn();
  render(Try, {
    name: "lake",
    task: taskNamed("lake"),
    prompt: "Form a lake",
    praise: "Well laid",
    done: false,
    ondone,
  });
  await vi.waitFor(() => expect(zone("e4nw")).toBeTruthy());
  expect(screen.queryByText("Well laid")).toBeNull();
  await fireEvent.click(zone("e4nw"));
  expect(screen.getByText("Well laid")).toBeTruthy();
  expect(ondone).toHaveBeenCalled();
});

test("without the server the task still reads, and can be asked for again", async () => {
  const fetched = vi.fn(() => Promise.reject(new Error("no network")));
  vi.stubGlobal("fetch", fetched);
  render(Try, {
    name: "lake",
    task: taskNamed("lake"),
    prompt: "Form a lake",
    praise: "Well laid",
    done: false,
    ondone: () => undefined,
  });
  await vi.waitFor(() =>
    expect(screen.getByText("The server is not responding. Try again in a moment.")).toBeTruthy(),
  );
  expect(screen.getByText("Form a lake")).toBeTruthy();
  vi.stubGlobal("fetch", () => Promise.resolve(answer(LAKE)));
  await fireEvent.click(screen.getByText("Try again"));
  await vi.waitFor(() => expect(zone("d4nw")).toBeTruthy());
});

const EDITED = {
  number: 2,
  cards: 24,
  face: "rF..",
  zone: 2,
  problem: "",
  note: "",
  onzone: () => undefined,
};

test("a ground that is chosen goes to the framed zone and on to the next, by hand and by key", async () => {
  const onpaint = vi.fn();
  render(CardEditor, { ...EDITED, onpaint, oncard: () => undefined });
  await fireEvent.click(screen.getByRole("button", { name: "forest with a hut" }));
  await fireEvent.keyDown(document.body, { key: "w" });
  expect(onpaint.mock.calls).toEqual([
    [2, "T", true],
    [2, "w", true],
  ]);
});

test("tapping a zone goes through the grounds", async () => {
  const onpaint = vi.fn();
  render(CardEditor, { ...EDITED, onpaint, oncard: () => undefined });
  await fireEvent.click(zone("d4ne"));
  await fireEvent.click(zone("d4se"));
  expect(onpaint.mock.calls).toEqual([
    [1, "w", false],
    [3, "f", false],
  ]);
});

test("what is wrong with a card stands beside it", () => {
  render(Cards, {
    faces: ["rFwf", "...."],
    problems: ["", "odd"],
    notes: ["twice"],
    onchoose: () => undefined,
  });
  const [first, second] = screen.getAllByRole("listitem");
  expect([first?.textContent, second?.textContent]).toEqual([
    expect.stringContaining("twice"),
    expect.stringContaining("odd"),
  ]);
  expect(screen.getByRole("button", { name: "Card 1: rock, field + hut, water, field" })).toBeTruthy();
});

test("space and letters paint the zone that has the focus", async () => {
  const onstroke = vi.fn();
  const onkey = vi.fn(() => true);
  render(Canvas, {
    painted: fromLink("f1f"),
    points: new Map([["a7nw", 2]]),
    seat: 0,
    lit: null,
    onstroke,
    onpoint: () => undefined,
    onkey,
  });
  await fireEvent.keyDown(zone("a7ne"), { key: " " });
  await fireEvent.keyDown(zone("a7ne"), { key: "T" });
  expect(onstroke).toHaveBeenCalledWith("a7ne", true);
  expect(onkey.mock.calls).toContainEqual(["T", "a7ne"]);
  expect(
    screen.getByRole("gridcell", { name: "a7nw: field, territory of 2 zones, farmer, 2 points" }),
  ).toBeTruthy();
});
