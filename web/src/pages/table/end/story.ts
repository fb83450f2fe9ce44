/** The scoring as a story: profession by profession, worker by worker. */
import type { Schemas } from "$lib/api";
import type { Zone } from "$game/places";
import type { Profession } from "$game/terrain";

type Seat = Schemas["EndSeat"];

export const PROFESSIONS: readonly Profession[] = ["farmer", "fisherman", "woodcutter", "watchman"];

/** One moment of the story: a worker of the seat that is looked at, or none of this profession. */
export interface Moment {
  readonly profession: Profession;
  readonly zone: Zone | null;
  readonly points: number;
  readonly sentence: string;
}

/** The moments for a seat; a profession that nobody has is left out. */
export function moments(seats: readonly Seat[], seat: number): Moment[] {
  return PROFESSIONS.flatMap((profession): Moment[] => {
    const own = scoredWorkers(seats[seat], profession);
    if (own.length) {
      return own.map(({ zone, points, why }) => ({ profession, zone, points, sentence: why.sentence }));
    }
    const anybody = seats.some((each) => scoredWorkers(each, profession).length);
    return anybody ? [{ profession, zone: null, points: 0, sentence: "" }] : [];
  });
}

/** A seat's points for a profession when so many moments were told; others count as soon as it begins. */
export function pointsAt(
  told: readonly Moment[],
  now: number,
  profession: Profession,
  seat: Seat,
  looked: boolean,
): number | null {
  const begun = told.findIndex((moment) => moment.profession === profession);
  if (begun < 0) return 0;
  if (begun > now) return null;
  if (!looked) return sum(scoredWorkers(seat, profession));
  return sum(told.slice(0, now + 1).filter((moment) => moment.profession === profession));
}

export function scoredWorkers(seat: Seat | undefined, profession: Profession): Schemas["ExplainedWorker"][] {
  return seat?.scoring.workers.filter((worker) => worker.scored && worker.profession === profession) ?? [];
}

function sum(parts: readonly { readonly points: number }[]): number {
  return parts.reduce((total, { points }) => total + points, 0);
}
