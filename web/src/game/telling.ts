/** A turn in words. */
import { msg, t } from "$lib/i18n.svelte";
import { readTurn } from "./notation";
import type { Facing, Zone } from "./places";
import { PROFESSION_ON, type Profession, terrainOf } from "./terrain";

const LAID: Record<Facing, string> = {
  N: msg("The card lies on {cell}, its top to the north."),
  E: msg("The card lies on {cell}, its top to the east."),
  S: msg("The card lies on {cell}, its top to the south."),
  W: msg("The card lies on {cell}, its top to the west."),
};
const PLACED: Record<Profession, string> = {
  farmer: msg("A farmer comes to {zone}."),
  fisherman: msg("A fisherman comes to {zone}."),
  woodcutter: msg("A woodcutter comes to {zone}."),
  watchman: msg("A watchman comes to {zone}."),
};
const MOVED: Record<Profession, string> = {
  farmer: msg("The worker on {from} goes to {zone} and is a farmer there."),
  fisherman: msg("The worker on {from} goes to {zone} and is a fisherman there."),
  woodcutter: msg("The worker on {from} goes to {zone} and is a woodcutter there."),
  watchman: msg("The worker on {from} goes to {zone} and is a watchman there."),
};

/** What was done: the card, then the worker; `zones` are those after the turn. */
export function turnSentences(turn: string, zones: ReadonlyMap<Zone, string>): string[] {
  const { cell, facing, worker, move } = readTurn(turn);
  const trade = (zone: Zone) => PROFESSION_ON[terrainOf(zones.get(zone) ?? "r")];
  const laid = t(LAID[facing], { cell });
  if (worker) return [laid, t(PLACED[trade(cell + worker)], { zone: cell + worker })];
  if (move) return [laid, t(MOVED[trade(move[1])], { from: move[0], zone: move[1] })];
  return [laid, t("No worker acts.")];
}
