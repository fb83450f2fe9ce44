/** A study's text on its way to a tree: what is written after a turn, and how names and comments are quoted. */
import { readTurn } from "./notation";

/** The text is no study from this line on. */
export class StudyError extends Error {
  constructor(readonly line: number) {
    super(`line ${line}`);
  }
}

/** A turn as it is written; the card may be left out in a variation. */
export interface Tried {
  readonly place: number;
  readonly card: number | null;
  readonly turn: string;
  readonly remarks: Remarks;
}

export interface Remarks {
  readonly name: string;
  readonly comment: string;
  readonly variations: readonly (readonly Tried[])[];
  /** How many turns there are in all variations. */
  readonly turns: number;
}

export const ROUNDS = 16;
const BLANK = /[ \t\r]/;
const ENDS = /[\s"{}()]/;

export class StudyReader {
  #offset = 0;

  constructor(readonly text: string) {
    this.skipSpace();
  }

  /** Where it stands. */
  get offset(): number {
    return this.#offset;
  }

  fail(offset = this.#offset): never {
    throw new StudyError(this.text.slice(0, offset).split("\n").length);
  }

  done(): boolean {
    return this.#offset >= this.text.length;
  }

  peek(): string {
    return this.text.charAt(this.#offset);
  }

  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.#offset)) return false;
    this.#offset += expected.length;
    return true;
  }

  match(pattern: RegExp): RegExpExecArray | null {
    const sticky = new RegExp(pattern, "yu");
    sticky.lastIndex = this.#offset;
    const found = sticky.exec(this.text);
    if (found) this.#offset += found[0].length;
    return found;
  }

  skipBlanks(): void {
    while (!this.done() && BLANK.test(this.peek())) this.#offset++;
  }

  skipSpace(): void {
    while (!this.done() && /\s/.test(this.peek())) this.#offset++;
  }

  /** The header that the line is, if it is one. */
  header(): { name: string; value: string } | null {
    const found = /^(\p{L}+):([^\n]*)$/u.exec(this.#restOfLine());
    return found ? { name: found[1] ?? "", value: (found[2] ?? "").trim() } : null;
  }

  nextLine(): void {
    this.#offset += this.#restOfLine().length;
    this.skipSpace();
  }

  /** Nothing may follow in this line. */
  endOfLine(): void {
    this.skipBlanks();
    if (!this.done() && this.peek() !== "\n") this.fail();
    this.skipSpace();
  }

  number(): number {
    const found = this.match(/[1-9]\d{0,8}/);
    return found ? Number(found[0]) : this.fail();
  }

  turn(): string {
    const start = this.#offset;
    while (!this.done() && !ENDS.test(this.peek())) this.#offset++;
    const word = this.text.slice(start, this.#offset);
    try {
      readTurn(word);
      return word;
    } catch {
      return this.fail();
    }
  }

  /** Read on after the opening sign, past the closing one. */
  quoted(closing: string): string {
    let text = "";
    while (!this.take(closing)) {
      const point = this.text.codePointAt(this.#offset) ?? this.fail();
      const sign = String.fromCodePoint(point);
      if (sign === "\n") this.fail();
      this.#offset += sign.length;
      text += sign === "\\" ? this.#escaped(closing) : sign;
    }
    return text;
  }

  #escaped(closing: string): string {
    if (this.take("\\")) return "\\";
    if (this.take(closing)) return closing;
    if (this.take("n")) return "\n";
    const number = parseInt(this.match(/u\{([0-9A-Fa-f]{1,6})\}/)?.[1] ?? "-1", 16);
    return number >= 0 && number <= 0x10ffff ? String.fromCodePoint(number) : this.fail();
  }

  #restOfLine(): string {
    const end = this.text.indexOf("\n", this.#offset);
    return this.text.slice(this.#offset, end < 0 ? undefined : end);
  }
}

/** The comment on the whole study, in a line of its own. */
export function readComment(reader: StudyReader): string {
  reader.take("{");
  const comment = reader.quoted("}");
  reader.endOfLine();
  return comment;
}

/** What follows a turn in its line. */
export function readRemarks(reader: StudyReader, round: number): Remarks {
  return remarks(reader, round, () => reader.skipBlanks(), false);
}

function remarks(reader: StudyReader, round: number, skip: () => void, first: boolean): Remarks {
  skip();
  const name = reader.take('"') ? reader.quoted('"') : "";
  skip();
  const comment = reader.take("{") ? reader.quoted("}") : "";
  skip();
  const variations: Tried[][] = [];
  while (!first && reader.take("(")) {
    variations.push(variation(reader, round));
    skip();
  }
  const all = variations.flat();
  return { name, comment, variations, turns: all.reduce((sum, each) => sum + 1 + each.remarks.turns, 0) };
}

/** Read on after the opening parenthesis, past the closing one; lines may end anywhere. */
function variation(reader: StudyReader, round: number): Tried[] {
  const line: Tried[] = [];
  reader.skipSpace();
  while (!line.length || !reader.take(")")) {
    const number = round + line.length;
    if (number > ROUNDS) reader.fail();
    const { offset: place } = reader;
    const card = /\d/.test(reader.peek()) ? reader.number() : null;
    reader.skipSpace();
    const turn = reader.turn();
    const said = remarks(reader, number, () => reader.skipSpace(), !line.length);
    line.push({ place, card, turn, remarks: said });
  }
  return line;
}
