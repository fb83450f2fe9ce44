/** Studies on their way: kept by this browser, carried whole by a link, made of a game or of a painted landscape. */
import type { Schemas } from "$lib/api";
import { t } from "$lib/i18n.svelte";
import { keep, keptList } from "$lib/kept";
import { packed, unpacked } from "$lib/packed";
import { isLeftOutOr, isMadeOf, isNumber, isRecordOf, isText } from "$lib/shapes";
import { playerName } from "./bots";
import type { Replay } from "./records";
import { EMPTY_STUDY, type Node, STANDARD, type Study, type Variant, readStudy, writeStudy } from "./study";
import { type Path, namedTurns, readPath, writePath } from "./studyTree";

export interface KeptStudy {
  readonly id: string;
  readonly text: string;
  /** Where one stood. */
  readonly at: string;
  /** When it was last changed, in milliseconds. */
  readonly changed: number;
  /** What turns lose, by their paths, as far as the coach was asked. */
  readonly losses?: Readonly<Record<string, Loss>>;
}

/** What a turn loses beside the best, after so many playouts. */
export interface Loss {
  readonly loss: number;
  readonly playouts: number;
}

/** By the names of `namedTurns`. */
export type Losses = ReadonlyMap<string, Loss>;

const KEPT = "studies";
const isKeptStudy = isMadeOf<KeptStudy>({
  id: isText,
  text: isText,
  at: isText,
  changed: isNumber,
  losses: isLeftOutOr(isRecordOf(isMadeOf<Loss>({ loss: isNumber, playouts: isNumber }))),
});
const MOST_KEPT = 500;

/** The last changed first. */
export function keptStudies(): KeptStudy[] {
  return [...new Map(keptList(KEPT, isKeptStudy).map((each) => [each.id, each])).values()];
}

/** It was changed just now, or then. */
export function keepStudy(opened: Opened, changed = Date.now()): void {
  const others = keptStudies().filter((each) => each.id !== opened.own);
  keep(KEPT, [{ ...entryOf(opened), changed }, ...others].slice(0, MOST_KEPT));
}

/** Who only looks at a study changes where one stands and what is known of its turns; not what another window has
 * changed meanwhile. */
export function keepLook(opened: Opened): void {
  const all = keptStudies();
  const entry = entryOf(opened);
  const same = all.findIndex(({ id, text }) => id === entry.id && text === entry.text);
  const before = all[same];
  if (before) keep(KEPT, all.with(same, { ...entry, changed: before.changed }));
}

function entryOf({ own: id, study, path, losses }: Opened): Omit<KeptStudy, "changed"> {
  return { id, text: writeStudy(study), at: writePath(path), ...inPaths(study, losses) };
}

export function forgetStudy(id: string): void {
  keep(
    KEPT,
    keptStudies().filter((each) => each.id !== id),
  );
}

export function restoreStudy(entry: KeptStudy): void {
  const all = [entry, ...keptStudies().filter((each) => each.id !== entry.id)];
  keep(
    KEPT,
    all.sort((one, other) => other.changed - one.changed),
  );
}

/** A name for an own study that no other has. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

export const BOARD = "/study/board";

/** What follows the `#`: the whole study, where one stands in it, and by which name this browser keeps it. */
export async function studyFragment(study: Study, path: Path = [], own = ""): Promise<string> {
  const parts = [`study=${await packed(writeStudy(study))}`];
  if (path.length) parts.push(`at=${writePath(path)}`);
  if (own) parts.push(`own=${own}`);
  return parts.join("&");
}

/** The board's address with a study in it. */
export async function studyLink(study: Study, path: Path = []): Promise<string> {
  return `${BOARD}#${await studyFragment(study, path)}`;
}

export interface Opened {
  readonly study: Study;
  readonly path: Path;
  /** The name by which this browser keeps it, if it does. */
  readonly own: string;
  readonly losses: Losses;
}

/** The study that an address names; what this browser keeps is at least as new as what its own address holds. */
export async function openedStudy(hash: string): Promise<Opened | null> {
  const parts = new URLSearchParams(hash.slice(1));
  const own = keptStudies().find(({ id }) => id === parts.get("own"));
  const letters = parts.get("study");
  const text = own?.text ?? (letters ? await unpacked(letters) : null);
  if (text === null) return null;
  const study = readStudy(text);
  const path = readPath(study, own?.at ?? parts.get("at") ?? "");
  return { study, path, own: own?.id ?? "", losses: inNames(study, own?.losses ?? {}) };
}

/** Losses of turns that the tree still has. */
function inPaths(study: Study, losses: Losses): Pick<KeptStudy, "losses"> {
  const found = namedTurns(study).flatMap(([name, path]) => {
    const loss = losses.get(name);
    return loss ? [[writePath(path), loss] as const] : [];
  });
  return found.length ? { losses: Object.fromEntries(found) } : {};
}

function inNames(study: Study, losses: Readonly<Record<string, Loss>>): Losses {
  return new Map(
    namedTurns(study).flatMap(([name, path]) => {
      const loss = losses[writePath(path)];
      return loss ? [[name, loss] as const] : [];
    }),
  );
}

/** A seat's game as the main line of a study. */
export function studyOfGame(replay: Replay, seat: number, name: string): Study {
  const turns = replay.rounds.flatMap(({ card, seats }) => {
    const turn = seats[seat]?.turn;
    return turn ? [{ card, turn }] : [];
  });
  return {
    ...EMPTY_STUDY,
    name: name === t("You") ? gameName(replay, seat) : name, // whoever gets the study is somebody else
    deck: replay.deck.name === STANDARD ? null : replay.deck,
    variants: replay.variants as Variant[],
    children: line(turns),
  };
}

function gameName({ players }: Replay, seat: number): string {
  const others = players.filter((_, each) => each !== seat).map(playerName);
  return others.length ? t("Against {names}", { names: others.join(", ") }) : "";
}

/** A card to lay on a landscape, with turns that were thought of. */
export function studyOfQuestion(
  { landscape, offer, variants }: Schemas["PuzzleQuestion"],
  turns: readonly string[],
  name: string,
): Study {
  const tried = [...new Set(turns)].map((turn) => ({ card: offer.card, turn }));
  return {
    ...EMPTY_STUDY,
    name,
    variants: variants as Variant[],
    start: landscape.text === "|" ? "" : landscape.text,
    children: tried.map((each) => ({ ...each, name: "", comment: "", children: [] })),
  };
}

function line(turns: readonly { readonly card: number; readonly turn: string }[]): readonly Node[] {
  return turns.reduceRight<readonly Node[]>(
    (children, each) => [{ ...each, name: "", comment: "", children }],
    [],
  );
}
