/** Reads gettext catalogues: the messages that the client uses, with their translations. */

export interface Entry {
  readonly id: string;
  readonly strings: readonly string[];
  readonly files: readonly string[];
}

export interface Catalogue {
  readonly plural: string;
  readonly entries: readonly Entry[];
}

const CLIENT = "web/src/";
const QUOTED = /"((?:[^"\\]|\\.)*)"/g;
const ESCAPES: Record<string, string> = { n: "\n", t: "\t", '"': '"', "\\": "\\" };

export function readCatalogue(text: string): Catalogue {
  const entries = text
    .split(/\n\s*\n/)
    .map(readEntry)
    .filter((entry) => entry !== null);
  const header = entries.find((entry) => entry.id === "")?.strings[0] ?? "";
  const plural = /plural=([^;\n]+)/.exec(header)?.[1] ?? "n != 1";
  return { plural: plural.trim(), entries: entries.filter((entry) => entry.id !== "") };
}

/** Each message with its translation, or all its plural forms. */
export type Messages = Record<string, string | readonly string[]>;

/** What files of the client say; they are named as below `web/src`. */
export function usedBy(catalogue: Catalogue, files: ReadonlySet<string>): Messages {
  const used = catalogue.entries.filter((entry) =>
    entry.files.some((file) => file.startsWith(CLIENT) && files.has(file.slice(CLIENT.length))),
  );
  return Object.fromEntries(
    used.map(({ id, strings }) => [id, strings.length === 1 ? (strings[0] ?? id) : strings]),
  );
}

function readEntry(block: string): Entry | null {
  const files: string[] = [];
  const found: Record<string, string> = {};
  let keyword = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("#:")) files.push(...line.slice(2).trim().split(/\s+/));
    if (line.startsWith("#")) continue;
    const named = /^(msg\w+(?:\[\d\])?)\s/.exec(line);
    if (named?.[1]) keyword = named[1];
    for (const [, part = ""] of line.matchAll(QUOTED))
      found[keyword] = (found[keyword] ?? "") + unescaped(part);
  }
  if (found["msgid"] === undefined) return null;
  const plural = Object.keys(found).filter((name) => name.startsWith("msgstr["));
  const strings = plural.length ? plural.sort().map((name) => found[name] ?? "") : [found["msgstr"] ?? ""];
  return { id: found["msgid"], strings, files };
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}
