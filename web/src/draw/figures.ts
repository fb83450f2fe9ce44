/** What stands on the ground: towers, huts, workers beside them, and where their points are shown. */
import { type Spot, type Zone, columnOf, rowOf, spotOf } from "$game/places";
import { PROFESSION_ON, type Profession, hasHut, terrainOf } from "$game/terrain";
import { SIZE } from "./shapes";

/** Where something stands, by its foot. */
export interface Stand {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** A tower, a hut or a worker at its place in the picture. */
export interface Figure extends Stand {
  readonly key: string;
  readonly kind: "tower" | "hut" | "worker";
  readonly profession?: Profession;
  readonly zone: Zone;
  /** The worker's place in the list that was given. */
  readonly worker?: number;
}

export interface BadgePlace {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

const stand = (x: number, y: number, scale = 1): Stand => ({ x, y, scale });

const TOWER = stand(66, 94);
const HUT = stand(64, 59);
const TOWER_BY_HUT = stand(72, 70, 0.76);
const HUT_BY_TOWER = stand(27, 60, 0.8);

const OPEN: readonly (readonly Stand[])[] = [
  [stand(50, 79)],
  [stand(28, 82, 0.84), stand(72, 82, 0.84)],
  [stand(50, 50, 0.72), stand(26, 93, 0.72), stand(74, 93, 0.72)],
  [stand(27, 49, 0.7), stand(73, 49, 0.7), stand(27, 94, 0.7), stand(73, 94, 0.7)],
];
const MANY = [
  [35, 37],
  [65, 37],
  [18, 66],
  [50, 66],
  [82, 66],
  [35, 95],
  [65, 95],
  [8, 95],
  [92, 95],
].map(([x = 0, y = 0]) => stand(x, y, 0.5));
const ASIDE: readonly (readonly Stand[])[] = [
  [stand(24.5, 95, 0.84)],
  [stand(20, 53, 0.6), stand(20, 95, 0.6)],
  [stand(20, 53, 0.6), stand(20, 95, 0.6), stand(53, 95, 0.6)],
  [stand(18, 53, 0.56), stand(18, 95, 0.56), stand(50, 95, 0.56), stand(82, 95, 0.56)],
];
const MANY_ASIDE = [
  [14, 40],
  [14, 68],
  [36, 95],
  [14, 95],
  [61, 95],
  [86, 95],
  [37, 68],
  [37, 40],
  [60, 70],
].map(([x = 0, y = 0]) => stand(x, y, 0.44));
const BELOW = [0, 2, 4, 6, 1, 3, 5].map((place) => stand(8 + 14 * place, 96, 0.42));

/** A place for each worker of a zone that leaves its hut free and its tower to be seen. */
function stands(letter: string, workers: number): readonly Stand[] {
  if (letter === "R") return BELOW.slice(0, workers);
  const open = "fwt".includes(letter);
  const few = (open ? OPEN : ASIDE)[workers - 1];
  return few ?? (open ? MANY : MANY_ASIDE).slice(0, workers);
}

export function hutStand(letter: string): Stand {
  return letter === "R" ? HUT_BY_TOWER : HUT;
}

function at(place: Spot, { x, y, scale }: Stand): Stand {
  return { x: columnOf(place) * SIZE + x, y: rowOf(place) * SIZE + y, scale };
}

/** Where a worker alone in its zone stands. */
export function standIn(zone: Zone, letter: string): Stand {
  return at(spotOf(zone), stands(letter, 1)[0] ?? HUT);
}

/** All figures from the north to the south, so that nearer ones come in front. */
export function figures(zones: ReadonlyMap<Zone, string>, workers: readonly Zone[]): Figure[] {
  const found: Figure[] = [];
  for (const [zone, letter] of zones) {
    const place = spotOf(zone);
    const terrain = terrainOf(letter);
    if (terrain === "rock") {
      const tower = letter === "R" ? TOWER_BY_HUT : TOWER;
      found.push({ key: `t${zone}`, kind: "tower", zone, ...at(place, tower) });
    }
    if (hasHut(letter)) found.push({ key: `h${zone}`, kind: "hut", zone, ...at(place, hutStand(letter)) });
    const here = workers.flatMap((standing, index) => (standing === zone ? [index] : []));
    const profession = PROFESSION_ON[terrain];
    stands(letter, here.length).forEach((standing, index) => {
      const worker = here[index] ?? 0;
      found.push({ key: `w${worker}`, kind: "worker", zone, profession, worker, ...at(place, standing) });
    });
  }
  const rowOfFigure = (figure: Figure) => rowOf(spotOf(figure.zone));
  return found.sort((a, b) => rowOfFigure(a) - rowOfFigure(b) || a.y - b.y || a.x - b.x);
}

/** Beside the worker's head; above it where a hut or tower stands to the right. Small pictures let it grow. */
export function badgePlace({ x, y, scale }: Stand, letter: string, grow = 1): BadgePlace {
  const radius = Math.max(8.5, 12.5 * scale) * grow;
  if ("fwt".includes(letter)) {
    return { x: x + 10 * scale + 0.75 * radius, y: y - 48 * scale - 0.5 * radius, radius };
  }
  return { x, y: y - 59 * scale - 0.7 * radius, radius };
}

/** Towards the outer side of the card just placed, so that what lies on its middle does not hide it. */
export function choicePlace(zone: Zone): { readonly x: number; readonly y: number } {
  const place = spotOf(zone);
  const east = zone.endsWith("e");
  return { x: (columnOf(place) + (east ? 0.73 : 0.27)) * SIZE, y: (rowOf(place) + 0.2) * SIZE };
}

/** The badge where it usually is, else on the other side of the worker's head, else just beside what hides it. */
export function clearOf(knob: BadgePlace | null, { x }: Stand, badge: BadgePlace): BadgePlace {
  if (!knob) return badge;
  const least = knob.radius + badge.radius + 3;
  const far = (from: BadgePlace) => Math.hypot(from.x - knob.x, from.y - knob.y);
  if (far(badge) >= least) return badge;
  const mirrored = { ...badge, x: 2 * x - badge.x };
  if (far(mirrored) >= least) return mirrored;
  const stretch = least / (far(badge) || 1);
  return { ...badge, x: knob.x + (badge.x - knob.x) * stretch, y: knob.y + (badge.y - knob.y) * stretch };
}
