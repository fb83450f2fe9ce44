/** Two turns beside each other: what a worker earns with the one and not with the other. */
import { drafted } from "$game/draft";
import type { Offer } from "$game/offer";
import type { Zone } from "$game/places";
import { draftPicture } from "../table/view";

/**
 * The worker to light up in the landscape after a turn: the one whose points differ most from those after the
 * other turn, for better if the turn is the better one.
 */
export function telling(offer: Offer, turn: string, other: string, better: boolean): Zone | null {
  const earned = (text: string) => draftPicture(new Map(), offer, drafted(0, text)).lines ?? [];
  const theirs = earned(other);
  const sign = better ? 1 : -1;
  const [most] = earned(turn)
    .map(({ zone, points }, index) => ({ zone, more: sign * (points - (theirs[index]?.points ?? 0)) }))
    .sort((one, two) => two.more - one.more);
  return most && most.more > 0 ? most.zone : null;
}
