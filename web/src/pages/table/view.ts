/** What the table page shows of a seat: its landscape with the draft, the workers' points, the total and its change. */
import { type Draft, situationOf } from "$game/draft";
import { landscapeZones, readTurn } from "$game/notation";
import {
  type Offer,
  type ScoredWorker,
  type Situation,
  before,
  places,
  reachable,
  scored,
  totalAfter,
  workersAfter,
  zonesWith,
} from "$game/offer";
import type { Cell, Zone } from "$game/places";
import { cellZones } from "$game/places";
import type { Place, Table } from "$game/table";
import type { Territory } from "$game/terrain";
import type { Schemas } from "$lib/api";

/** A worker's line in the score. */
export interface WorkerLine extends ScoredWorker {
  /** Against the landscape before the card; null for a new worker. */
  readonly change: number | null;
}

export interface SeatPicture {
  readonly zones: ReadonlyMap<Zone, string>;
  readonly territories: readonly Territory[] | undefined;
  /** Null where the points are not known: in others' landscapes, and until the offer of a new round is here. */
  readonly lines: readonly WorkerLine[] | null;
  readonly workers: readonly Zone[];
  readonly supply: number;
  readonly total: number;
  readonly change: number;
  readonly places: readonly Cell[];
  readonly draft: Cell | undefined;
  /** Zones of territories that the card joined to its own. */
  readonly joined: readonly Zone[];
  /** Zones to tap for a worker, each with the change of the total. */
  readonly choices: ReadonlyMap<Zone, number>;
}

const WORKERS = 7;

/** A landscape as of the last finished round. */
export function publicPicture(table: Table, place: Place): SeatPicture {
  return {
    zones: landscapeZones(place.landscape.cards, table.deck.cards),
    territories: undefined,
    lines: null,
    workers: place.landscape.workers,
    supply: WORKERS - place.landscape.workers.length,
    total: place.total,
    change: 0,
    places: [],
    draft: undefined,
    joined: [],
    choices: new Map(),
  };
}

/** The same with its workers' points, which the server told. */
export function scoredPicture(picture: SeatPicture, { landscape, scoring }: Schemas["Scored"]): SeatPicture {
  return {
    ...picture,
    territories: landscape.territories,
    workers: scoring.workers.map(({ zone }) => zone),
    lines: scoring.workers.map(({ zone, points, scored }) => ({ zone, points, scored, change: null })),
  };
}

/** An own landscape with the turn that was laid in this round. */
export function laidPicture(
  zones: ReadonlyMap<Zone, string>,
  offer: Offer,
  round: number,
  turn: string,
): SeatPicture {
  const { cell, facing, ...action } = readTurn(turn);
  const drafted = draftPicture(zones, offer, { round, cell, facing, ...action });
  return { ...drafted, draft: undefined, places: [], joined: [], choices: new Map() };
}

/** An own landscape with what is being planned. */
export function draftPicture(zones: ReadonlyMap<Zone, string>, offer: Offer, draft: Draft): SeatPicture {
  const situation = situationOf(offer, draft);
  const start = before(offer);
  const earned = new Map(scored(start, offer.workers).map(({ points }, index) => [index, points]));
  const cell = draft.cell ?? "";
  const workers = workersAfter(offer.workers, cell, draft);
  const lines = scored(situation ?? start, workers).map((worker, index) => {
    const was = earned.get(index);
    return { ...worker, change: was === undefined ? null : worker.points - was };
  });
  const total = situation ? totalAfter(situation, offer.workers, cell, draft) : offer.total;
  return {
    zones: draft.cell ? zonesWith(zones, offer.face, draft.cell, draft.facing) : zones,
    territories: (situation ?? start).territories,
    lines,
    workers,
    supply: offer.supply - (draft.worker ? 1 : 0),
    total,
    change: total - offer.total,
    places: places(offer),
    draft: draft.cell,
    joined: situation && draft.cell ? joinedBy(situation, draft.cell) : [],
    choices: situation ? choices(situation, offer, draft) : new Map(),
  };
}

/** All zones of the territories that reach from the card into what lay before. */
function joinedBy(situation: Situation, cell: Cell): Zone[] {
  const own = cellZones(cell);
  const grown = situation.territories.filter(
    ({ zones }) => zones.some((zone) => own.includes(zone)) && zones.some((zone) => !own.includes(zone)),
  );
  return grown.flatMap(({ zones }) => zones);
}

function choices(situation: Situation, offer: Offer, draft: Draft): Map<Zone, number> {
  const { cell = "", lifted } = draft;
  const change = (action: Parameters<typeof totalAfter>[3]) =>
    totalAfter(situation, offer.workers, cell, action) - situation.total;
  if (lifted) {
    return new Map(reachable(situation, lifted).map((zone) => [zone, change({ move: [lifted, zone] })]));
  }
  if (offer.supply === 0 || draft.worker || draft.move) return new Map();
  return new Map(cellZones(cell).map((zone) => [zone, change({ worker: zone.slice(2) as "nw" })]));
}
