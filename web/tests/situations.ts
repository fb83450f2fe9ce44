/** Offers of random games with what the rules say of them, as `scripts/offers.py` writes them. */
import { readFileSync } from "node:fs";
import type { Offer } from "../src/game/offer";

export interface Told {
  landscape: string;
  offer: Offer;
  totals: Record<string, number>;
  turn: string;
  workers: { zone: string; points: number; scored: boolean }[];
}

const told = JSON.parse(readFileSync("build/offers.json", "utf8")) as { faces: string[]; situations: Told[] };
export const { faces, situations } = told;
