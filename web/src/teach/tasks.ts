/** Small tasks on small landscapes, and whether a draft does what one asks for. */
import { type Draft, emptyDraft, placed } from "$game/draft";
import { readTurn } from "$game/notation";
import { type Offer, type Situation, totalAfter } from "$game/offer";
import { type Cell, type Zone, cellColumn, cellOf, cellRow } from "$game/places";
import type { Terrain } from "$game/terrain";

export interface Task {
  readonly landscape: string;
  readonly card: number;
  readonly variants?: readonly string[];
  /** Where the card lies from the beginning, when the task is about a worker. */
  readonly start?: string;
  readonly by: "lay" | "place" | "move";
  /** The total to reach. */
  readonly points?: number;
  /** A territory to form. */
  readonly terrain?: Terrain;
  readonly size?: number;
  /** How many cards wide and high the landscape may be at most. */
  readonly within?: number;
  /** The card has to touch the others at a corner only. */
  readonly corner?: boolean;
  /** A zone of the territory to enter. */
  readonly to?: Zone;
  readonly solution: string;
}

/** Whether all lies in one row and stays there, which needs less room. */
export function isFlat({ landscape, start }: Task): boolean {
  const cells = [...landscape.matchAll(/@(\w\d)/g)].map(([, cell]) => cell ?? "");
  return start !== undefined && cells.every((cell) => cellRow(cell) === cellRow(start.slice(0, 2)));
}

/** The offer as far as the task needs it: no workers while only laying is tried. */
export function taskOffer(task: Task, offer: Offer): Offer {
  if (task.by !== "lay") return offer;
  return {
    ...offer,
    supply: 0,
    placements: offer.placements.map((placement) => ({ ...placement, moves: [] })),
  };
}

export function firstDraft(task: Task, offer: Offer): Draft {
  if (!task.start) return emptyDraft(1);
  const { cell, facing } = readTurn(task.start);
  return placed(offer, { ...emptyDraft(1), facing }, cell);
}

export function solved(task: Task): Draft {
  return { ...emptyDraft(1), ...readTurn(task.solution) };
}

export function totalOf(offer: Offer, situation: Situation | null, draft: Draft): number {
  return situation && draft.cell ? totalAfter(situation, offer.workers, draft.cell, draft) : offer.total;
}

export function isSolved(task: Task, offer: Offer, situation: Situation | null, draft: Draft): boolean {
  const { cell, move, worker, lifted } = draft;
  if (!cell || !situation || lifted) return false;
  if (task.by === "place" ? !worker : task.by === "move" ? !move : worker || move) return false;
  if (task.points && totalOf(offer, situation, draft) < task.points) return false;
  const { size, terrain, to, within } = task;
  if (size && !situation.territories.some((each) => each.terrain === terrain && each.zones.length >= size))
    return false;
  if (within && longestSide(situation) > within) return false;
  if (
    task.corner &&
    situation.territories.some(({ zones }) => zones.some((zone) => beside(cellOf(zone), cell)))
  )
    return false;
  return !to || (move !== undefined && situation.at.get(move[1])?.zones.includes(to) === true);
}

/** Of the landscape, in cards. */
function longestSide({ territories }: Situation): number {
  const cells = territories.flatMap(({ zones }) => zones.map(cellOf));
  const length = (places: number[]) => Math.max(...places) - Math.min(...places) + 1;
  return Math.max(length(cells.map(cellColumn)), length(cells.map(cellRow)));
}

function beside(one: Cell, other: Cell): boolean {
  return Math.abs(cellColumn(one) - cellColumn(other)) + Math.abs(cellRow(one) - cellRow(other)) === 1;
}
