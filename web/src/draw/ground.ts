/** The painted ground of a landscape as path data: terrains, textures, card seams and borders.

Huts, towers and workers stand on it and are not drawn here. */
import { type Spot, type Zone, columnOf, neighbours, rowOf, spotOf } from "$game/places";
import { type Terrain, type Territory, hasHut, terrainOf } from "$game/terrain";
import { type Edge, Grid, type Rounding, chance, roundedOutline, sides } from "./shapes";

export interface Texture {
  readonly key: string;
  readonly symbol: string;
  readonly column: number;
  readonly row: number;
}

export interface PaintedTerrain {
  readonly terrain: Terrain;
  readonly edge: string;
  readonly inside: string;
  readonly textures: readonly Texture[];
}

const TERRAINS: readonly Terrain[] = ["field", "water", "forest", "rock"];
const HAS_CLEARING: readonly Terrain[] = ["field", "forest"];
const SEAM_EAST: readonly Terrain[] = ["field", "water", "forest"];
const SEAM_SOUTH: readonly Terrain[] = ["water", "forest"];
const VARIANTS = 3;

// How far inside its border a terrain takes its full colour, and how round its corners are there.
const INSIDE: Record<Terrain, Rounding> = {
  field: { inset: 6, outer: 10, inner: 4, loose: 9 },
  water: { inset: 8, outer: 30, inner: 14, loose: 9 },
  forest: { inset: 8, outer: 18, inner: 8, loose: 9 },
  rock: { inset: 8, outer: 26, inner: 10, loose: 9 },
};

/** A landscape as places and shapes, shared by everything that is drawn on it. */
export class Ground {
  readonly letters: ReadonlyMap<Spot, string>;
  readonly grid: Grid;
  readonly territories: readonly Territory[];
  readonly shapes: readonly ReadonlySet<Spot>[];
  readonly #of = new Map<Spot, number>();

  constructor(zones: ReadonlyMap<Zone, string>, territories: readonly Territory[]) {
    this.letters = new Map([...zones].map(([zone, letter]) => [spotOf(zone), letter]));
    this.grid = new Grid(this.letters);
    this.territories = territories;
    this.shapes = territories.map((territory) => new Set(territory.zones.map(spotOf)));
    this.shapes.forEach((shape, number) => shape.forEach((place) => this.#of.set(place, number)));
  }

  territoryAt(place: Spot): number | undefined {
    return this.#of.get(place);
  }

  together(one: Spot, other: Spot): boolean {
    const number = this.#of.get(one);
    return number !== undefined && number === this.#of.get(other);
  }

  /** The outline around all cards. */
  laid(): string {
    return roundedOutline(new Set(this.letters.keys()));
  }

  painted(): PaintedTerrain[] {
    return TERRAINS.map((terrain) => {
      const shapes = this.shapes.filter((_, number) => this.territories[number]?.terrain === terrain);
      return {
        terrain,
        edge: shapes.map((shape) => this.grid.outline(shape)).join(""),
        inside: shapes.map((shape) => roundedOutline(shape, INSIDE[terrain])).join(""),
        textures: this.#textures(terrain),
      };
    }).filter(({ edge }) => edge);
  }

  /** Where territories meet. */
  borders(): string {
    const edges: Edge[] = [];
    for (const place of this.letters.keys()) {
      const [, east, south] = neighbours(place);
      const [, eastern, southern] = sides(place);
      if (this.letters.has(east) && !this.together(place, east)) edges.push(eastern);
      if (this.letters.has(south) && !this.together(place, south)) edges.push(southern);
    }
    return this.grid.lines(edges);
  }

  /** Where cards meet: inside a territory, and where a border runs on the seam. */
  seams(): { inside: string; border: string } {
    const inside: Edge[] = [];
    const border: Edge[] = [];
    for (const place of this.letters.keys()) {
      const [, east, south] = neighbours(place);
      const [, eastern, southern] = sides(place);
      if (columnOf(place) % 2 && this.letters.has(east))
        (this.together(place, east) ? inside : border).push(eastern);
      if (rowOf(place) % 2 && this.letters.has(south))
        (this.together(place, south) ? inside : border).push(southern);
    }
    return { inside: this.grid.lines(inside), border: this.grid.lines(border) };
  }

  /** Row by row from the north, over the seams first, so that nearer firs cover farther ones. */
  #textures(terrain: Terrain): Texture[] {
    const rows: Spot[][] = [];
    for (const [place, letter] of this.letters) {
      if (terrainOf(letter) === terrain) (rows[rowOf(place)] ??= []).push(place);
    }
    return rows.flatMap((row) => {
      row.sort((a, b) => a - b);
      return [
        ...row.flatMap((place) => this.#overSeams(terrain, place)),
        ...row.map((place) => this.#texture(terrain, place)),
      ];
    });
  }

  #texture(terrain: Terrain, place: Spot): Texture {
    const column = columnOf(place);
    const row = rowOf(place);
    const cleared = hasHut(this.letters.get(place) ?? "") && HAS_CLEARING.includes(terrain);
    const variant = cleared ? "hut" : 1 + (Math.floor(chance(column, row, 5) * VARIANTS) % VARIANTS);
    return { key: `${place}`, symbol: `${terrain}-${variant}`, column, row };
  }

  #overSeams(terrain: Terrain, place: Spot): Texture[] {
    const [north, east] = neighbours(place);
    const column = columnOf(place);
    const row = rowOf(place);
    const found: Texture[] = [];
    if (SEAM_SOUTH.includes(terrain) && this.together(place, north)) {
      found.push({ key: `${place}n`, symbol: `${terrain}-south`, column, row: row - 1 });
    }
    if (SEAM_EAST.includes(terrain) && this.together(place, east)) {
      found.push({ key: `${place}e`, symbol: `${terrain}-east`, column, row });
    }
    return found;
  }
}
