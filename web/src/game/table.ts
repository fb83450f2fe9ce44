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
}

/** The whole table, which may come at any time; what only messages tell stays as it was known. */
export function fromServer(told: OwnTable, known: Table | null = null): Table {
  const { seats, ...rest } = told;
  const places = seats.map((seat) => ({ ...seat, landscape: readLandscape(seat.landscape) }));
  return { ...rest, places, present: known?.present ?? [], stoodIn: known?.stoodIn ?? null };
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
  if (event.running !== undefined && event.running?.round !== table.running?.round) {
    yours = yours.map((own) => ({
      ...own,
      round: event.running?.round ?? own.round,
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
    places,
    rounds,
    yours,
    running: event.running === undefined ? table.running : event.running,
    waiting: event.waiting ?? table.waiting,
    rematch: event.rematch ?? table.rematch,
    result: event.result ?? table.result,
  };
}

/** An own seat as the server tells it. */
export function withSeat(table: Table, own: OwnSeat): Table {
  const others = table.yours.filter(({ seat }) => seat !== own.seat);
  return { ...table, yours: [...others, own].sort((a, b) => a.seat - b.seat) };
}

/** Which seats are ours, when that changes. */
export function withSeats(table: Table, seats: readonly number[]): Table {
  return { ...table, yours: table.yours.filter(({ seat }) => seats.includes(seat)) };
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
