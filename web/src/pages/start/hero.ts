/** The landscape that greets people: a finished game of the strongest bot, with what each worker earns. */
import { readPicture } from "$game/notation";
import type { Zone } from "$game/places";

const PICTURE = [
  "FrrwTfrw",
  "fTFwr1wTf",
  "wr1fTt1TTr",
  "wTTrwrw1F",
  "rTFfwFwr",
  "Ftr1T1TrwF",
  "wt1twTwwr",
  "rwFrrTfF",
];
const POINTS: Record<Zone, number> = { a4ne: 12, a6ne: 9, b5se: 7, b5sw: 5, c6nw: 11, c7sw: 6, d6sw: 6 };

const { zones, workers } = readPicture(PICTURE);
export const HERO = { zones, workers: workers.map((zone) => ({ zone, points: POINTS[zone] })) };
