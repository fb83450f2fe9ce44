/** The tree of a study as lines to read: turns one after the other, with what else was tried beside each. */
import type { Node } from "$game/study";
import { type Path, named } from "$game/studyTree";

export interface Item {
  readonly node: Node;
  readonly path: Path;
  readonly round: number;
  /** The turns that lead here, by which the turn is known wherever its branch is moved. */
  readonly name: string;
  readonly beside: readonly Line[];
}

export type Line = readonly Item[];

export function linesOf(children: readonly Node[], round: number, path: Path = [], name = ""): Line {
  const items: Item[] = [];
  let [at, here, before] = [children, path, name];
  for (let number = round; at.length; number++) {
    const [first, ...others] = at as readonly [Node, ...Node[]];
    const from = [here, before] as const;
    const beside = others.map((node, index) => lineFrom(node, number, [...from[0], index + 1], from[1]));
    here = [...here, 0];
    before = named(before, first);
    items.push({ node: first, path: here, round: number, name: before, beside });
    at = first.children;
  }
  return items;
}

function lineFrom(node: Node, round: number, path: Path, before: string): Line {
  const name = named(before, node);
  return [{ node, path, round, name, beside: [] }, ...linesOf(node.children, round + 1, path, name)];
}
