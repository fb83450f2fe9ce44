/** Terrains and professions in the person's language. */
import { msg, t } from "$lib/i18n.svelte";
import { turned } from "$game/notation";
import { type Facing, QUARTERS, type Quarter } from "$game/places";
import { type Profession, type Terrain, hasHut, terrainOf } from "$game/terrain";

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
const SIDES: Record<Quarter, string> = {
  nw: msg("north-west"),
  ne: msg("north-east"),
  sw: msg("south-west"),
  se: msg("south-east"),
};

export function terrainWord(terrain: Terrain): string {
  return t(TERRAINS[terrain]);
}

export function professionWord(profession: Profession): string {
  return t(PROFESSIONS[profession]);
}

/** The four zones of a card as it is held, for who cannot see it. */
export function groundWords(face: string, facing: Facing): string {
  const letters = turned(face, facing);
  return QUARTERS.map((quarter, index) => {
    const letter = letters.charAt(index);
    const ground = terrainWord(terrainOf(letter));
    return `${t(SIDES[quarter])} ${hasHut(letter) ? t("{ground} with a hut", { ground }) : ground}`;
  }).join(", ");
}
