/** Pages that stay open while the world goes on: another tab changes a deck, or midnight passes. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dateInWords } from "../src/lib/dates";
import DayPage from "../src/pages/day/Page.svelte";
import DeckPage from "../src/pages/deck/Page.svelte";
import { type DeckDraft, emptyDeck, keepDrafts } from "../src/pages/deck/drafts";

const answer = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function openDecks(...names: string[]): Promise<void> {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("away")));
  keepDrafts(names.map(emptyDeck));
  render(DeckPage);
  await fireEvent.click(screen.getByRole("button", { name: "mine" }));
}
async function keptElsewhere(drafts: DeckDraft[]): Promise<void> {
  keepDrafts(drafts);
  dispatchEvent(new StorageEvent("storage", { key: "limes.deck.drafts" }));
  await tick();
}
const shownDeck = () => screen.getByRole("button", { pressed: true }).textContent;

test("a deck that another tab renames stays the one that is shown", async () => {
  await openDecks("box", "mine");
  await keptElsewhere([emptyDeck("box"), emptyDeck("ours")]);
  expect(shownDeck()).toBe("ours");
});

test("a deck that another tab brings or deletes does not move the one that is shown", async () => {
  await openDecks("box", "mine");
  await keptElsewhere([emptyDeck("mine")]);
  expect(shownDeck()).toBe("mine");
  await keptElsewhere([emptyDeck("mine"), emptyDeck("new")]);
  expect(shownDeck()).toBe("mine");
  await keptElsewhere([emptyDeck("new")]);
  expect(shownDeck()).toBe("Standard deck");
});

const day = (name: string) => ({
  day: name,
  ends: 0,
  over: false,
  commitment: "c0ffee",
  players: 0,
  state: "new",
  table: null,
  cards: null,
  nonce: null,
  yours: null,
  board: null,
  bots: [],
});

/** The page of a day that ends before its deal is begun; what the server then says of today. */
async function playAfterMidnight(today: () => Promise<Response>): Promise<void> {
  let midnight = false;
  vi.stubGlobal("fetch", (url: string) => {
    if (url.endsWith("/days/today")) return midnight ? today() : Promise.resolve(answer(day("2026-11-17")));
    if (url.endsWith("/days/attempt"))
      return Promise.resolve(answer({ error: { code: "day_over", message: "" } }, 409));
    if (url.endsWith("/days")) return Promise.resolve(answer({ days: [] }));
    return Promise.reject(new Error("away"));
  });
  render(DayPage, { id: "" });
  const play = await screen.findByRole<HTMLButtonElement>("button", { name: "Play" });
  midnight = true;
  await fireEvent.click(play);
  await vi.waitFor(() => expect(play.disabled).toBe(false));
}

test("after midnight the page turns and says so", async () => {
  await playAfterMidnight(() => Promise.resolve(answer(day("2026-11-18"))));
  expect(screen.getByRole("alert").textContent).toContain("Here is today's deal.");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(dateInWords("2026-11-18"));
});

test("a page that could not turn after midnight does not say that it did", async () => {
  await playAfterMidnight(() => Promise.reject(new Error("away")));
  expect(screen.getByRole("alert").textContent).toBe("The server is not responding. Try again in a moment.");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(dateInWords("2026-11-17"));
});
