/** The best that this browser's person reached, for each deck and its variants. */
import { keep, keptList, keptRecord } from "./kept";
import { isMadeOf, isNullOr, isNumber, isText } from "./shapes";

export interface Best {
  readonly total: number;
  readonly table: string;
}

interface Played {
  readonly table: string;
  readonly deck: { readonly cards: readonly string[] };
  readonly variants: readonly string[];
}

/** Tables that began in the middle of another game, or where the coach was asked, do not count. */
export function leaveOut(table: string): void {
  if (counts(table)) keep("left-out", [...keptList("left-out", isText).slice(-99), table]);
}

/** The best before this game, null if it is the first; this game is remembered if it is better. */
export function bestBefore(played: Played, total: number): Best | null {
  const name = [...played.deck.cards, ...played.variants].join(" ");
  const all = reached();
  const known = all[name];
  if (known?.best.table === played.table) return known.before;
  if (!counts(played.table)) return known?.best ?? null;
  if (!known || total > known.best.total) {
    keep("best", { ...all, [name]: { best: { total, table: played.table }, before: known?.best ?? null } });
  }
  return known?.best ?? null;
}

/** The most points of all decks and variants; null before the first game. */
export function best(): Best | null {
  return (
    Object.values(reached())
      .map((each) => each.best)
      .sort((a, b) => b.total - a.total)[0] ?? null
  );
}

export function counts(table: string): boolean {
  return !keptList("left-out", isText).includes(table);
}

const isBest = isMadeOf<Best>({ total: isNumber, table: isText });

/** By deck and variants. */
function reached(): Record<string, { best: Best; before: Best | null }> {
  return keptRecord("best", isMadeOf({ best: isBest, before: isNullOr(isBest) }));
}
