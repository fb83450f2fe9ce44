import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import Chart from "$ui/Chart.svelte";
import Controls from "../src/pages/replay/Controls.svelte";

afterEach(cleanup);

describe("going through the rounds", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function shown(at: number) {
    const asked: number[] = [];
    const { rerender } = render(Controls, {
      at,
      rounds: 16,
      onshow: (round: number) => void asked.push(round),
    });
    return { asked, rerender };
  }

  test("goes back and forth, and no farther than there are rounds", async () => {
    const { asked } = shown(16);
    expect(screen.getByRole("button", { name: "Next round" })).toHaveProperty("disabled", true);
    await fireEvent.click(screen.getByRole("button", { name: "Previous round" }));
    await fireEvent.click(screen.getByRole("button", { name: "Go to the beginning" }));
    expect(asked).toEqual([15, 0]);
  });

  test("plays by itself until it is stopped, by the space bar too", async () => {
    const { asked, rerender } = shown(3);
    await fireEvent.keyDown(document.body, { key: " " });
    vi.advanceTimersByTime(2000);
    expect(asked).toEqual([4]);
    await rerender({ at: 4 });
    vi.advanceTimersByTime(2000);
    expect(asked).toEqual([4, 5]);
    await fireEvent.click(screen.getByRole("button", { name: "Pause" }));
    vi.advanceTimersByTime(9000);
    expect(asked).toEqual([4, 5]);
  });

  test("begins anew when it is played at the end", async () => {
    const { asked } = shown(16);
    await fireEvent.click(screen.getByRole("button", { name: "Start playback" }));
    await tick();
    expect(asked).toEqual([0]);
  });
});

test("a chart has the same figures as a table", () => {
  const lines = [
    { name: "Anna", seat: 0, values: [0, 2, 5] },
    { name: "Tiro", seat: 1, values: [0, 4] },
  ];
  render(Chart, { lines, steps: 2, label: "Points", at: 1 });
  expect(screen.getByRole("img", { name: "Points" })).toBeTruthy();
  const rows = [...document.querySelectorAll("tr")].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect(rows).toEqual([
    ["Round", "Anna", "Tiro"],
    ["0", "0", "0"],
    ["1", "2", "4"],
    ["2", "5", ""],
  ]);
});
