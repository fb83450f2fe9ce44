/** What an offer says of a draft: territories, points, total and change, without any rule of the game. */
import type { Schemas } from "$lib/api";
import { cardZones } from "./notation";
import { type Cell, type Facing, type Quarter, type Zone, cellOf } from "./places";
import { type Territory, terrainOf } from "./terrain";

export type Offer = Schemas["Offer"];
type Placement = Schemas["OfferedPlacement"];

/** A territory under the number that the offer gives it. */
export interface Numbered extends Territory {
  readonly number: number;
  readonly points: number;
}

/** A worker with what it earns; of several in one territory the first is scored. */
export interface ScoredWorker {
  readonly zone: Zone;
  readonly points: number;
  readonly scored: boolean;
}

/** The landscape's territories before or after a placement, and where workers may go. */
export interface Situation {
  readonly territories: readonly Numbered[];
  readonly at: ReadonlyMap<Zone, Numbered>;
  /** From the number of a territory to those that a worker there may enter. */
  readonly moves: ReadonlyMap<number, readonly number[]>;
  /** The total if no worker acts. */
  readonly total: number;
}

export interface Action {
  readonly worker?: Quarter | undefined;
  readonly move?: readonly [from: Zone, to: Zone] | undefined;
}

/** The cells where the card may lie. */
export function places(offer: Offer): Cell[] {
  return [...new Set(offer.placements.map(({ at }) => cellOf(at)))];
}

export function facingsAt(offer: Offer, cell: Cell): Facing[] {
  return offer.placements.filter(({ at }) => cellOf(at) === cell).map(({ at }) => at.charAt(2) as Facing);
}

/** How things stand before the card is laid. */
export function before(offer: Offer): Situation {
  const territories = offer.territories.map(numbered);
  return { territories, at: byZone(territories), moves: new Map(), total: offer.total };
}

/** How things stand when the card lies there; null if it may not. */
export function after(offer: Offer, cell: Cell, facing: Facing): Situation | null {
  const placement = offer.placements.find(({ at }) => at === cell + facing);
  return placement ? applied(offer, placement) : null;
}

function applied(offer: Offer, placement: Placement): Situation {
  const changed = new Map(placement.points);
  const gone = new Set(placement.gone);
  const territories: Numbered[] = [];
  offer.territories.forEach((territory, number) => {
    if (gone.has(number)) return;
    const kept = numbered(territory, number);
    const points = changed.get(number);
    territories.push(points === undefined ? kept : { ...kept, points });
  });
  placement.new.forEach((territory, index) =>
    territories.push(numbered(territory, offer.territories.length + index)),
  );
  const moves = placement.moves.map(([from = -1, ...to]) => [from, to] as const);
  return { territories, at: byZone(territories), moves: new Map(moves), total: placement.total };
}

/** The total after what a worker does. */
export function totalAfter(
  situation: Situation,
  workers: readonly Zone[],
  cell: Cell,
  action: Action,
): number {
  const manned = workers.map((zone) => situation.at.get(zone)?.number);
  const entered = (zone: Zone, others: readonly (number | undefined)[]) => {
    const territory = situation.at.get(zone);
    return territory && !others.includes(territory.number) ? territory.points : 0;
  };
  if (action.worker) return situation.total + entered(cell + action.worker, manned);
  if (!action.move) return situation.total;
  const [from, to] = action.move;
  const others = manned.toSpliced(workers.indexOf(from), 1);
  const left = situation.at.get(from);
  const lost = left && !others.includes(left.number) ? left.points : 0;
  return situation.total + entered(to, others) - lost;
}

/** Where workers stand after what one of them does; who moved keeps its place in the list. */
export function workersAfter(workers: readonly Zone[], cell: Cell, action: Action): Zone[] {
  if (action.worker) return [...workers, cell + action.worker];
  if (!action.move) return [...workers];
  const [from, to] = action.move;
  return workers.with(workers.indexOf(from), to);
}

export function scored(situation: Situation, workers: readonly Zone[]): ScoredWorker[] {
  const counted = new Set<number>();
  return workers.map((zone) => {
    const territory = situation.at.get(zone);
    const first = territory !== undefined && !counted.has(territory.number);
    if (first) counted.add(territory.number);
    return { zone, points: first ? territory.points : 0, scored: first };
  });
}

/** The zones that a worker on this zone may move to. */
export function reachable(situation: Situation, from: Zone): Zone[] {
  const numbers = situation.moves.get(situation.at.get(from)?.number ?? -1) ?? [];
  return situation.territories.filter(({ number }) => numbers.includes(number)).flatMap(({ zones }) => zones);
}

/** The zones of the landscape with the card laid there. */
export function zonesWith(
  zones: ReadonlyMap<Zone, string>,
  face: string,
  cell: Cell,
  facing: Facing,
): Map<Zone, string> {
  return new Map([...zones, ...cardZones(cell, face, facing)]);
}

function numbered([letter, points, zones]: Offer["territories"][number], number: number): Numbered {
  return { number, terrain: terrainOf(letter), points, zones: zones.split(" ") };
}

function byZone(territories: readonly Numbered[]): Map<Zone, Numbered> {
  return new Map(
    territories.flatMap((territory) => territory.zones.map((zone) => [zone, territory] as const)),
  );
}
