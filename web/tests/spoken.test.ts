/** What is said of a card, of a landscape and of a tip to who does not see them. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import Landscape from "../src/draw/Landscape.svelte";
import { groundWords } from "../src/draw/words";
import { cardZones } from "../src/game/notation";
import { NO_TIPS, settings } from "../src/lib/settings.svelte";
import Hand from "../src/pages/table/Hand.svelte";
import Hint from "../src/pages/table/Hint.svelte";
import Score from "../src/pages/table/Score.svelte";
import Settings from "../src/ui/Settings.svelte";

const NOTHING = () => undefined;

beforeEach(() => {
  settings.hints = [];
});
afterEach(cleanup);

test("a card is told zone by zone, as it is held", () => {
  expect(groundWords("rFwt", "N")).toBe(
    "north-west rock, north-east field with a hut, south-west water, south-east forest",
  );
  expect(groundWords("rFwt", "E")).toBe(
    "north-west water, north-east rock, south-west forest, south-east field with a hut",
  );
});

test("the card in hand says its grounds; who watches cannot turn it", async () => {
  const props = { card: 7, face: "rFwt", facing: "E", onturn: NOTHING, ondrag: NOTHING } as const;
  const { rerender } = render(Hand, props);
  expect(screen.getByRole("button", { name: /^Card 7, north-west water, .*: rotate it$/ })).toBeTruthy();
  expect(screen.getAllByRole("button")).toHaveLength(2);
  await rerender({ ...props, watching: true });
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.getByRole("img", { name: /^north-west water/ })).toBeTruthy();
});

test("a zone says what a worker would bring there, unless points are not wanted", async () => {
  const props = { zones: new Map(cardZones("d4", "rFwt", "N")), label: "Mine", ontap: NOTHING };
  const targets = new Map([
    ["d4ne", 5],
    ["d4sw", null],
  ]);
  render(Landscape, { ...props, draft: "d4", targets });
  expect(screen.getByRole("gridcell", { name: /^d4ne/ }).getAttribute("aria-label")).toBe(
    "d4ne: field, hut, a worker can go here: +5 farmer",
  );
  expect(screen.getByRole("gridcell", { name: /^d4sw/ }).getAttribute("aria-label")).toBe(
    "d4sw: water, a worker can go here",
  );
});

test("a card that lies has no dotted place over it", () => {
  const zones = new Map(cardZones("d4", "rFwt", "N"));
  const { container } = render(Landscape, { zones, label: "Mine", places: ["d4", "e4"] });
  expect(container.querySelectorAll("rect.place")).toHaveLength(1);
});

test("a tip is closed by itself, and all of them in the settings", async () => {
  const props = { offered: true, workers: 0, round: 1 };
  const placed = { round: 1, facing: "N", cell: "d4" } as const;
  const { rerender } = render(Hint, { ...props, draft: { round: 1, facing: "N" } });
  await fireEvent.click(screen.getByRole("button", { name: "Close this tip" }));
  expect(screen.queryByRole("button")).toBeNull();
  await rerender({ ...props, draft: placed });
  expect(screen.getByRole("button", { name: "Close this tip" })).toBeTruthy();
  render(Settings);
  await fireEvent.click(screen.getByLabelText("Tips in the first rounds"));
  expect(settings.hints).toEqual([NO_TIPS]);
  expect(screen.queryByRole("button", { name: "Close this tip" })).toBeNull();
});

test("Escape closes the open list of workers and is not heard further", async () => {
  const line = { zone: "d4ne", points: 3, scored: true, change: null };
  const zones = new Map(cardZones("d4", "rFwt", "N"));
  const picture = { zones, lines: [line], workers: ["d4ne"], total: 3, change: 0 };
  render(Score, { picture: picture as never, seat: 0, short: true, lit: null, onlit: NOTHING });
  const heard: boolean[] = [];
  const listen = (event: KeyboardEvent) => void heard.push(event.defaultPrevented);
  addEventListener("keydown", listen);
  await fireEvent.click(screen.getByRole("button", { name: /worker by worker/ }));
  expect(screen.getByText("d4ne")).toBeTruthy();
  await fireEvent.keyDown(document.body, { key: "Escape" });
  expect(screen.queryByText("d4ne")).toBeNull();
  await fireEvent.keyDown(document.body, { key: "Escape" });
  removeEventListener("keydown", listen);
  expect(heard).toEqual([true, false]);
});
