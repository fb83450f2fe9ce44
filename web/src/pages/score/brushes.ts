/** What one can paint with, and what a stroke of it does. */
import { msg } from "$lib/i18n.svelte";
import { type Painted, withHut, withWorkers, withZone, workersOn } from "$game/painted";
import type { Zone } from "$game/places";

export type Brush = "look" | "f" | "w" | "t" | "r" | "hut" | "worker" | "erase" | "card";

export const TERRAIN_BRUSHES = ["f", "w", "t", "r"] as const;
export const BRUSH_WORDS: Record<Brush, string> = {
  look: msg("inspect"),
  f: msg("field"),
  w: msg("water"),
  t: msg("forest"),
  r: msg("rock"),
  hut: msg("hut"),
  worker: msg("worker"),
  erase: msg("erase"),
  card: msg("card"),
};

/** Strokes of these go on while one drags. */
export function drags(brush: Brush): boolean {
  return brush === "erase" || (TERRAIN_BRUSHES as readonly string[]).includes(brush);
}

export function stroked(painted: Painted, brush: Brush, zone: Zone): Painted {
  switch (brush) {
    case "look":
    case "card":
      return painted;
    case "hut":
      return withHut(painted, zone);
    case "worker":
      return withWorkers(painted, zone, workersOn(painted, zone) ? 0 : 1);
    case "erase":
      return painted.zones.has(zone) ? withZone(painted, zone, null) : painted;
    default:
      return painted.zones.get(zone)?.toLowerCase() === brush ? painted : withZone(painted, zone, brush);
  }
}

/** What a key does on a zone: a terrain's letter, upper case with a hut; `h` a hut; a digit workers. */
export function typed(painted: Painted, key: string, zone: Zone): Painted | null {
  if (/^[fwtrFTR]$/.test(key)) return withZone(painted, zone, key);
  if (/^\d$/.test(key)) return withWorkers(painted, zone, Number(key));
  if (key === "h" || key === "H") return withHut(painted, zone);
  return key === "Delete" || key === "Backspace" || key === "." ? withZone(painted, zone, null) : null;
}
