/** A connection that breaks costs nothing: what was missed is asked for, what was confirmed is sent again. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Live } from "../src/game/live";
import type { Socket } from "../src/lib/end";
import { promised } from "../src/lib/proof";
import { deviceNews } from "../src/pages/table/deviceNews";
import { situations } from "./situations";

const OFFER = situations[0]!.offer;
const TABLE = {
  table: "abcdefghij",
  created: 0,
  deck: { name: "standard", cards: ["rFwf"] },
  variants: [],
  seconds: null,
  stand_in: "expert:player",
  commitment: "",
  last: 3,
  seats: [0, 1].map((seat) => ({
    seat,
    kind: "person",
    name: `P${seat}`,
    bot: null,
    landscape: "1@d4N | d4ne",
    total: 2,
  })),
  rounds: [],
  running: { round: 2, rounds: 16, card: 1, face: "rFwf", deadline: null },
  waiting: [0, 1],
  rematch: null,
  closed: null,
  result: null,
  yours: [{ type: "seat", seat: 0, round: 2, attempt: 1, laid: null, offer: OFFER, answered: null }],
  left: [],
  invitation: null,
};

class FakeSocket {
  static all: FakeSocket[] = [];
  sent: Record<string, unknown>[] = [];
  readyState = 1;
  /** Whether pings are answered. */
  alive = true;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    const message = JSON.parse(text) as Record<string, unknown>;
    this.sent.push(message);
    if (message["type"] === "ping" && this.alive) this.say({ type: "pong", now: Date.now() / 1000 });
  }
  close(): void {
    this.readyState = 3;
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  break(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const opened: Live[] = [];
function live(): Live {
  const made = new Live(
    "abcdefghij",
    () => undefined,
    (address) => new FakeSocket(address) as unknown as Socket,
  );
  opened.push(made);
  return made;
}
const socket = () => FakeSocket.all.at(-1)!;
const welcome = () => socket().say({ type: "table", ...TABLE });
const pings = (from: FakeSocket) => from.sent.filter(({ type }) => type === "ping");
const undos = (from: FakeSocket) => from.sent.filter(({ type }) => type === "undo");
const event = (number: number, more: object) => ({ type: "event", number, at: 0, stand_in: false, ...more });
/** A table at which the own turn of round 2 lies and the other seat is waited for. */
function laidAlready(): Live {
  const table = live();
  welcome();
  table.lay(0, 2, "d5N+ne");
  socket().say(event(4, { kind: "turn", seat: 0, round: 2, waiting: [1], running: TABLE.running }));
  socket().say({ type: "ack", id: turns(socket())[0]?.["id"], seat: 0, round: 2, number: 4 });
  return table;
}
const undone = () =>
  socket().say(event(5, { kind: "undo", seat: 0, round: 2, waiting: [0, 1], running: TABLE.running }));
const turns = (from: FakeSocket) => from.sent.filter(({ type }) => type === "turn");

beforeEach(() => {
  localStorage.clear();
  FakeSocket.all = [];
  vi.useFakeTimers();
});
afterEach(() => {
  opened.splice(0).forEach((each) => each.end());
  vi.useRealTimers();
});

test("the table is known from the first message", () => {
  const table = live();
  expect(table.state.connection).toBe("connecting");
  expect(socket().address).toMatch(/^\/tables\/abcdefghij\/socket\?lang=en$/);
  welcome();
  expect(table.state.connection).toBe("open");
  expect(table.state.table?.places[1]?.landscape.workers).toEqual(["d4ne"]);
});

test("after a break it connects again and asks only for what it missed", () => {
  const table = live();
  welcome();
  socket().break();
  expect(table.state.connection).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(socket().address).toMatch(/socket\?lang=en&after=3$/);
});

test("who missed too much takes the whole table and goes on from there", () => {
  const table = live();
  welcome();
  socket().break();
  vi.advanceTimersByTime(1000);
  socket().say({ type: "table", ...TABLE, last: 400 });
  expect(table.state.connection).toBe("open");
  expect(table.state.table?.last).toBe(400);
  socket().break();
  vi.advanceTimersByTime(1000);
  expect(socket().address).toMatch(/&after=400$/);
});

test("it tries again and again, more slowly", () => {
  live();
  for (let attempt = 1; attempt <= 6; attempt++) {
    expect(FakeSocket.all).toHaveLength(attempt);
    socket().break();
    const broken = Date.now();
    vi.advanceTimersToNextTimer();
    expect(Date.now() - broken).toBeLessThanOrEqual(12_500);
  }
});

test("an attempt that gets no answer is given up for the next", () => {
  live();
  vi.advanceTimersByTime(10_500);
  expect(FakeSocket.all.map(({ readyState }) => readyState)).toEqual([3, 1]);
});

test("a refusal is final", () => {
  const table = live();
  socket().break(4404);
  vi.advanceTimersByTime(60_000);
  expect(table.state.connection).toBe("refused");
  expect(FakeSocket.all).toHaveLength(1);
});

test("a gap in the numbers makes it connect again", () => {
  const table = live();
  welcome();
  socket().say({ type: "event", number: 5, kind: "turn", at: 0, seat: 1, round: 2, stand_in: false });
  vi.advanceTimersByTime(1000);
  expect(table.state.table?.last).toBe(3);
  expect(socket().address).toMatch(/after=3$/);
});

test("a turn is sent until it is acknowledged", () => {
  const table = live();
  welcome();
  table.lay(0, 2, "d5N");
  vi.advanceTimersByTime(13_000);
  expect(turns(socket()).length).toBeGreaterThan(2);
  expect(new Set(turns(socket()).map(({ id }) => id)).size).toBe(1);
  socket().say({ type: "ack", id: turns(socket())[0]?.["id"], seat: 0, round: 2, number: 4 });
  expect(table.state.outbox).toEqual([]);
  expect(table.state.table?.yours[0]?.laid).toBe("d5N");
  const before = turns(socket()).length;
  vi.advanceTimersByTime(13_000);
  expect(turns(socket())).toHaveLength(before);
});

test("a turn confirmed without a connection is sent as soon as there is one", () => {
  const table = live();
  welcome();
  const first = socket();
  first.break();
  table.lay(0, 2, "d5N");
  expect(turns(first)).toEqual([]);
  vi.advanceTimersByTime(1000);
  socket().say({ type: "seats", seats: [0], left: [] });
  expect(turns(socket())[0]).toMatchObject({ seat: 0, round: 2, turn: "d5N" });
});

test("a turn that was not acknowledged survives a reload", () => {
  const table = live();
  welcome();
  table.lay(0, 2, "d5N+ne");
  table.end();
  live();
  welcome();
  expect(turns(socket())[0]).toMatchObject({ turn: "d5N+ne" });
});

test("a turn that the table already has is not sent again", () => {
  const table = live();
  welcome();
  table.lay(0, 2, "d5N");
  table.end();
  const again = live();
  socket().say({
    type: "table",
    ...TABLE,
    yours: [{ type: "seat", seat: 0, round: 2, attempt: 1, laid: "d5N", offer: null, answered: OFFER }],
  });
  expect(again.state.outbox).toEqual([]);
  expect(turns(socket())).toEqual([]);
});

test("a refused turn is given back with the reason, and the table is asked for anew", () => {
  const table = live();
  welcome();
  table.lay(0, 2, "d5N");
  const id = turns(socket())[0]?.["id"];
  socket().say({ type: "error", id, code: "already_laid", message: "You have laid." });
  expect(table.state.problem).toBe("You have laid.");
  expect(table.state.outbox).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(socket().address).toMatch(/socket\?lang=en$/);
});

test("a server that stops gets the turn again later", () => {
  const table = live();
  welcome();
  table.lay(0, 2, "d5N");
  socket().say({ type: "error", id: turns(socket())[0]?.["id"], code: "stopping", message: "x" });
  expect(table.state.outbox).toHaveLength(1);
});

test("a server that cannot store anything says so, and gets the turn again until it can", () => {
  const table = live();
  welcome();
  table.lay(0, 2, "d5N");
  const id = turns(socket())[0]?.["id"];
  socket().say({ type: "error", id, code: "disk_full", message: "the server's disk is full" });
  expect(table.state.problem).toBe("The server's disk is full.");
  expect(table.state.outbox).toHaveLength(1);
  socket().say({ type: "ack", id, seat: 0, round: 2, number: 4 });
  expect(table.state.problem).toBe("");
  expect(table.state.outbox).toEqual([]);
});

test("a round that opens changes landscapes, totals and own seats", () => {
  const table = live();
  welcome();
  const running = { round: 3, rounds: 16, card: 1, face: "rFwf", deadline: null };
  const openedRound = { round: 2, card: 1, turns: ["d5N+sw", "d5E:d4ne>d5se"], totals: [5, 7] };
  socket().say({
    type: "event",
    number: 4,
    kind: "turn",
    at: 0,
    seat: 1,
    round: 2,
    stand_in: false,
    opened: openedRound,
    running,
    waiting: [0, 1],
  });
  const { places, yours } = table.state.table!;
  expect(places.map(({ total }) => total)).toEqual([5, 7]);
  expect(places.map(({ landscape }) => landscape.workers)).toEqual([["d4ne", "d5sw"], ["d5se"]]);
  expect(yours[0]).toMatchObject({ round: 3, laid: null, offer: null, answered: null });
  socket().say({ type: "seat", seat: 0, round: 3, attempt: 1, laid: null, offer: OFFER, answered: null });
  expect(table.state.table?.yours[0]?.offer?.card).toBe(OFFER.card);
});

test("a card that a bot laid for us when time was up is told", () => {
  const table = live();
  welcome();
  const event = { type: "event", kind: "turn", at: 0, round: 2, stand_in: true };
  socket().say({ ...event, number: 4, seat: 1 });
  expect(table.state.table?.stoodIn).toBeNull();
  socket().say({ ...event, number: 5, seat: 0 });
  expect(table.state.table?.stoodIn).toBe(2);
});

test("an open seat that is taken gets its name", () => {
  const table = live();
  welcome();
  socket().say({
    type: "event",
    number: 4,
    kind: "seat",
    at: 0,
    seat: 1,
    taken: { kind: "bot", bot: "greedy", name: "greedy (bot)" },
  });
  expect(table.state.table?.places[1]).toMatchObject({ kind: "bot", bot: "greedy" });
});

test("a connection that died without a word is noticed", () => {
  const table = live();
  welcome();
  const before = pings(socket()).length;
  socket().alive = false;
  vi.advanceTimersByTime(24_500);
  expect(pings(socket()).length).toBeGreaterThan(before);
  vi.advanceTimersByTime(3_000);
  expect(table.state.connection).toBe("lost");
});

test("a connection that is doubted answers within three seconds, or a new one is made", () => {
  const table = live();
  welcome();
  const first = socket();
  table.hurry();
  vi.advanceTimersByTime(10_000);
  expect(table.state.connection).toBe("open");
  first.alive = false;
  table.hurry();
  vi.advanceTimersByTime(1_500);
  table.hurry();
  vi.advanceTimersByTime(1_400);
  expect(table.state.connection).toBe("open");
  vi.advanceTimersByTime(100);
  expect(table.state.connection).toBe("lost");
  vi.advanceTimersByTime(500);
  expect(first.readyState).toBe(3);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a turn that a dead connection swallowed is sent over a new one within four seconds", () => {
  const table = live();
  welcome();
  socket().alive = false;
  table.lay(0, 2, "d5N");
  vi.advanceTimersByTime(3_500);
  expect(FakeSocket.all).toHaveLength(2);
  welcome();
  expect(turns(socket())[0]).toMatchObject({ turn: "d5N" });
});

test("whoever hurries while it connects waits for the same connection, three seconds at most", () => {
  const table = live();
  const first = socket();
  first.readyState = 0;
  for (let times = 0; times < 5; times++) {
    table.hurry();
    vi.advanceTimersByTime(500);
  }
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(first.readyState).toBe(3);
});

test("however often a connection is made, only one is open", () => {
  const table = live();
  welcome();
  for (let times = 0; times < 5; times++) {
    table.refresh();
    table.hurry();
    vi.advanceTimersByTime(100);
    socket().break();
    table.hurry();
    vi.advanceTimersByTime(100);
  }
  expect(FakeSocket.all.filter(({ readyState }) => readyState < 2)).toHaveLength(1);
});

test("a device whose clock is wrong knows how far the server's is ahead", () => {
  const table = live();
  socket().alive = false;
  welcome();
  expect(table.state.ahead).toBeNull();
  vi.advanceTimersByTime(200);
  socket().say({ type: "pong", now: Date.now() / 1000 + 3600 });
  expect(table.state.ahead).toBe(3_600_100);
});

test("the whole table may come at any time, and who is present stays known", () => {
  const table = live();
  welcome();
  socket().say({ type: "presence", seats: [1] });
  socket().say({ type: "table", ...TABLE, last: 400, waiting: [1] });
  expect(table.state.table).toMatchObject({ last: 400, waiting: [1], present: [1] });
  socket().say({ type: "event", number: 401, kind: "turn", at: 0, seat: 1, round: 2, stand_in: false });
  expect(table.state.table?.last).toBe(401);
  expect(FakeSocket.all).toHaveLength(1);
});

test("a turn is laid where browsers make no random identifiers of their own", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const table = live();
  welcome();
  table.lay(0, 2, "d5N");
  vi.unstubAllGlobals();
  expect(turns(socket())).toHaveLength(1);
});

test("a client that sent too much says so, waits, and goes on", () => {
  const table = live();
  welcome();
  socket().break(1008);
  expect(table.state.problem).toMatch(/too many messages at once/);
  vi.advanceTimersByTime(5000);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all).toHaveLength(2);
  socket().say({ type: "seats", seats: [0], left: [] });
  expect(table.state.problem).toBe("");
});

test("what a table shows after its first round was promised to nobody here", () => {
  live();
  const rounds = [{ card: 1, turns: ["d4N", "d4N"] }];
  const begun = { ...TABLE, table: "klmnopqrst", rounds };
  socket().say({ type: "table", ...begun, commitment: "late" });
  expect(promised(begun.table)).toBeNull();
});

test("the commitment that was seen first stays", () => {
  live();
  socket().say({ type: "table", ...TABLE, commitment: "first" });
  socket().say({ type: "table", ...TABLE, commitment: "second" });
  expect(promised(TABLE.table)).toBe("first");
});

test("a process that ends sends its clients to another one within a second, not all at once", () => {
  const waits = [0, 0.999].map((chance) => {
    vi.spyOn(Math, "random").mockReturnValue(chance);
    live();
    welcome();
    const broken = Date.now();
    const before = FakeSocket.all.length;
    socket().break(1012);
    while (FakeSocket.all.length === before) vi.advanceTimersByTime(10);
    return Date.now() - broken;
  });
  vi.restoreAllMocks();
  expect(Math.max(...waits)).toBeLessThan(1_000);
  expect(waits[1]! - waits[0]!).toBeGreaterThan(500);
});

test("a turn is taken back and is a draft again, as it lay; the next one is another attempt", () => {
  const table = laidAlready();
  table.takeBack(0);
  expect(undos(socket())[0]).toMatchObject({ seat: 0, round: 2, attempt: 1 });
  undone();
  socket().say({ type: "ack", id: undos(socket())[0]?.["id"], seat: 0, round: 2, number: 5 });
  expect(table.state.undo).toBeNull();
  expect(table.state.table?.yours[0]).toMatchObject({ laid: null, attempt: 2, offer: OFFER });
  expect(JSON.parse(localStorage.getItem("limes.draft.abcdefghij.0")!)).toMatchObject({
    round: 2,
    cell: "d5",
    worker: "ne",
  });
  table.lay(0, 2, "d5E");
  expect(turns(socket()).at(-1)).toMatchObject({ turn: "d5E", attempt: 2 });
});

test("an undo is sent until it is answered, also over the next connection", () => {
  const table = laidAlready();
  socket().break();
  table.takeBack(0);
  vi.advanceTimersByTime(1000);
  socket().say({ type: "seats", seats: [0], left: [] });
  expect(undos(socket())).toHaveLength(1);
  table.takeBack(0);
  vi.advanceTimersByTime(5_000);
  expect(new Set(undos(socket()).map(({ id }) => id)).size).toBe(1);
});

test("who takes back too late is told that the card stays", () => {
  const table = laidAlready();
  table.takeBack(0);
  const id = undos(socket())[0]?.["id"];
  socket().say({ type: "error", id, code: "round_over", message: "round 2 is over" });
  expect(table.state.problem).toMatch(/your card stays/);
  expect(table.state.undo).toBeNull();
});

test("a turn that was taken back elsewhere is dropped without a word", () => {
  const table = live();
  welcome();
  table.lay(0, 2, "d5N");
  const id = turns(socket())[0]?.["id"];
  socket().say({ type: "error", id, code: "withdrawn", message: "was undone" });
  expect(table.state).toMatchObject({ problem: "", outbox: [] });
  vi.advanceTimersByTime(100);
  const [own] = TABLE.yours;
  socket().say({ type: "table", ...TABLE, last: 5, yours: [{ ...own, attempt: 2 }] });
  expect(turns(socket())).toEqual([]);
});

test("a turn that another device laid is asked for, an own one is not", () => {
  const game = live();
  welcome();
  const first = socket();
  const running = TABLE.running;
  first.say(event(4, { kind: "turn", seat: 1, round: 2, running, waiting: [0] }));
  game.lay(0, 2, "b4N n");
  first.say(event(5, { kind: "turn", seat: 0, round: 2, running, waiting: [] }));
  vi.advanceTimersByTime(100);
  expect(socket()).toBe(first);

  FakeSocket.all.length = 0;
  const other = live();
  welcome();
  socket().say(event(4, { kind: "turn", seat: 0, round: 2, running, waiting: [1] }));
  vi.advanceTimersByTime(100);
  expect(FakeSocket.all).toHaveLength(2);
  expect(socket().address).not.toContain("after=");
  const own = { ...TABLE.yours[0], laid: "b4N n", offer: null, answered: OFFER };
  socket().say({ type: "table", ...TABLE, last: 4, waiting: [1], yours: [own] });
  expect(other.state.table?.yours[0]?.laid).toBe("b4N n");
});

test("a turn in the outbox that was taken back by another device is not sent again", () => {
  const table = live();
  welcome();
  table.lay(0, 2, "d5N");
  socket().break();
  vi.advanceTimersByTime(1000);
  const [own] = TABLE.yours;
  socket().say({ type: "table", ...TABLE, last: 5, yours: [{ ...own, attempt: 2 }] });
  expect(table.state.outbox).toEqual([]);
  expect(turns(socket())).toEqual([]);
});

test("a seat that goes to a bot and back is told to the others, not to who left", () => {
  const bot = { kind: "bot", bot: "expert:player", name: "expert:player (bot)" };
  const person = { kind: "person", name: "P1" };
  const table = live();
  welcome();
  socket().say(event(4, { kind: "seat", seat: 1, taken: bot }));
  expect(table.state.table?.changedHands).toEqual({ round: 2, name: "P1", bot: "expert:player" });
  socket().say(event(5, { kind: "seat", seat: 1, taken: person }));
  expect(table.state.table?.changedHands).toEqual({ round: 2, name: "P1", bot: null });
  socket().say(event(6, { kind: "seat", seat: 0, taken: bot }));
  socket().say({ type: "seats", seats: [], left: [0] });
  expect(table.state.table).toMatchObject({ left: [0], yours: [], changedHands: { name: "P1" } });
  socket().say(event(7, { kind: "seat", seat: 0, taken: { kind: "person", name: "P0" } }));
  expect(table.state.table?.changedHands?.name).toBe("P1");
});

test("a seat on another device is told to everybody, and to its holder as their own", () => {
  const table = live();
  welcome();
  const told = () => table.state.table?.deviceChange;
  socket().say(event(4, { kind: "device", seat: 1, device: "given" }));
  expect(told()).toEqual({ round: 2, seat: 1, name: "P1", own: false, change: "given" });
  socket().say(event(5, { kind: "device", seat: 0, device: "added" }));
  const own = { round: 2, seat: 0, name: "P0", own: true, change: "added" };
  expect(told()).toEqual(own);
  socket().say(event(6, { kind: "device", seat: 1, device: "added" }));
  expect(told()).toEqual(own);
});

test("it is told after the game, too, since devices come along to the rematch", () => {
  const table = live();
  const rounds = Array.from({ length: 16 }, () => ({ card: 1, turns: ["d4N", "d4N"] }));
  socket().say({ type: "table", ...TABLE, running: null, rounds });
  socket().say(event(4, { kind: "device", seat: 0, device: "added" }));
  expect(table.state.table && deviceNews(table.state.table)).toBe(
    "P0: another device can now play in the seat.",
  );
});

test("of a seat that somebody else has now, devices are no news", () => {
  const table = live();
  socket().say({ type: "table", ...TABLE, running: null });
  socket().say(event(4, { kind: "device", seat: 1, device: "added" }));
  expect(table.state.table && deviceNews(table.state.table)).not.toBe("");
  socket().say(event(5, { kind: "turned_out", seat: 1, taken: { kind: "open" } }));
  expect(table.state.table && deviceNews(table.state.table)).toBe("");
});

test("a seat that the owner freed is open again", () => {
  const table = live();
  welcome();
  socket().say(event(4, { kind: "turned_out", seat: 1, taken: { kind: "open" } }));
  expect(table.state.table?.places[1]).toMatchObject({ kind: "open", name: "" });
});

test("when somebody was turned out the owner asks for the next invitation, others do not", () => {
  const out = event(4, { kind: "turned_out", seat: 1, taken: {}, running: null, waiting: [] });
  live();
  welcome();
  socket().say(out);
  vi.advanceTimersByTime(100);
  expect(FakeSocket.all).toHaveLength(1);

  const owner = live();
  socket().say({ type: "table", ...TABLE, invitation: "old" });
  socket().say(out);
  vi.advanceTimersByTime(100);
  socket().say({ type: "table", ...TABLE, last: 4, invitation: "new" });
  expect(owner.state.table?.invitation).toBe("new");
});

test("a table that is closed is known to be closed", () => {
  const table = live();
  welcome();
  socket().say(event(4, { kind: "closed", seat: null, closed: "idle", running: null, waiting: [] }));
  expect(table.state.table).toMatchObject({ closed: "idle", running: null, waiting: [] });
});
