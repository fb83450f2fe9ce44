/** Ways through the tree of a study and changes to it; every change gives a new study and leaves the old as it was. */
import { type LaidCard, readLandscape, readTurn } from "./notation";
import { workersAfter } from "./offer";
import { type Cell, type Zone, cellAt, cellColumn, cellRow } from "./places";
import { type Node, ROUNDS, type Study, landscapeText } from "./study";

/** From the start to a turn: which child each time. */
export type Path = readonly number[];

export interface Position {
  readonly cards: readonly LaidCard[];
  readonly workers: readonly Zone[];
  readonly text: string;
}

/** A study and where one stands in it. */
export type Standing = readonly [study: Study, path: Path];

export function childrenAt(study: Study, path: Path): readonly Node[] {
  return path.reduce((children, index) => children[index]?.children ?? [], study.children);
}

/** The turns from the start to here. */
export function turnsTo(study: Study, path: Path): Node[] {
  const turns: Node[] = [];
  let children = study.children;
  for (const index of path) {
    const node = children[index];
    if (!node) break;
    turns.push(node);
    children = node.children;
  }
  return turns;
}

/** How a turn is named whatever branches are moved: by the turns that lead there. */
export function named(before: string, { card, turn }: Pick<Node, "card" | "turn">): string {
  return `${before ? `${before}/` : ""}${card} ${turn}`;
}

/** Every turn of the tree by its name. */
export function namedTurns({ children }: Study): (readonly [name: string, path: Path])[] {
  const below = (nodes: readonly Node[], path: Path, before: string): (readonly [string, Path])[] =>
    nodes.flatMap((node, index) => {
      const [name, here] = [named(before, node), [...path, index]];
      return [[name, here] as const, ...below(node.children, here, name)];
    });
  return below(children, [], "");
}

export function nodeAt(study: Study, path: Path): Node | null {
  return path.length ? (turnsTo(study, path)[path.length - 1] ?? null) : null;
}

export function isThere(study: Study, path: Path): boolean {
  return turnsTo(study, path).length === path.length;
}

/** The landscape after these turns. */
export function positionAt(study: Study, path: Path): Position {
  const start = readLandscape(study.start);
  const cards = [...start.cards];
  let workers: Zone[] = [...start.workers];
  for (const { card, turn } of turnsTo(study, path)) {
    const { cell, facing, ...action } = readTurn(turn);
    cards.push({ number: card, cell, facing });
    const { move } = action;
    if (!move || workers.includes(move[0])) workers = workersAfter(workers, cell, action);
  }
  workers.sort();
  return { cards, workers, text: landscapeText(cards, workers) };
}

export function isFull({ cards }: Position): boolean {
  return cards.length >= ROUNDS;
}

const SIDE = 4;

/** Where the next card could lie beside another one: what a picture shows, so that it stays the same for any card. */
export function roomAround({ cards }: Position): Cell[] {
  if (!cards.length) return ["c4", "d3", "d4", "d5", "e4"];
  const [columns, rows] = [cards.map(({ cell }) => cellColumn(cell)), cards.map(({ cell }) => cellRow(cell))];
  const fits = (place: number, places: readonly number[]) =>
    Math.max(place, ...places) - Math.min(place, ...places) < SIDE;
  const beyond = cards.flatMap((_, index) => {
    const [column, row] = [columns[index] ?? 0, rows[index] ?? 0];
    return [
      [column - 1, row],
      [column + 1, row],
      [column, row - 1],
      [column, row + 1],
    ] as const;
  });
  const room = beyond.filter(([column, row]) => fits(column, columns) && fits(row, rows));
  return [...new Set(room.map(([column, row]) => cellAt(column, row)))];
}

/** The main line from here to its end. */
export function endFrom(study: Study, path: Path): Path {
  const on = [...path];
  while (childrenAt(study, on).length) on.push(0);
  return on;
}

/** A turn of another child of the same moment; round and round. */
export function beside(study: Study, path: Path, by: number): Path {
  const last = path.at(-1);
  if (last === undefined) return path;
  const among = childrenAt(study, path.slice(0, -1)).length;
  return [...path.slice(0, -1), (last + by + among) % among];
}

/** With this turn after the path; one that is there already is gone to and not tried twice. */
export function withTurn(study: Study, path: Path, card: number, turn: string): Standing {
  const children = childrenAt(study, path);
  const known = children.findIndex((each) => each.card === card && each.turn === turn);
  if (known >= 0) return [study, [...path, known]];
  const node: Node = { card, turn, name: "", comment: "", children: [] };
  return [withChildren(study, path, (all) => [...all, node]), [...path, children.length]];
}

export function withRemark(study: Study, path: Path, said: Partial<Pick<Node, "name" | "comment">>): Study {
  if (!path.length) return { ...study, comment: said.comment ?? study.comment };
  const last = path.at(-1);
  return withChildren(study, path.slice(0, -1), (all) =>
    all.map((each, index) => (index === last ? { ...each, ...said } : each)),
  );
}

/** Without this turn and all that comes after it. */
export function withoutBranch(study: Study, path: Path): Standing {
  const before = path.slice(0, -1);
  return [withChildren(study, before, (all) => all.filter((_, index) => index !== path.at(-1))), before];
}

/** The whole way to here becomes the main line; what it replaces stays beside it. */
export function promoted(study: Study, path: Path): Standing {
  let now = study;
  path.forEach((chosen, depth) => {
    if (!chosen) return;
    const main = path.slice(0, depth).map(() => 0);
    now = withChildren(now, main, (all) => [
      ...all.slice(chosen, chosen + 1),
      ...all.filter((_, index) => index !== chosen),
    ]);
  });
  return [now, path.map(() => 0)];
}

export function isMain(path: Path): boolean {
  return path.every((index) => index === 0);
}

/** A path for an address: steps along the main line, then which other child, then steps again. */
export function writePath(path: Path): string {
  const parts: number[] = [0];
  for (const index of path) {
    if (index) parts.push(index, 0);
    else parts[parts.length - 1] = (parts.at(-1) ?? 0) + 1;
  }
  return parts.join("-");
}

/** As far as the study has it. */
export function readPath(study: Study, text: string): Path {
  const path: number[] = [];
  text.split("-").forEach((part, index) => {
    const number = Math.min(Number.parseInt(part, 10) || 0, ROUNDS * 64);
    if (index % 2) path.push(number);
    else for (let step = 0; step < Math.min(number, ROUNDS); step++) path.push(0);
  });
  return path.slice(0, turnsTo(study, path).length);
}

function withChildren(
  study: Study,
  path: Path,
  change: (children: readonly Node[]) => readonly Node[],
): Study {
  const changed = (children: readonly Node[], depth: number): readonly Node[] => {
    if (depth === path.length) return change(children);
    return children.map((each, index) =>
      index === path[depth] ? { ...each, children: changed(each.children, depth + 1) } : each,
    );
  };
  return { ...study, children: changed(study.children, 0) };
}
