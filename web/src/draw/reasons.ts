/** Why a worker earns what it earns: the zones, huts, borders and sight lines to light up. */
import { type Spot, columnOf, neighbours, rowOf, spot, spotOf, type Zone } from "$game/places";
import { type Profession, PROFESSION_ON, hasHut, terrainOf } from "$game/terrain";
import type { Ground } from "./ground";
import { hutStand } from "./figures";
import { type Edge, SIZE, sides } from "./shapes";

export interface Pin {
  readonly x: number;
  readonly y: number;
  readonly number: number;
}

export interface Beam {
  readonly direction: number;
  readonly corners: string;
  readonly end: string;
  readonly seen: readonly { readonly x: number; readonly y: number }[];
}

export interface Ring {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
}

export interface Reason {
  readonly profession: Profession;
  /** How many things count. */
  readonly count: number;
  readonly lit: ReadonlySet<Spot>;
  readonly glowing: readonly Spot[];
  readonly rings: readonly Ring[];
  readonly border: string;
  readonly pins: readonly Pin[];
  readonly beams: readonly Beam[];
}

// Views start at the gallery of the tower; each direction has a lane of its own, so that two watchmen
// who look at each other have two beams.
const GALLERY = [66, 42] as const;
const LANE = 8;
const NARROW = 3.5;
const WIDE = 8.5;
const STEPS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

/** What counts for a worker on this zone. */
export function reasonFor(ground: Ground, zone: Zone): Reason | null {
  const home = spotOf(zone);
  const number = ground.territoryAt(home);
  const territory = number === undefined ? undefined : ground.territories[number];
  const own = number === undefined ? undefined : ground.shapes[number];
  if (!territory || !own) return null;
  const profession = PROFESSION_ON[territory.terrain];
  const nothing = { profession, glowing: [], rings: [], border: "", pins: [], beams: [] };
  switch (profession) {
    case "farmer":
      return { ...nothing, count: own.size, lit: own, glowing: [...own] };
    case "fisherman": {
      const shore = around(ground, own).filter((place) => hasHut(ground.letters.get(place) ?? ""));
      const border = ground.grid.lines(shore.flatMap((place) => shared(place, own)));
      const rings = shore.map((place) => ring(place, ground.letters.get(place) ?? ""));
      return { ...nothing, count: shore.length, lit: new Set([...own, ...shore]), border, rings };
    }
    case "woodcutter": {
      const beyond = new Set(around(ground, own).map((place) => ground.territoryAt(place) ?? -1));
      const shapes = [...beyond].map((each) => ground.shapes[each] ?? new Set<Spot>());
      const edges = shapes.map((shape) => [...shape].flatMap((place) => shared(place, own)));
      return {
        ...nothing,
        count: shapes.length,
        lit: new Set([...own, ...shapes.flatMap((shape) => [...shape])]),
        border: ground.grid.lines(edges.flat()),
        pins: edges.map((each, index) => pin(ground, home, each, index + 1)),
      };
    }
    case "watchman": {
      const views = STEPS.map((_, direction) => view(ground, home, direction));
      const forest = (place: Spot) => terrainOf(ground.letters.get(place) ?? "r") === "forest";
      return {
        ...nothing,
        count: views.flatMap(({ places }) => places.filter(forest)).length,
        lit: new Set(
          [home, ...views.flatMap(({ places, tower }) => (tower ? [...places, tower] : places))].filter(
            (place) => ground.letters.has(place),
          ),
        ),
        beams: views.flatMap(({ places, tower }, direction) =>
          places.length ? [beam(home, direction, places, tower !== undefined, forest)] : [],
        ),
      };
    }
  }
}

/** The laid zones beyond the edges of a territory. */
function around(ground: Ground, own: ReadonlySet<Spot>): Spot[] {
  const found = new Set<Spot>();
  for (const place of own) {
    for (const beyond of neighbours(place))
      if (ground.letters.has(beyond) && !own.has(beyond)) found.add(beyond);
  }
  return [...found].sort((a, b) => a - b);
}

/** The edges at which a zone meets the territory. */
function shared(place: Spot, own: ReadonlySet<Spot>): Edge[] {
  const beyond = neighbours(place);
  return sides(place).filter((_, side) => own.has(beyond[side] ?? 0));
}

function ring(place: Spot, letter: string): Ring {
  const { x, y, scale } = hutStand(letter);
  return {
    x: columnOf(place) * SIZE + x,
    y: rowOf(place) * SIZE + y - 19 * scale,
    rx: 34.5 * scale,
    ry: 29 * scale,
  };
}

function pin(ground: Ground, home: Spot, edges: readonly Edge[], number: number): Pin {
  const x = (columnOf(home) + 0.5) * SIZE;
  const y = (rowOf(home) + 0.5) * SIZE;
  const middles = edges.map((edge) => ground.grid.middle(edge));
  const far = ([atX, atY]: readonly [number, number]) => (atX - x) ** 2 + (atY - y) ** 2;
  const nearest = middles.reduce((best, each) => (far(each) < far(best) ? each : best));
  return { x: nearest[0], y: nearest[1], number };
}

/** A view crosses empty places; without a tower it is drawn no farther than the last zone it meets. */
function view(ground: Ground, home: Spot, direction: number): { places: Spot[]; tower?: Spot } {
  const [east, south] = STEPS[direction] ?? STEPS[0];
  const places: Spot[] = [];
  let column = columnOf(home) + east;
  let row = rowOf(home) + south;
  for (; column >= 0 && column < 14 && row >= 0 && row < 14; column += east, row += south) {
    const place = spot(column, row);
    if (ground.letters.get(place)?.toLowerCase() === "r") return { places, tower: place };
    places.push(place);
  }
  const last = places.findLastIndex((place) => ground.letters.has(place));
  return { places: places.slice(0, last + 1) };
}

function beam(
  home: Spot,
  direction: number,
  places: Spot[],
  tower: boolean,
  forest: (place: Spot) => boolean,
): Beam {
  const [east, south] = STEPS[direction] ?? STEPS[0];
  const x = columnOf(home) * SIZE + GALLERY[0] + LANE * south;
  const y = rowOf(home) * SIZE + GALLERY[1] - LANE * east;
  const last = places.at(-1) ?? home;
  const short = tower ? 0 : 6;
  const farX = east ? (columnOf(last) + (east > 0 ? 1 : 0)) * SIZE - short * east : x;
  const farY = east ? y : (rowOf(last) + (south > 0 ? 1 : 0)) * SIZE - short * south;
  const [side, down] = [Math.abs(south), Math.abs(east)];
  return {
    direction,
    corners: [
      [x - side * NARROW, y - down * NARROW],
      [farX - side * WIDE, farY - down * WIDE],
      [farX + side * WIDE, farY + down * WIDE],
      [x + side * NARROW, y + down * NARROW],
    ].join(" "),
    end: `M${farX - side * WIDE} ${farY - down * WIDE}L${farX + side * WIDE} ${farY + down * WIDE}`,
    seen: places.filter(forest).map((place) => ({
      x: south ? x : columnOf(place) * SIZE + 14,
      y: east ? y : rowOf(place) * SIZE + (south > 0 ? 14 : 86),
    })),
  };
}
