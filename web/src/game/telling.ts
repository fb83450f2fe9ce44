/** A turn in words. */
import { msg, t } from "$lib/i18n.svelte";
import { readTurn } from "./notation";
import type { Facing, Zone } from "./places";
import { PROFESSION_ON, type Profession, terrainOf } from "./terrain";

const LAID: Record<Facing, string> = {
  N: msg("The card is laid on {cell}, its top facing north."),
  E: msg("The card is laid on {cell}, its top facing east."),
  S: msg("The card is laid on {cell}, its top facing south."),
  W: msg("The card is laid on {cell}, its top facing west."),
};
const PLACED: Record<Profession, string> = {
  farmer: msg("A farmer is placed on {zone}."),
  fisherman: msg("A fisherman is placed on {zone}."),
  woodcutter: msg("A woodcutter is placed on {zone}."),
  watchman: msg("A watchman is placed on {zone}."),
};
const MOVED: Record<Profession, string> = {
  farmer: msg("The worker on {from} moves to {zone} and becomes a farmer."),
  fisherman: msg("The worker on {from} moves to {zone} and becomes a fisherman."),
  woodcutter: msg("The worker on {from} moves to {zone} and becomes a woodcutter."),
  watchman: msg("The worker on {from} moves to {zone} and becomes a watchman."),
};

/** What was done: the card, then the worker; `zones` are those after the turn. */
export function turnSentences(turn: string, zones: ReadonlyMap<Zone, string>): string[] {
  const { cell, facing, worker, move } = readTurn(turn);
  const trade = (zone: Zone) => PROFESSION_ON[terrainOf(zones.get(zone) ?? "r")];
  const laid = t(LAID[facing], { cell });
  if (worker) return [laid, t(PLACED[trade(cell + worker)], { zone: cell + worker })];
  if (move) return [laid, t(MOVED[trade(move[1])], { from: move[0], zone: move[1] })];
  return [laid, t("No worker is placed or moved.")];
}
