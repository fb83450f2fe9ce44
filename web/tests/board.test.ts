/** The study board as people use it: cards from the tray, the tree, and a coach whose values come line by line. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Offer } from "../src/game/offer";
import { type Losses, keepLook, keepStudy, keptStudies, openedStudy } from "../src/game/studies";
import { EMPTY_STUDY, readStudy } from "../src/game/study";
import { writePath } from "../src/game/studyTree";
import { Board } from "../src/pages/board/board.svelte";
import { Coach, type Told } from "../src/pages/board/coach.svelte";
import Desk from "../src/pages/board/Desk.svelte";
import { faces, situations } from "./situations";

const FARMS = readStudy("Study: Farms\n\n1. 17 d4N+ne\n2. 3 d5E (d3N)\n3. 8 e5S\n");
const NONE: Losses = new Map();
const FIRST: Offer = situations[0]!.offer;
const offers = new Map<number, Offer>(
  [...situations.map(({ offer }) => offer), FIRST].map((offer) => [offer.card, offer]),
);

/** Streams that are open, with what was asked. */
interface Stream {
  asked: { card: number; turns: string[]; landscape: string };
  signal: AbortSignal;
  say: (told: Partial<Told>) => void;
  end: () => void;
  /** Nobody reads it any more. */
  left: boolean;
}
let streams: Stream[] = [];
let refusal: Response | null = null;

const TOLD: Told = { playouts: 1, more: true, turns: [], asked: [], places: [], cards: [], why: [] };
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

function fetched(path: string, init: RequestInit): Promise<Response> {
  const asked = JSON.parse(String(init.body)) as Stream["asked"] & { text?: string };
  if (path.endsWith("/study/score"))
    return Promise.resolve(
      json({
        landscape: { territories: [], total: 5 },
        scoring: { total: 5, workers: [], territories: [], best_first: [] },
      }),
    );
  if (path.endsWith("/study/offer"))
    return Promise.resolve(
      json({ landscape: { total: 0 }, offer: { ...(offers.get(asked.card) ?? FIRST), card: asked.card } }),
    );
  if (refusal) return Promise.resolve(refusal);
  const signal = init.signal as AbortSignal;
  let leave = () => true;
  return new Promise((resolve) => {
    const body = new ReadableStream<Uint8Array>({
      start(control) {
        const encoder = new TextEncoder();
        const stream: Stream = {
          asked,
          signal,
          say: (told) => control.enqueue(encoder.encode(JSON.stringify({ ...TOLD, ...told }) + "\n")),
          end: () => control.close(),
          left: false,
        };
        signal.addEventListener("abort", () => control.error(new DOMException("", "AbortError")));
        streams.push(stream);
        leave = () => (stream.left = true);
      },
      cancel: () => void leave(),
    });
    resolve(new Response(body, { headers: { "content-type": "application/x-ndjson" } }));
  });
}

beforeEach(() => {
  localStorage.clear();
  streams = [];
  refusal = null;
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function opened(study = EMPTY_STUDY, path: number[] = []): Board {
  const board = new Board(faces, { study, path, own: "", losses: NONE });
  render(Desk, { board, map: undefined });
  return board;
}
vi.setConfig({ testTimeout: 30_000 });
/** A busy machine takes its time. */
const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 20_000 });
const zone = (name: string) => document.querySelector<SVGElement>(`[data-zone=${name}]`)!;
const stream = (number: number) =>
  until(() => {
    expect(streams.length).toBe(number);
    return streams[number - 1]!;
  });
const key = (name: string) => fireEvent.keyDown(document.body, { key: name });

test("a card of the tray is laid, and the turn stands in the tree and in the browser", async () => {
  const board = opened();
  expect(keptStudies()).toEqual([]);
  await fireEvent.click(document.querySelector(`[data-card="${FIRST.card}"]`)!);
  await until(() => expect(zone("d4nw").getAttribute("aria-label")).toContain("free"));
  await fireEvent.click(zone("d4nw"));
  await fireEvent.click(screen.getByTestId("lay"));
  expect(board.path).toEqual([0]);
  const list = screen.getByRole("list", { name: "The turns" });
  expect(within(list).getByRole("button", { current: "step" }).textContent).toContain("d4N");
  expect(keptStudies()[0]?.text).toContain(`1. ${FIRST.card} d4N`);
  expect(screen.getByText("Choose a card")).toBeTruthy();
});

test("the same card taken again can be laid", async () => {
  const board = opened();
  board.take(FIRST.card);
  await until(() => expect(board.offer).toBeTruthy());
  board.take(FIRST.card);
  await tick();
  await fireEvent.click(zone("d4nw"));
  expect(board.turn.text).toBe("d4N");
});

test("a comment is kept while it is written, and the coach names workers by the zone they stand on then", async () => {
  const board = opened(FARMS, [0]);
  await fireEvent.click(screen.getByRole("button", { name: "Comment" }));
  await fireEvent.input(screen.getByTestId("comment"), { target: { value: "Why " } });
  expect(keptStudies()[0]?.text).toContain("Why");
  const turn = FARMS.children[0]!.children[0]!.turn;
  expect(board.zonesAfter(turn).size).toBe(8);
});

test("who only looks at a study does not change it", () => {
  keepStudy({ own: "a", study: FARMS, path: [], losses: NONE }, 1);
  keepStudy({ own: "b", study: { ...FARMS, name: "another" }, path: [], losses: NONE }, 2);
  keepLook({ own: "a", study: FARMS, path: [0, 0], losses: NONE });
  keepLook({ own: "b", study: FARMS, path: [0, 0], losses: NONE }); // another window has changed it
  expect(keptStudies().map(({ id, at, changed }) => [id, at, changed])).toEqual([
    ["b", writePath([]), 2],
    ["a", writePath([0, 0]), 1],
  ]);
});

test("arrows go back, forward and to what else was tried; what is undone stays", async () => {
  const board = opened(FARMS, [0, 0, 0]);
  await key("ArrowLeft");
  await key("ArrowDown");
  expect(board.path).toEqual([0, 1]);
  await key("u");
  expect(board.path).toEqual([0]);
  expect(board.card).toBe(3);
  await key("ArrowRight");
  expect(board.path).toEqual([0, 1]);
  await key("Home");
  await key("End");
  expect(board.path).toEqual([0, 0, 0]);
  expect(board.study).toBe(FARMS);
});

test("a branch is made the main line, deleted, and brought back", async () => {
  const board = opened(FARMS, [0, 1]);
  await fireEvent.click(screen.getByRole("button", { name: "Make this the main line" }));
  expect(board.path).toEqual([0, 0]);
  await fireEvent.click(screen.getByRole("button", { name: "Delete from here on" }));
  expect(board.study.children[0]?.children.map(({ turn }) => turn)).toEqual(["d5E"]);
  const said = screen.getAllByRole("status").find((each) => each.textContent?.includes("deleted"))!;
  await fireEvent.click(within(said).getByRole("button"));
  expect(board.node?.turn).toBe("d3N");
});

test("a turn and the study get a comment", async () => {
  const board = opened(FARMS, [0]);
  await fireEvent.click(screen.getByRole("button", { name: "Comment" }));
  await fireEvent.change(screen.getByTestId("comment"), { target: { value: "Solid." } });
  expect(board.node?.comment).toBe("Solid.");
  expect(screen.getAllByText("Solid.", { selector: "p" }).length).toBe(2); // beside the board and in the tree
});

async function coached(): Promise<[Board, Stream]> {
  const board = opened({ ...FARMS, children: [] });
  board.take(FIRST.card);
  await fireEvent.click(screen.getByRole("button", { name: "The coach" }));
  return [board, await stream(1)];
}

test("nobody is asked before the coach is unfolded, and nobody after it is folded again", async () => {
  const [, first] = await coached();
  expect(first.asked).toMatchObject({ card: FIRST.card, landscape: "|", turns: [] });
  await fireEvent.click(screen.getByRole("button", { name: "The coach" }));
  expect(first.signal.aborted).toBe(true);
});

test("values come line by line as differences to the best; a tap draws the turn as a draft", async () => {
  const [board, first] = await coached();
  first.say({ turns: [{ turn: "d4E", loss: 0, error: 0.5 }] });
  await until(() => expect(screen.getByText("d4E")).toBeTruthy());
  first.say({
    turns: [
      { turn: "d4N+ne", loss: 0, error: 0.2 },
      { turn: "d4S", loss: 0.84, error: 0.2 },
    ],
    cards: [{ card: 7, value: 1.24, error: 0.5 }],
  });
  await until(() => expect(screen.getByText("−0.8")).toBeTruthy());
  expect(screen.queryByText("d4E")).toBeNull();
  expect(screen.getByText("+1.2")).toBeTruthy();
  await fireEvent.click(screen.getByText("d4S"));
  expect(board.turn.text).toBe("d4S");
  const second = await stream(2);
  expect(first.signal.aborted).toBe(true);
  expect(second.asked.turns).toEqual(["d4S"]);
  expect(screen.getByText("−0.8")).toBeTruthy();
  second.say({
    more: false,
    turns: [{ turn: "d4N+ne", loss: 0, error: 0.1 }],
    asked: [{ turn: "d4S", loss: 0.9, error: 0.1 }],
    why: ["More forest."],
  });
  second.end();
  await until(() => expect(screen.getByText("More forest.")).toBeTruthy());
  expect(screen.getAllByText("Your draft").length).toBe(1);
  await until(() =>
    expect(screen.getAllByRole("status").some((each) => each.textContent?.includes("Best turn:"))).toBe(true),
  );
});

test("a comment neither takes the draft away nor asks the coach anew", async () => {
  const [board, first] = await coached();
  await fireEvent.click(zone("d4nw"));
  await stream(2);
  board.say({ comment: "Why?" });
  await tick();
  expect(board.turn.text).toBe("d4N");
  expect(first.signal.aborted).toBe(true);
  expect(streams.length).toBe(2);
  expect(streams[1]?.signal.aborted).toBe(false);
});

test("other variants are other offers", async () => {
  const asked = vi.fn(fetched);
  vi.stubGlobal("fetch", asked);
  const board = opened();
  board.take(FIRST.card);
  await until(() => expect(board.offer).not.toBeNull());
  const before = asked.mock.calls.length;
  board.change({ ...board.study, variants: ["ferryman"] });
  await until(() => expect(asked.mock.calls.length).toBe(before + 1));
  expect(String(asked.mock.calls.at(-1)?.[1].body)).toContain("ferryman");
});

test("turns of the tree get what they lose, as soon as the coach knows it", async () => {
  opened(FARMS, [0]);
  await fireEvent.click(screen.getByRole("button", { name: "The coach" }));
  const only = await stream(1);
  expect(only.asked.turns).toEqual(["d5E", "d3N"]);
  only.say({ asked: [{ turn: "d3N", loss: 1.44, error: 0.2 }] });
  await until(() => expect(screen.getByRole("button", { name: /d3N.*−1\.4/ })).toBeTruthy());
});

test("the stream ends where the position changes, the page is hidden or left", async () => {
  const board = opened(FARMS, [0]);
  await fireEvent.click(screen.getByRole("button", { name: "The coach" }));
  const first = await stream(1);
  board.go([0, 0]);
  const second = await stream(2);
  expect(first.signal.aborted).toBe(true);
  const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await fireEvent(document, new Event("visibilitychange"));
  expect(second.signal.aborted).toBe(true);
  hidden.mockReturnValue("visible");
  await fireEvent(document, new Event("visibilitychange"));
  const third = await stream(3);
  hidden.mockRestore();
  cleanup();
  expect(third.signal.aborted).toBe(true);
});

test("a look at a whole line marks what each turn lost, keeps it with the study and leads to the worst", async () => {
  const board = opened(FARMS, [0, 0, 0]);
  await fireEvent.click(screen.getByRole("button", { name: "The coach" }));
  await fireEvent.click(screen.getByTestId("survey"));
  const losses = [0, 2.5, 0.4];
  for (const [index, loss] of losses.entries()) {
    const { asked, say, end } = await stream(index + 1);
    expect(asked.landscape.split("|")[0]!.split(" ").filter(Boolean).length).toBe(index);
    say({ playouts: 20, asked: [{ turn: asked.turns[0]!, loss: 9, error: 3 }] });
    say({ more: false, asked: [{ turn: asked.turns[0]!, loss, error: 0.1 }] });
    end();
  }
  const worst = await screen.findByTestId("worst");
  expect(worst.textContent).toContain("Turn 2 −2.5");
  expect(screen.getByRole("button", { name: /e5S.*−0\.4/ })).toBeTruthy();
  const [kept] = keptStudies();
  const told = (loss: number) => ({ loss, playouts: 4000 });
  expect(kept?.losses).toEqual({ "1": told(0), "2": told(2.5), "3": told(0.4) });
  expect((await openedStudy(`#own=${kept?.id}`))?.losses.get(board.name([0, 0]))).toEqual(told(2.5));
  board.value(board.name([0, 0]), 8, [{ turn: "e5S", loss: 9, error: 3 }], 20);
  expect(board.losses.get(board.name([0, 0, 0]))).toEqual(told(0.4));
  board.go([0, 1]);
  await tick();
  expect(screen.queryByTestId("worst")).toBeNull();
  board.go([0, 0]);
  await fireEvent.click(await screen.findByTestId("worst"));
  expect(board.path).toEqual([0]);
  expect(board.card).toBe(3);
});

test("what is moved while a line is looked at keeps its losses; finer values end a look", async () => {
  const board = opened(FARMS, [0, 1]);
  await fireEvent.click(screen.getByRole("button", { name: "The coach" }));
  const position = await stream(1);
  await fireEvent.click(screen.getByTestId("survey"));
  expect(position.signal.aborted).toBe(true);
  const first = await stream(2);
  board.promote();
  const enough = { playouts: 5000, asked: [{ turn: first.asked.turns[0]!, loss: 0.7, error: 0.1 }] };
  first.say(enough);
  const second = await stream(3);
  expect(first.left).toBe(true);
  expect(second.asked.turns).toEqual(["d3N"]);
  second.say({ more: false, asked: [{ turn: "d3N", loss: 1.1, error: 0.1 }] });
  second.end();
  expect((await screen.findByTestId("worst")).textContent).toContain("Turn 2 −1.1");
  expect(board.losses.get("17 d4N+ne/3 d3N")?.loss).toBe(1.1);
  expect(board.losses.size).toBe(2);
});

test("a look ends with the coach's folding, and goes on where it was", async () => {
  opened(FARMS, [0, 0, 0]);
  const fold = screen.getByRole("button", { name: "The coach" });
  await fireEvent.click(fold);
  await fireEvent.click(screen.getByTestId("survey"));
  const first = await stream(1);
  first.say({ playouts: 5000, asked: [{ turn: first.asked.turns[0]!, loss: 0, error: 0.1 }] });
  const second = await stream(2);
  await fireEvent.click(fold);
  expect(second.signal.aborted).toBe(true);
  await fireEvent.click(fold);
  await fireEvent.click(screen.getByTestId("survey"));
  const third = await stream(3);
  expect(third.asked.turns).toEqual(second.asked.turns);
});

test("a look at a whole line can be stopped", async () => {
  opened(FARMS);
  await fireEvent.click(screen.getByRole("button", { name: "The coach" }));
  const first = await stream(1);
  await fireEvent.click(screen.getByTestId("survey"));
  const second = await stream(2);
  expect(first.signal.aborted).toBe(true);
  await fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(second.signal.aborted).toBe(true);
  await stream(3); // the position that is shown, as before
  expect(screen.queryByTestId("worst")).toBeNull();
});

test("in a variation the cards of the main line come", () => {
  const board = opened(FARMS, [0, 1]);
  expect(board.children).toEqual([]);
  expect(board.card).toBe(8);
});

test("Enter lays a turn of the coach's that is drawn; a card to hope for is taken after its turn", async () => {
  const [board, first] = await coached();
  const turns = [{ turn: "d4S", loss: 0, error: 0.2 }];
  first.say({ turns });
  const found = await screen.findByRole("button", { name: /d4S/ });
  await fireEvent.keyDown(found, { key: "Enter" });
  expect(board.path).toEqual([]);
  await fireEvent.click(found);
  await fireEvent.keyDown(found, { key: "Enter" });
  expect(board.node?.turn).toBe("d4S");
  board.start();
  const again = await stream(streams.length + 1);
  again.say({ turns, cards: [{ card: 7, value: 1.2, error: 0.1 }] });
  await fireEvent.click(await screen.findByRole("button", { name: /Card 7/ }));
  expect(board.node?.turn).toBe("d4S");
  expect(board.card).toBe(7);
});

test("U brings back what was deleted; Escape closes a comment before it takes anything back", async () => {
  const board = opened(FARMS, [0, 0, 0]);
  await key("Delete");
  expect(board.path).toEqual([0, 0]);
  await key("u");
  expect(board.path).toEqual([0, 0, 0]);
  await fireEvent.click(screen.getByRole("button", { name: "Comment" }));
  await fireEvent.keyDown(screen.getByTestId("comment"), { key: "Escape" });
  expect(screen.queryByTestId("comment")).toBeNull();
  expect(board.path).toEqual([0, 0, 0]);
});

test("a refusal is told, and the coach can be asked again", async () => {
  refusal = json({ error: { code: "busy", message: "Too much at once." } }, 429);
  opened(FARMS, [0]);
  await fireEvent.click(screen.getByRole("button", { name: "The coach" }));
  const alert = await screen.findByRole("alert");
  refusal = null;
  await fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  await stream(1);
});

test("a coach that is stopped hears nothing more", async () => {
  const coach = new Coach();
  coach.ask({ landscape: "|", card: 1, variants: [], turns: [] });
  coach.stop();
  await new Promise((done) => setTimeout(done, 0));
  expect(streams).toEqual([]);
  expect(coach.busy).toBe(false);
});
