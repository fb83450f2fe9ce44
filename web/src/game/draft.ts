/** A turn that is being made: place, turn, worker, and back again; nothing is sent before it is confirmed. */
import { keep, kept } from "$lib/kept";
import { isAnyOf, isCount, isLeftOutOr, isMadeOf, isMatching } from "$lib/shapes";
import { nextFacing, readTurn, writeTurn } from "./notation";
import { type Offer, type Situation, after, facingsAt, places, reachable } from "./offer";
import {
  type Cell,
  FACINGS,
  type Facing,
  QUARTERS,
  type Quarter,
  type Zone,
  cellOf,
  isZone,
  quarterOf,
} from "./places";

export interface Draft {
  readonly round: number;
  /** How the card is held, or lies. */
  readonly facing: Facing;
  readonly cell?: Cell | undefined;
  readonly worker?: Quarter | undefined;
  readonly move?: readonly [from: Zone, to: Zone] | undefined;
  /** The zone of a worker that was picked up to move. */
  readonly lifted?: Zone | undefined;
}

const isMove = (value: unknown): value is [Zone, Zone] =>
  Array.isArray(value) && value.length === 2 && value.every(isZone);
const isDraft = isMadeOf<Draft>({
  round: isCount,
  facing: isAnyOf(...FACINGS),
  cell: isLeftOutOr(isMatching(/^[a-g][1-7]$/)),
  worker: isLeftOutOr(isAnyOf(...QUARTERS)),
  move: isLeftOutOr(isMove),
  lifted: isLeftOutOr(isZone),
});

export function emptyDraft(round: number): Draft {
  return { round, facing: "N" };
}

/** A whole turn as a draft. */
export function drafted(round: number, turn: string): Draft {
  return { round, ...readTurn(turn) };
}

export function situationOf(offer: Offer, draft: Draft): Situation | null {
  return draft.cell ? after(offer, draft.cell, draft.facing) : null;
}

/** The card on this place, held as before where it may lie so. */
export function placed(offer: Offer, draft: Draft, cell: Cell): Draft {
  const facings = facingsAt(offer, cell);
  if (!facings.length) return draft;
  const facing = facings.includes(draft.facing) ? draft.facing : nextFacing(draft.facing, facings);
  return { round: draft.round, facing, cell, worker: draft.worker };
}

/** The card turned clockwise, to the next way it may lie; a worker on it keeps its quarter of the place. */
export function turnedOn(offer: Offer, draft: Draft, steps = 1): Draft {
  const facings = draft.cell ? facingsAt(offer, draft.cell) : undefined;
  let { facing } = draft;
  for (let step = 0; step < (steps + 4) % 4; step++) facing = nextFacing(facing, facings);
  return { round: draft.round, facing, cell: draft.cell, worker: draft.worker };
}

/** A zone is tapped, laid or empty: one step forward where there is one, else one back. */
export function tapped(offer: Offer, draft: Draft, zone: Zone): Draft {
  const cell = cellOf(zone);
  if (cell !== draft.cell && places(offer).includes(cell)) return placed(offer, draft, cell);
  const situation = situationOf(offer, draft);
  if (!draft.cell || !situation) return draft;
  const { lifted, ...still } = draft;
  if (lifted) {
    if (reachable(situation, lifted).includes(zone))
      return { ...still, worker: undefined, move: [lifted, zone] };
    if (zone === lifted) return still;
  }
  const moved = draft.move?.[1];
  if (zone === moved) return { ...still, move: undefined };
  if (cell === draft.cell && offer.supply > 0) {
    const worker = quarterOf(zone);
    return { ...still, move: undefined, worker: worker === draft.worker ? undefined : worker };
  }
  if (cell === draft.cell) return turnedOn(offer, still); // no worker is left to go there
  const standing = draft.move
    ? offer.workers.toSpliced(offer.workers.indexOf(draft.move[0]), 1)
    : offer.workers;
  if (standing.includes(zone) && reachable(situation, zone).length) {
    return { ...still, worker: undefined, move: undefined, lifted: zone };
  }
  return back(draft);
}

/** The last step is taken back. */
export function back(draft: Draft): Draft {
  const { round, facing, cell, worker, move, lifted } = draft;
  if (lifted) return { round, facing, cell, worker, move };
  return worker || move ? { round, facing, cell } : { round, facing };
}

/** Where a worker comes to stand, and from where if it moves; null if none does anything. */
export function actionOf({ cell, worker, move }: Draft): { to: Zone; from: Zone | null } | null {
  if (move) return { to: move[1], from: move[0] };
  return cell && worker ? { to: cell + worker, from: null } : null;
}

/** The turn's text, when there is something to lay. */
export function turnText({ cell, facing, worker, move }: Draft): string | null {
  if (!cell) return null;
  return writeTurn({ cell, facing, ...(worker ? { worker } : move ? { move } : {}) });
}

export function keepDraft(table: string, seat: number, draft: Draft): void {
  keep(`draft.${table}.${seat}`, draft.cell || draft.facing !== "N" ? draft : null);
}

/** The draft that was kept for this round, as far as the offer still allows it. */
export function keptDraft(table: string, seat: number, round: number, offer: Offer): Draft {
  const draft = kept(`draft.${table}.${seat}`, isDraft, null);
  if (!draft || draft.round !== round) return emptyDraft(round);
  const situation = situationOf(offer, draft);
  if (!situation) return { round, facing: draft.facing };
  const { move, lifted } = draft;
  const can = (from: Zone) => offer.workers.includes(from) && reachable(situation, from).length > 0;
  const good =
    (!move || (can(move[0]) && reachable(situation, move[0]).includes(move[1]))) && (!lifted || can(lifted));
  return good && (!draft.worker || offer.supply > 0)
    ? draft
    : { round, facing: draft.facing, cell: draft.cell };
}
