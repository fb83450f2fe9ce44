/** Sentences in the person's language; a message's name is its English text, as everywhere in Limes. */
import { CATALOGUES } from "virtual:catalogues";
import { keep, kept } from "./kept";
import { isText } from "./shapes";

export const LANGUAGES = { de: "Deutsch", en: "English", fr: "Français", cs: "Čeština" } as const;
export type Language = keyof typeof LANGUAGES;
type Fields = Record<string, string | number>;

interface Catalogue {
  readonly messages: Record<string, string | readonly string[]>;
  readonly form: (n: number) => number;
}

const ENGLISH: Catalogue = { messages: {}, form: (n) => (n === 1 ? 0 : 1) };
/** The parts of the catalogue that are loaded: what all pages say, and the pages that were opened. */
const parts = new Set(["shell"]);
const opened = new Map<string, Promise<void>>();

let catalogue = $state.raw(ENGLISH);
let spoken = $state<Language>("en");

export function language(): Language {
  return spoken;
}

/** A sentence; its gaps, such as `{name}`, are filled from the fields. */
export function t(message: string, fields: Fields = {}): string {
  const found = catalogue.messages[message];
  return filled(typeof found === "string" && found ? found : message, fields);
}

/** A sentence that depends on a number, in its singular and plural; `{n}` is the number. */
export function tn(one: string, many: string, n: number, fields: Fields = {}): string {
  const forms = catalogue.messages[one];
  const found = typeof forms === "object" ? forms[catalogue.form(n)] : undefined;
  return filled(found || (n === 1 ? one : many), { n, ...fields });
}

/** The same for a number with one digit behind the point: "1.5 points", but in French "1,5 point". */
export function tnTenths(one: string, many: string, tenths: number, fields: Fields = {}): string {
  const counted = new Intl.PluralRules(spoken, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const singular = counted.select(Math.abs(tenths)) === "one";
  const forms = catalogue.messages[one];
  const found = typeof forms === "object" ? (singular ? forms[0] : forms.at(-1)) : undefined;
  return filled(found || (singular ? one : many), fields);
}

/** Marks a message that is translated later, where it is shown. */
export function msg(message: string): string {
  return message;
}

export async function speak(chosen: Language): Promise<void> {
  catalogue = await loaded(chosen);
  spoken = chosen;
  document.documentElement.lang = chosen;
}

/** Loads what a page says, before it is shown; whoever asks again meanwhile waits for the same. */
export function speakOn(page: string): Promise<void> {
  const known = opened.get(page);
  if (known) return known;
  const opening = wordsOf(page).catch((error: unknown) => {
    parts.delete(page);
    opened.delete(page);
    throw error;
  });
  opened.set(page, opening);
  return opening;
}

async function wordsOf(page: string): Promise<void> {
  parts.add(page);
  let asked;
  do {
    asked = spoken;
    catalogue = await loaded(asked);
  } while (asked !== spoken);
}

async function loaded(chosen: Language): Promise<Catalogue> {
  const loaders = CATALOGUES[chosen];
  if (!loaders) return ENGLISH;
  let asked;
  let found;
  do {
    asked = parts.size;
    found = await Promise.all([...parts].map((part) => loaders[part]?.() ?? ENGLISH));
  } while (asked !== parts.size);
  return {
    messages: Object.assign({}, ...found.map(({ messages }) => messages)),
    form: found[0]?.form ?? ENGLISH.form,
  };
}

export async function choose(chosen: Language): Promise<void> {
  keep("language", chosen);
  await speak(chosen);
}

/** The language chosen before, else the first of the browser's that we speak. */
export function usersLanguage(): Language {
  const chosen = kept("language", isText, "");
  const asked = [chosen, ...navigator.languages].map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return asked.find((tag): tag is Language => Object.hasOwn(LANGUAGES, tag)) ?? "en";
}

function filled(text: string, fields: Fields): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(fields[name] ?? gap));
}
