/** Landscapes as the server tells them for studies, made ready for the picture. */
import type { Schemas } from "$lib/api";
import type { Zone } from "./places";
import type { Territory } from "./terrain";

export interface Shown {
  readonly zones: ReadonlyMap<Zone, string>;
  readonly territories: readonly Territory[];
  readonly workers: readonly { readonly zone: Zone; readonly points?: number | undefined }[];
}

/** Of the workers in one territory the first has the points, as one alone is scored. */
export function shown(drawing: Schemas["StudiedLandscape"]): Shown {
  const taken = new Set<number>();
  const workers = drawing.workers.map((zone) => {
    const number = drawing.territories.findIndex(({ zones }) => zones.includes(zone));
    const scored = !taken.has(number);
    taken.add(number);
    return { zone, points: scored ? drawing.territories[number]?.points : undefined };
  });
  return { zones: new Map(Object.entries(drawing.zones)), territories: drawing.territories, workers };
}
