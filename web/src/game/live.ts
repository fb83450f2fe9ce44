/** A table's socket: connects again by itself, asks for what it missed, repeats turns until they are acknowledged. */
import type { Schemas } from "$lib/api";
import { type Socket, end } from "$lib/end";
import { language, t } from "$lib/i18n.svelte";
import { keep, keptList } from "$lib/kept";
import { remember } from "$lib/proof";
import { sentence } from "$lib/refusals";
import { drafted, keepDraft } from "./draft";
import { type SentTurn, type SentUndo, isAilment, isPassing, isSentTurn, newId, refusal } from "./sent";
import { type Table, fromServer, takenBack, withEvent, withLaid, withSeat, withSeats } from "./table";

type ServerMessage = Schemas["ServerMessage"];

export type Connection = "connecting" | "open" | "lost" | "refused";

export interface LiveState {
  readonly connection: Connection;
  readonly table: Table | null;
  readonly outbox: readonly SentTurn[];
  readonly undo: SentUndo | null;
  /** It would tell cards of today's deal to somebody who may yet play it. */
  readonly hidden: boolean;
  /** What the server refused last, in a sentence. */
  readonly problem: string;
  /** By how many milliseconds the server's clock is ahead of this device's; null until it was asked. */
  readonly ahead: number | null;
}

const CONNECTING = 0;
const OPEN = 1;
const SHORTEST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const PING_EVERY = 20_000;
const REPEAT_AFTER = 4_000;
/** A server that is asked says something by then, or the connection is dead. */
const ANSWER_WITHIN = 3_000;
const CONNECT_WITHIN = 10_000;
/** As a browser closes a connection that broke. */
const BROKEN = 1006;
/** The process ends or lets the table go; another one answers. All its clients come, but not all at once. */
const SENT_AWAY = 1012;
const SOONEST = 50;
const SPREAD = 700;
/** The server hears this client no more, because it sent too much. */
const NOT_HEEDED = 1008;

export class Live {
  #state: LiveState;
  #socket: Socket | null = null;
  #wait = SHORTEST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #expectedBy = Infinity;
  #heard = 0;
  #asked: number | null = null;
  #ended = false;
  #whole = true;
  #paused = false;
  /** The server said that it cannot store anything. */
  #ailing = false;

  constructor(
    readonly id: string,
    readonly onchange: (state: LiveState) => void,
    readonly makeSocket: (path: string) => Socket = (path) => end().socket(path),
  ) {
    this.#state = {
      connection: "connecting",
      hidden: false,
      table: null,
      outbox: keptList(`outbox.${id}`, isSentTurn),
      undo: null,
      problem: "",
      ahead: null,
    };
    this.#connect();
  }

  get state(): LiveState {
    return this.#state;
  }

  /** Send a turn, now or as soon as there is a connection, until it is acknowledged. */
  lay(seat: number, round: number, turn: string): void {
    const sent: SentTurn = { id: newId(), seat, round, attempt: this.#attempt(seat), turn };
    const others = this.#state.outbox.filter((each) => each.seat !== seat || each.round !== round);
    this.#set({ outbox: [...others, sent], problem: "" });
    this.#probe();
    this.#send(sent);
  }

  /** Take the acknowledged turn of the running round back; whether that is still possible, the server says. */
  takeBack(seat: number): void {
    const own = this.#state.table?.yours.find((each) => each.seat === seat);
    if (!own?.laid || this.#state.undo) return;
    this.#set({ undo: { id: newId(), seat, round: own.round, attempt: own.attempt }, problem: "" });
    this.#probe();
    this.#sendUndo();
  }

  /** Make sure of the connection, for instance when the browser is online again or looked at again. */
  hurry(): void {
    if (this.#ended || this.#state.connection === "refused") return;
    if (this.#socket?.readyState === OPEN) this.#probe();
    else if (this.#socket?.readyState === CONNECTING) this.#expect(ANSWER_WITHIN);
    else {
      this.#wait = SHORTEST_WAIT;
      this.#again(0);
    }
  }

  /** Ask for the whole table anew, for instance after taking a seat. */
  refresh(): void {
    this.#whole = true;
    this.#drop();
    this.#again(0);
  }

  end(): void {
    this.#ended = true;
    this.#drop();
    clearTimeout(this.#timer);
  }

  #connect(): void {
    if (this.#ended) return;
    this.#drop();
    const { table } = this.#state;
    const after = table && !this.#whole ? `&after=${table.last}` : "";
    const socket = this.makeSocket(`/tables/${this.id}/socket?lang=${language()}${after}`);
    this.#socket = socket;
    this.#expect(CONNECT_WITHIN);
    socket.onmessage = ({ data }) => {
      for (const line of String(data).split("\n")) {
        if (socket === this.#socket) this.#hear(JSON.parse(line) as ServerMessage);
      }
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#lost(code);
    };
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#asked = null;
    clearInterval(this.#heartbeat);
    this.#answered();
    socket?.close();
  }

  /** The connection counts as lost unless the server says something within this time. */
  #expect(milliseconds: number): void {
    if (this.#socket?.near) return;
    const by = Date.now() + milliseconds;
    if (by >= this.#expectedBy) return;
    this.#answered();
    this.#expectedBy = by;
    this.#patience = setTimeout(() => this.#lost(BROKEN), milliseconds);
  }

  #answered(): void {
    clearTimeout(this.#patience);
    this.#expectedBy = Infinity;
  }

  /** Ask whether anybody is there, and what time it is. */
  #probe(): void {
    if (this.#socket?.readyState !== OPEN) return;
    this.#asked ??= Date.now();
    this.#expect(ANSWER_WITHIN);
    this.#socket.send('{"type":"ping"}');
  }

  #lost(code: number): void {
    this.#drop();
    if (code >= 4400 && code < 4500 && code !== 4429) {
      this.#set({ connection: "refused" });
      return;
    }
    if (code === SENT_AWAY) {
      this.#set({ connection: "lost" });
      this.#again(SOONEST + Math.random() * SPREAD);
      return;
    }
    if (code === NOT_HEEDED) {
      this.#wait = LONGEST_WAIT;
      this.#paused = true;
      this.#set({
        problem: t("This page sent too many messages at once. It will carry on by itself in a few seconds."),
      });
    }
    this.#set({ connection: "lost" });
    this.#again(this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #again(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), milliseconds);
  }

  #hear(message: ServerMessage): void {
    this.#heard = Date.now();
    this.#answered();
    const { table } = this.#state;
    switch (message.type) {
      case "table":
        this.#whole = false;
        if (!message.rounds.length) remember(message.table, message.commitment);
        this.#follow(fromServer(message, table));
        this.#welcome();
        return;
      case "seats":
        if (table) this.#follow(withSeats(table, message));
        this.#welcome();
        return;
      case "event": {
        const next = table && withEvent(table, message);
        if (!next) this.#lost(BROKEN);
        else {
          this.#follow(next);
          if (this.#laidElsewhere(message) || this.#invitesAnew(message)) this.refresh();
        }
        return;
      }
      case "seat":
        if (table) this.#follow(withSeat(table, message));
        this.#tidy();
        return;
      case "presence":
        if (table) this.#set({ table: { ...table, present: message.seats } });
        return;
      case "ack":
        if (table) {
          const sent = this.#state.outbox.find(({ id }) => id === message.id);
          if (sent) this.#set({ table: withLaid(table, sent.seat, sent.round, sent.turn) });
        }
        this.#forget(message.id);
        if (this.#ailing) this.#set({ problem: "" });
        this.#ailing = false;
        if (this.#state.undo?.id === message.id) this.#set({ undo: null });
        return;
      case "error":
        this.#refused(message);
        return;
      case "pong":
        if (this.#asked === null) return;
        this.#set({ ahead: message.now * 1000 - (this.#asked + this.#heard) / 2 });
        this.#asked = null;
    }
  }

  /** The table as it is now. A turn that was taken back is a draft again, as it lay. */
  #follow(table: Table): void {
    for (const { seat, round, laid } of takenBack(this.#state.table, table)) {
      keepDraft(this.id, seat, drafted(round, laid));
    }
    this.#set({ table });
  }

  /** Another device, or a stand-in, laid for an own seat; only the whole table tells which turn. */
  #laidElsewhere({ kind, seat, round }: Schemas["EventView"]): boolean {
    const { table, outbox } = this.#state;
    const own = table?.yours.find((each) => each.seat === seat && each.round === round);
    const sent = outbox.some((each) => each.seat === seat && each.round === round);
    return kind === "turn" && own?.laid === null && !sent;
  }

  /** Somebody was turned out, and with that the invitation that this page shows is void. */
  #invitesAnew({ kind }: Schemas["EventView"]): boolean {
    return kind === "turned_out" && Boolean(this.#state.table?.invitation);
  }

  #attempt(seat: number): number {
    return this.#state.table?.yours.find((own) => own.seat === seat)?.attempt ?? 1;
  }

  #welcome(): void {
    this.#wait = SHORTEST_WAIT;
    this.#set({ connection: "open", ...(this.#paused ? { problem: "" } : {}) });
    this.#paused = false;
    this.#tidy();
    this.#probe();
    this.#state.outbox.forEach((sent) => this.#send(sent));
    this.#sendUndo();
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => this.#beat(), REPEAT_AFTER);
  }

  /** Repeats what is not acknowledged, and notices a connection that died without a word. */
  #beat(): void {
    const { outbox, undo } = this.#state;
    if (outbox.length || undo || Date.now() - this.#heard > PING_EVERY) this.#probe();
    outbox.forEach((sent) => this.#send(sent));
    this.#sendUndo();
  }

  /** Turns that the table already knows, or that came too late, need no acknowledgement any more. */
  #tidy(): void {
    const { table, outbox } = this.#state;
    if (!table) return;
    for (const { id, seat, round, attempt } of outbox) {
      const own = table.yours.find((each) => each.seat === seat && each.round === round);
      const over = !table.running || table.running.round > round;
      if (over || own?.laid || (own && own.attempt > attempt)) this.#forget(id);
    }
  }

  #send(turn: SentTurn): void {
    if (this.#socket?.readyState !== OPEN) return;
    this.#socket.send(JSON.stringify({ type: "turn", ...turn }));
  }

  #sendUndo(): void {
    const { undo } = this.#state;
    if (undo && this.#socket?.readyState === OPEN)
      this.#socket.send(JSON.stringify({ type: "undo", ...undo }));
  }

  #refused({ id, code, message }: Schemas["ErrorMessage"]): void {
    if (isAilment(code)) {
      this.#ailing = true;
      this.#set({ problem: sentence(code, message) });
    }
    if (isPassing(code)) return;
    if (code === "day_hidden") this.#set({ hidden: true });
    const undo = id !== null && this.#state.undo?.id === id;
    const problem = refusal(code, message, undo);
    this.#set({ ...(undo ? { undo: null } : {}), ...(problem === null ? {} : { problem }) });
    if (id) {
      this.#forget(id);
      this.refresh();
    }
  }

  #forget(id: string): void {
    this.#set({ outbox: this.#state.outbox.filter((sent) => sent.id !== id) });
  }

  #set(changed: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...changed };
    if (changed.outbox) keep(`outbox.${this.id}`, changed.outbox.length ? changed.outbox : null);
    this.onchange(this.#state);
  }
}
