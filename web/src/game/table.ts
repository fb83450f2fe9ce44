/** A table as this browser knows it, changed only by what the server says. */
import type { Schemas } from "$lib/api";
import { type LandscapeText, readLandscape, readTurn } from "./notation";

type OwnTable = Schemas["OwnTable"];
type Event = Schemas["EventView"];
export type OwnSeat = Schemas["OwnSeat"];
export type Running = Schemas["Running"];
export type Result = Schemas["Result"];
export type SeatView = Schemas["SeatView"];

export interface Place extends Omit<SeatView, "landscape"> {
  /** As of the last finished round. */
  readonly landscape: LandscapeText;
}

export interface Table extends Omit<OwnTable, "seats" | "yours"> {
  readonly places: readonly Place[];
  readonly yours: readonly OwnSeat[];
  readonly present: readonly number[];
  /** The last round in which time was up for an own seat and a bot laid its card. */
  readonly stoodIn: number | null;
  /** The last time that somebody else left their seat to a bot, or came back to it. */
  readonly changedHands: ChangeOfHands | null;
  /** The last time that another device came to hold a seat, or one of them was ended. */
  readonly deviceChange: DeviceChange | null;
}

export interface DeviceChange {
  /** As `roundOf` says it. */
  readonly round: number;
  readonly seat: number;
  readonly name: string;
  readonly own: boolean;
  readonly change: NonNullable<Event["device"]>;
}

export interface ChangeOfHands {
  readonly round: number;
  /** Who left, or came back. */
  readonly name: string;
  /** Who plays on; null if the person came back. */
  readonly bot: string | null;
}

/** The whole table, which may come at any time; what only messages tell stays as it was known. */
export function fromServer(told: OwnTable, known: Table | null = null): Table {
  const { seats, ...rest } = told;
  const places = seats.map((seat) => ({ ...seat, landscape: readLandscape(seat.landscape) }));
  return {
    ...rest,
    places,
    present: known?.present ?? [],
    stoodIn: known?.stoodIn ?? null,
    changedHands: known?.changedHands ?? null,
    deviceChange: known?.deviceChange ?? null,
  };
}

/** The next event happened; null if one before it is missing. */
export function withEvent(table: Table, event: Event): Table | null {
  if (event.number <= table.last) return table;
  if (event.number > table.last + 1) return null;
  let { places, rounds, yours } = table;
  if (event.opened) {
    const { card, turns, totals } = event.opened;
    rounds = [...rounds, { card, turns }];
    places = places.map((place, seat) => ({
      ...place,
      total: totals?.[seat] ?? place.total,
      landscape: laid(place.landscape, card, turns[seat] ?? ""),
    }));
  }
  if (event.taken && event.seat !== null) {
    const { kind, name, bot } = event.taken;
    places = places.map((place) =>
      place.seat === event.seat
        ? { ...place, kind: (kind ?? "open") as SeatView["kind"], name: name ?? "", bot: bot ?? null }
        : place,
    );
  }
  if (event.kind === "undo") {
    yours = yours.map((own) =>
      own.seat === event.seat && own.round === event.round
        ? { ...own, attempt: own.attempt + 1, laid: null, offer: offerTo(own), answered: null }
        : own,
    );
  }
  if (event.running !== undefined && event.running?.round !== table.running?.round) {
    yours = yours.map((own) => ({
      ...own,
      round: event.running?.round ?? own.round,
      attempt: 1,
      laid: null,
      offer: null,
      answered: null,
    }));
  }
  return {
    ...table,
    last: event.number,
    stoodIn:
      event.stand_in && yours.some(({ seat }) => seat === event.seat) ? (event.round ?? null) : table.stoodIn,
    changedHands: changeOfHands(table, event) ?? table.changedHands,
    deviceChange: deviceChange(table, event) ?? (hasLeft(table, event) ? null : table.deviceChange),
    places,
    rounds,
    yours,
    running: event.running === undefined ? table.running : event.running,
    waiting: event.waiting ?? table.waiting,
    rematch: event.rematch ?? table.rematch,
    closed: event.closed ?? table.closed,
    result: event.result ?? table.result,
  };
}

/** An own seat as the server tells it. */
export function withSeat(table: Table, own: OwnSeat): Table {
  const others = table.yours.filter(({ seat }) => seat !== own.seat);
  return { ...table, yours: [...others, own].sort((a, b) => a.seat - b.seat) };
}

/** Which seats are ours and which are kept for us, when that changes. */
export function withSeats(table: Table, { seats, left }: Schemas["SeatsMessage"]): Table {
  return { ...table, left, yours: table.yours.filter(({ seat }) => seats.includes(seat)) };
}

/** Own turns that lay before and were taken back: they may be changed and laid again. */
export function takenBack(before: Table | null, now: Table): (OwnSeat & { readonly laid: string })[] {
  const laid = before?.yours.filter((own) => own.laid !== null) ?? [];
  return laid.flatMap(({ laid: turn, ...own }) => {
    const again = now.yours.find(({ seat, round }) => seat === own.seat && round === own.round);
    return turn && again && again.attempt > own.attempt ? [{ ...own, laid: turn }] : [];
  });
}

/** During a game, somebody else's seat goes to a bot or back to its player. */
function changeOfHands(table: Table, { kind, seat, taken }: Event): ChangeOfHands | null {
  const place = table.places.find((each) => each.seat === seat);
  if (kind !== "seat" || !taken || !place || !table.running) return null;
  if (table.left.includes(place.seat) || table.yours.some((own) => own.seat === seat)) return null;
  const { round } = table.running;
  if (taken["kind"] === "bot" && place.kind === "person")
    return { round, name: place.name, bot: taken["bot"] ?? "" };
  return taken["kind"] === "person" ? { round, name: taken["name"] ?? "", bot: null } : null;
}

/** A seat is held on another device, by somebody else, or on one device less. */
function deviceChange(table: Table, { seat, device }: Event): DeviceChange | null {
  const place = table.places.find((each) => each.seat === seat);
  if (!device || !place) return null;
  const own = table.yours.some((each) => each.seat === seat);
  const round = roundOf(table);
  const { deviceChange: before } = table;
  if (!own && before?.own && before.round === round) return before; // what concerns one is not talked over
  return { round, seat: place.seat, name: place.name, own, change: device };
}

/** Whether the seat whose devices were news is somebody else's now. */
function hasLeft({ deviceChange }: Table, { seat, taken }: Event): boolean {
  return !!taken && deviceChange?.seat === seat;
}

/** The running round; 0 before the game, and the last one after it. */
export function roundOf({ running, rounds }: Table): number {
  return running?.round ?? rounds.length;
}

/** Whether somebody plays on if we leave. */
export function hasOtherPeople({ places, yours }: Table): boolean {
  return places.some(({ kind, seat }) => kind === "person" && !yours.some((own) => own.seat === seat));
}

/** What the card offered to an own seat, whether its turn is laid or not. */
export function offerTo(own: OwnSeat): OwnSeat["offer"] {
  return own.offer ?? own.answered;
}

/** An own turn is acknowledged; the offer stays, so that its points can still be shown. */
export function withLaid(table: Table, seat: number, round: number, turn: string): Table {
  const own = table.yours.find((each) => each.seat === seat && each.round === round);
  return own ? withSeat(table, { ...own, laid: turn }) : table;
}

/** A landscape after a turn. */
function laid({ cards, workers }: LandscapeText, number: number, text: string): LandscapeText {
  const { cell, facing, worker, move } = readTurn(text);
  let standing = [...workers];
  if (move) standing = [...standing.toSpliced(standing.indexOf(move[0]), 1), move[1]];
  if (worker) standing.push(cell + worker);
  return { cards: [...cards, { number, cell, facing }], workers: standing };
}
