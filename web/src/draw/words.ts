/** Terrains and professions in the person's language. */
import { msg, t } from "$lib/i18n.svelte";
import type { Profession, Terrain } from "$game/terrain";

const TERRAINS: Record<Terrain, string> = {
  field: msg("field"),
  water: msg("water"),
  forest: msg("forest"),
  rock: msg("rock"),
};
const PROFESSIONS: Record<Profession, string> = {
  farmer: msg("farmer"),
  fisherman: msg("fisherman"),
  woodcutter: msg("woodcutter"),
  watchman: msg("watchman"),
};

export function terrainWord(terrain: Terrain): string {
  return t(TERRAINS[terrain]);
}

export function professionWord(profession: Profession): string {
  return t(PROFESSIONS[profession]);
}
