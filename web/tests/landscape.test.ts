/** A landscape can be read zone by zone, walked with the arrow keys, and tapped. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import Landscape from "../src/draw/Landscape.svelte";
import { landscapeZones, readLandscape } from "../src/game/notation";

const ZONES = landscapeZones(readLandscape("1@d4N 1@d5N").cards, ["rFwf"]);
const PLAYED = {
  zones: ZONES,
  workers: [{ zone: "d4ne", points: 4 }],
  places: ["e4"],
  label: "Your landscape",
};

afterEach(cleanup);

const focused = () => document.activeElement?.getAttribute("data-zone");

test("a landscape to look at is one picture with a name", () => {
  render(Landscape, { ...PLAYED });
  expect(screen.getByRole("img", { name: "Your landscape" })).toBeTruthy();
  expect(screen.queryAllByRole("gridcell")).toEqual([]);
});

test("every zone says what it is, who stands there and what that earns", () => {
  render(Landscape, { ...PLAYED, ontap: () => undefined });
  expect(screen.getByRole("grid", { name: "Your landscape" })).toBeTruthy();
  expect(
    screen.getByRole("gridcell", { name: "d4ne: field, hut, territory of 4 zones, farmer, 4 points" }),
  ).toBeTruthy();
  expect(screen.getByRole("gridcell", { name: "d4nw: rock" })).toBeTruthy();
  expect(screen.getAllByRole("gridcell", { name: "e4: free, the card can go here" })).toHaveLength(4);
});

test("arrow keys walk from zone to zone and stop at the edge; the space bar taps", async () => {
  const ontap = vi.fn();
  render(Landscape, { ...PLAYED, ontap });
  const start = screen.getByRole("gridcell", { name: /^d4ne/ });
  await fireEvent.click(start);
  start.focus();
  await fireEvent.keyDown(start, { key: "ArrowUp" });
  expect(focused()).toBe("d5se");
  await fireEvent.keyDown(document.activeElement!, { key: "ArrowLeft" });
  await fireEvent.keyDown(document.activeElement!, { key: "ArrowLeft" });
  expect(focused()).toBe("d5sw");
  await fireEvent.keyDown(document.activeElement!, { key: " " });
  expect(ontap.mock.calls).toEqual([["d4ne"], ["d5sw"]]);
});

test("only one zone at a time is reached by the tab key", () => {
  render(Landscape, { ...PLAYED, ontap: () => undefined });
  expect(screen.getAllByRole("gridcell").filter((cell) => cell.tabIndex === 0)).toHaveLength(1);
});

test("pointing at a worker's zone is told", async () => {
  const onpoint = vi.fn();
  render(Landscape, { ...PLAYED, ontap: () => undefined, onpoint });
  await fireEvent.pointerOver(screen.getByRole("gridcell", { name: /^d4ne/ }), { pointerType: "mouse" });
  expect(onpoint).toHaveBeenLastCalledWith("d4ne");
});

test("a worker that acted stays bright beside what is lit up, with its points", () => {
  const workers = [
    { zone: "d4ne", points: 4 },
    { zone: "d5sw", points: 1 },
  ];
  const badges = () => [...document.querySelectorAll("svg > g > text")].map((each) => each.textContent);
  const { rerender } = render(Landscape, { ...PLAYED, workers, lit: "d5sw" });
  expect(badges()).toEqual(["1"]);
  void rerender({ ...PLAYED, workers, lit: "d5sw", bright: ["d4ne"] });
  return vi.waitFor(() => expect(badges().sort()).toEqual(["1", "4"]));
});
