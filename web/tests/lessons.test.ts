/** The lessons on playing well: whole, in their order, and no number in them that was not measured. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { language } from "$lib/i18n.svelte";
import { pathHere } from "$lib/place";
import { go, route } from "$lib/router.svelte";
import { LESSONS, keepRead, keepTask, keepTried, learnt } from "$teach/lessons";
import { isSolved, solved } from "$teach/tasks";
import LearnPage from "../src/pages/learn/Page.svelte";
import Bars from "../src/pages/lessons/Bars.svelte";
import { CONTENTS } from "../src/pages/lessons/contents";
import { barsOf, meanAt, meanOver, sumOver } from "../src/pages/lessons/figures";
import { MEASURED } from "../src/pages/lessons/measured";
import source from "../src/pages/lessons/measured?raw";
import { taskNamed } from "../src/pages/lessons/tasks";
import TASKS from "../src/pages/lessons/tasks.json";

afterEach(cleanup);

test("every lesson has an address, something to try or to look into, and a figure", () => {
  for (const { id } of LESSONS) {
    go(`/learn/${id}`);
    expect([pathHere(), route().id, route().load]).toEqual([`/learn/${id}`, id, expect.any(Function)]);
    expect(CONTENTS[id].every(({ explore, task }) => explore || task)).toBe(true);
    expect(barsOf(MEASURED[id].figure).length).toBeGreaterThan(2);
    expect(MEASURED[id].claims().length).toBeGreaterThan(1);
  }
  go("/learn/nothing");
  expect(route().load).toBeNull();
});

test("a landscape to look into is a rectangle with somebody in it", () => {
  const explored = Object.values(CONTENTS).flatMap((parts) => parts.flatMap(({ explore }) => explore ?? []));
  for (const { rows } of explored) {
    expect(new Set(rows.map((row) => row.replace(/\d/g, "").length)).size).toBe(1);
    expect(rows.join("")).toMatch(/\d/);
  }
});

test("every task stands in a lesson, and its prompt names the points to reach", () => {
  const tasks = Object.values(CONTENTS).flatMap((parts) => parts.flatMap(({ task }) => task ?? []));
  expect(tasks.map(({ name }) => name).toSorted()).toEqual(Object.keys(TASKS).toSorted());
  for (const { name, prompt } of tasks)
    expect(prompt.match(/\d+/g)).toEqual([String(taskNamed(name).points)]);
});

test("what was measured is never written into a sentence: only rounds and cards are", () => {
  const written = [...source.matchAll(/"([^"\n]*\d[^"\n]*)"/g)]
    .map(([, text = ""]) => text)
    .filter((text) => text.includes(" ") && !/[()]/.test(text))
    .map((text) => text.replace(/rounds? \d+( to \d+)?( and \d+)?|all 24 may come|6 or more/g, ""));
  expect(written.filter((text) => /\d/.test(text))).toEqual([]);
});

test("no gap of a claim stays empty", () => {
  for (const { claims } of Object.values(MEASURED))
    for (const claim of claims()) expect(claim).not.toMatch(/[{}]|NaN/);
});

test("means and sums over rounds follow from the bars", () => {
  const bars = barsOf("last");
  const sum = bars.filter(({ at }) => Number(at) >= 14).reduce((all, { mean }) => all + mean, 0);
  expect(sumOver("last", 14, 16)).toBeCloseTo(sum);
  expect(meanOver("last", 14, 16)).toBeCloseTo(sum / 3);
  expect(() => meanAt("last", 99)).toThrow();
});

test("bars are a table with errors, and losses have a true minus", () => {
  expect(language()).toBe("en");
  render(Bars, {
    caption: "Costs",
    kind: "Round",
    bars: [
      { at: "3", mean: -1.25, error: 0.11, count: 9 },
      { at: "4", mean: 0.5, error: 0.2, count: 9 },
    ],
    called: (at: string) => at,
    signed: true,
  });
  expect(screen.getByRole("table", { name: "Costs" })).toBeTruthy();
  const rows = screen.getAllByRole("row").map((row) => row.textContent?.replace(/\s+/g, " ").trim());
  expect(rows).toEqual(["RoundPoints", "3 −1.3 ± 0.1", "4 +0.5 ± 0.2"]);
});

test("no error looks like none: where it is small, figures are finer", () => {
  const bars = [
    { at: "a", mean: 2.3, error: 0.04, count: 9 },
    { at: "b", mean: 2.9, error: 0.06, count: 9 },
  ];
  render(Bars, { caption: "Seen", kind: "Row", bars, called: (at: string) => at });
  const rows = screen.getAllByRole("row").map((row) => row.textContent?.replace(/\s+/g, " ").trim());
  expect(rows.slice(1)).toEqual(["a 2.30 ± 0.04", "b 2.90 ± 0.06"]);
});

test("what is learnt is remembered", () => {
  localStorage.clear();
  expect(learnt()).toEqual({ read: [], done: [], tried: {} });
  keepTask("huts");
  keepRead("lakes");
  expect(keepTask("huts")).toEqual({ read: ["lakes"], done: ["huts"], tried: {} });
  expect(learnt()).toEqual({ read: ["lakes"], done: ["huts"], tried: {} });
});

test("a lesson is done once its three positions are tried; one that was solved stays so", () => {
  localStorage.clear();
  keepTried("towers", "aaaaaa", true);
  keepTried("towers", "aaaaaa", false);
  expect(keepTried("towers", "bbbbbb", false).read).toEqual([]);
  expect(keepTried("towers", "cccccc", true)).toEqual({
    read: ["towers"],
    done: [],
    tried: { towers: { aaaaaa: true, bbbbbb: false, cccccc: true } },
  });
});

test("the path numbers the lessons as they number themselves, and shows how far each is done", async () => {
  localStorage.clear();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  keepTried("lakes", "aaaaaa", true);
  keepRead("forests");
  render(LearnPage);
  const steps = screen.getAllByRole("listitem").map((each) => each.textContent?.replace(/\s+/g, " ").trim());
  expect(steps[2]).toBe("done Forests that grow borders");
  expect(steps[3]).toBe("2 Lakes and huts 1 of 3 positions solved");
  expect(steps[9]).toBe("8 The last three cards");
  vi.unstubAllGlobals();
});

test("a landscape that has to stay small must not reach further", () => {
  const task = { ...taskNamed("inside"), points: 0, within: 1 };
  const situation = {
    territories: [{ number: 0, terrain: "field" as const, points: 1, zones: ["d4nw", "e4ne"] }],
    at: new Map(),
    moves: new Map(),
    total: 9,
  };
  const offer = { card: 1, face: "ffff", supply: 0, workers: [], total: 0, territories: [], placements: [] };
  expect(isSolved(task, offer, situation, solved(task))).toBe(false);
  expect(isSolved({ ...task, within: 2 }, offer, situation, solved(task))).toBe(true);
});
