/** My figures: nothing is drawn that a few games do not show, and every figure has its unit. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import type { Schemas } from "$lib/api";
import Figures from "../src/pages/me/Figures.svelte";
import PuzzleFigures from "../src/ui/PuzzleFigures.svelte";

const ONE: Schemas["OwnFigures"] = {
  games: 1,
  best: 41,
  best_table: null,
  mean: 41,
  distribution: [[41, 1]],
  professions: null,
  curve: [41],
  bots: [],
  reviewed: { games: 1, luck: 2.3, lost: 0 },
} as unknown as Schemas["OwnFigures"];

afterEach(cleanup);

test("one game has no spread, several have", () => {
  render(Figures, { figures: ONE, days: 0 });
  expect(screen.queryByText("How my points are spread")).toBeNull();
  cleanup();
  render(Figures, { figures: { ...ONE, games: 5, distribution: [[41, 5]] }, days: 0 });
  expect(screen.getByText("How my points are spread")).toBeTruthy();
});

test("luck and lost points have a unit, and nothing has no sign", () => {
  render(Figures, { figures: ONE, days: 0 });
  const told = [...document.querySelectorAll("dd")].map((each) => each.textContent?.trim());
  expect(told).toContain("+2.3 points");
  expect(told).toContain("0.0 points");
});

test("a rating says what it means", () => {
  const figures = { tried: 3, solved: 1, streak: 0, longest: 1, rating: 1480 };
  render(PuzzleFigures, { figures: figures as unknown as Schemas["PuzzlesPage"] });
  expect(screen.getByText(/Everybody starts at 1500/)).toBeTruthy();
});
