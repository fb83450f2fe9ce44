/** A study: a tree of turns on one landscape, as it is written in the notation; Python reads and writes the same. */
import { readLandscape, readTurn } from "./notation";
import { isZone } from "./places";
import { ROUNDS, StudyError, StudyReader, type Tried, readComment, readRemarks } from "./studyText";

export { ROUNDS, StudyError };

/** A card laid, and what was tried after it: the first child goes on with the main line. */
export interface Node {
  readonly card: number;
  readonly turn: string;
  readonly name: string;
  readonly comment: string;
  readonly children: readonly Node[];
}

export interface StudyDeck {
  readonly name: string;
  readonly cards: readonly string[];
}

export type Variant = "diagonal" | "ferryman";

export interface Study {
  readonly name: string;
  /** Null is the standard deck. */
  readonly deck: StudyDeck | null;
  readonly variants: readonly Variant[];
  /** The landscape that it starts with; empty for an empty table. */
  readonly start: string;
  readonly comment: string;
  readonly children: readonly Node[];
}

export const EMPTY_STUDY: Study = {
  name: "",
  deck: null,
  variants: [],
  start: "",
  comment: "",
  children: [],
};
export const MOST_TURNS = 1000;
export const STANDARD = "standard";
const VARIANTS: readonly Variant[] = ["diagonal", "ferryman"];
const HEADERS = ["Study", "Deck", "Cards", "Variants", "Start"];
/** Of a deck, as on the server: a short link can hold so many that the page would never be drawn. */
const MOST_CARDS = 64;
const FACE = /^[fwtrFTR]{4}$/;

type Cards = ReadonlyMap<number, number>;

export function isStudy(text: string): boolean {
  return text.trimStart().startsWith("Study:");
}

/** Whether it holds anything that somebody tried or said. */
export function isBlank({ name, start, comment, children }: Study): boolean {
  return !name && !start && !comment && !children.length;
}

/** A study's name as the notation allows it: one line of signs that can be seen. */
export function cleanName(name: string): string {
  return name.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
}

/** This node and the main line after it. */
export function lineOf(children: readonly Node[]): Node[] {
  const line: Node[] = [];
  for (let node = children[0]; node; node = node.children[0]) line.push(node);
  return line;
}

export function countTurns(children: readonly Node[]): number {
  return children.reduce((sum, node) => sum + 1 + countTurns(node.children), 0);
}

export function cardsInStart(start: string): number {
  return readLandscape(start).cards.length;
}

/** A landscape's text, its workers in the order of their zones. */
export function landscapeText(
  cards: readonly { readonly number: number; readonly cell: string; readonly facing: string }[],
  workers: readonly string[],
): string {
  const laid = cards.map(({ number, cell, facing }) => `${number}@${cell}${facing}`).join(" ");
  return laid && !workers.length ? laid : `${laid} | ${[...workers].sort().join(" ")}`.trim();
}

export function writeStudy(study: Study): string {
  const { name, deck, variants, start, comment, children } = study;
  const headers = {
    Deck: deck?.name,
    Cards: deck?.cards.join(" "),
    Variants: VARIANTS.filter((each) => variants.includes(each)).join(" "),
    Start: start,
  };
  const lines = [`Study: ${name}`.trimEnd()];
  for (const [header, value] of Object.entries(headers)) if (value) lines.push(`${header}: ${value}`);
  lines.push("");
  if (comment) lines.push(quoted(comment, "{", "}"));
  const first = cardsInStart(start) + 1;
  const line = lineOf(children);
  const cards: Cards = new Map(line.map((node, index) => [first + index, node.card]));
  let beside = children.slice(1);
  line.forEach((node, index) => {
    const number = first + index;
    lines.push([`${number}.`, node.card, node.turn, ...remarks(node, beside, number, cards)].join(" "));
    beside = node.children.slice(1);
  });
  return lines.join("\n") + "\n";
}

/** What follows a turn of a round. */
function remarks(
  { name, comment }: Node,
  variations: readonly Node[],
  round: number,
  cards: Cards,
): string[] {
  const written = variations.map((node) => `(${variationText(node, round, cards)})`);
  if (comment) written.unshift(quoted(comment, "{", "}"));
  if (name) written.unshift(quoted(name, '"', '"'));
  return written;
}

/** A card is left out where the line that the variation leaves has the same one in that round. */
function variationText(node: Node, round: number, cards: Cards): string {
  const line = lineOf([node]);
  const own: Cards = new Map([...cards, ...line.map((each, index) => [round + index, each.card] as const)]);
  const words: string[] = [];
  let beside: readonly Node[] = [];
  line.forEach((each, index) => {
    const number = round + index;
    if (cards.get(number) !== each.card) words.push(String(each.card));
    words.push(each.turn, ...remarks(each, beside, number, own));
    beside = each.children.slice(1);
  });
  return words.join(" ");
}

function quoted(text: string, opening: string, closing: string): string {
  const special = /[\\}"\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/gu;
  const escaped = text.replace(special, (sign) => {
    if (sign === "\n") return "\\n";
    if (sign === "\\" || sign === closing) return `\\${sign}`;
    if (sign === "}" || sign === '"') return sign;
    return `\\u{${sign.codePointAt(0)?.toString(16)}}`;
  });
  return opening + escaped + closing;
}

/** `StudyError` says in which line it is wrong. Whether the turns can be played is for the rules to say. */
export function readStudy(text: string): Study {
  const reader = new StudyReader(text);
  const headers = new Map<string, string>();
  const places = new Map<string, number>();
  for (let header = reader.header(); header; header = reader.header()) {
    if (!HEADERS.includes(header.name) || headers.has(header.name)) reader.fail();
    headers.set(header.name, header.value);
    places.set(header.name, reader.offset);
    reader.nextLine();
  }
  const wrong = (...names: string[]) =>
    reader.fail(names.map((name) => places.get(name)).find((place) => place !== undefined));
  if (!isStudy(text)) throw new StudyError(1);
  const comment = reader.peek() === "{" ? readComment(reader) : "";
  const start = startIn(headers.get("Start") ?? "") ?? wrong("Start");
  const deck = deckIn(headers.get("Deck") ?? "", headers.get("Cards"));
  if (deck === undefined) return wrong("Cards", "Deck");
  const first = cardsInStart(start) + 1;
  const line: Tried[] = [];
  let turns = 0;
  while (!reader.done()) {
    const number = first + line.length;
    if (number > ROUNDS || reader.number() !== number || !reader.take(".")) reader.fail();
    reader.skipBlanks();
    const { offset: place } = reader;
    const card = reader.number();
    reader.skipBlanks();
    const tried = { place, card, turn: reader.turn(), remarks: readRemarks(reader, number) };
    turns += 1 + tried.remarks.turns;
    if (turns > MOST_TURNS) reader.fail();
    line.push(tried);
    reader.endOfLine();
  }
  return {
    name: cleanName(headers.get("Study") ?? ""),
    deck,
    variants: variantsIn(headers.get("Variants") ?? "") ?? wrong("Variants"),
    start,
    comment,
    children: grown(reader, line, first, new Map()),
  };
}

/** The first turn of a line with all that comes after it, and what was tried instead of it. */
function grown(reader: StudyReader, line: readonly Tried[], first: number, cards: Cards): Node[] {
  const own = new Map(cards);
  line.forEach(({ card }, index) => card !== null && own.set(first + index, card));
  let children: Node[] = [];
  for (let index = line.length - 1; index >= 0; index--) {
    const tried = line[index] as Tried;
    const card = own.get(first + index) ?? reader.fail(tried.place);
    const { name, comment, variations } = tried.remarks;
    const node = { card, turn: tried.turn, name, comment, children };
    const beside = variations.map((each) => grown(reader, each, first + index, own)[0] as Node);
    children = [node, ...beside];
    const known = new Set(children.map((each) => `${each.card} ${each.turn}`));
    if (known.size < children.length) reader.fail(tried.place);
  }
  return children;
}

/** Undefined if it cannot be read. */
function startIn(text: string): string | undefined {
  const { cards, workers } = readLandscape(text);
  if (cards.length > ROUNDS) return undefined;
  const good = cards.every(({ cell, facing }) => {
    try {
      return Boolean(readTurn(cell + facing));
    } catch {
      return false;
    }
  });
  if (!good || !workers.every(isZone)) return undefined;
  return cards.length ? landscapeText(cards, workers) : "";
}

/** Null is the standard deck; undefined if it cannot be read. */
function deckIn(name: string, cards: string | undefined): StudyDeck | null | undefined {
  if (cards === undefined && (!name || name === STANDARD)) return null;
  const faces = cards?.split(/\s+/) ?? [];
  if (faces.length < ROUNDS || faces.length > MOST_CARDS || !faces.every((face) => FACE.test(face)))
    return undefined;
  return { name: cleanName(name) || "unnamed", cards: faces };
}

/** Undefined if it cannot be read. */
function variantsIn(text: string): Variant[] | undefined {
  const words = text.split(/\s+/).filter(Boolean);
  if (!words.every((word) => (VARIANTS as readonly string[]).includes(word))) return undefined;
  return VARIANTS.filter((each) => words.includes(each));
}
