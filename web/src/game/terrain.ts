/** Terrains, professions and territories, in the words of the rules. */
import { type Spot, type Zone, neighbours, spotOf, zoneOf } from "./places";

export type Terrain = "field" | "water" | "forest" | "rock";
export type Profession = "farmer" | "fisherman" | "woodcutter" | "watchman";

/** A territory as it is drawn; `points` is what a worker there earns, where the server said so. */
export interface Territory {
  readonly terrain: Terrain;
  readonly zones: readonly Zone[];
  readonly points?: number;
}

const TERRAINS: Record<string, Terrain> = { f: "field", w: "water", t: "forest", r: "rock" };
export const PROFESSION_ON: Record<Terrain, Profession> = {
  field: "farmer",
  water: "fisherman",
  forest: "woodcutter",
  rock: "watchman",
};

export function terrainOf(letter: string): Terrain {
  return TERRAINS[letter.toLowerCase()] ?? "rock";
}

export function hasHut(letter: string): boolean {
  return letter !== letter.toLowerCase();
}

/** Zones that flow together, for landscapes that come without their territories. */
export function joined(zones: ReadonlyMap<Zone, string>): Territory[] {
  const left = new Map<Spot, Terrain>([...zones].map(([zone, letter]) => [spotOf(zone), terrainOf(letter)]));
  const territories: Territory[] = [];
  for (const [start, terrain] of left) {
    if (!left.delete(start)) continue;
    const found = [start];
    for (let next = 0; terrain !== "rock" && next < found.length; next++) {
      for (const beyond of neighbours(found[next] ?? start)) {
        if (left.get(beyond) === terrain && left.delete(beyond)) found.push(beyond);
      }
    }
    territories.push({ terrain, zones: found.map(zoneOf) });
  }
  return territories;
}
