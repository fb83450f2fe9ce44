/** A person's tables as lists show them: in which order, against whom, and how they stand. */
import type { Schemas } from "$lib/api";
import { t, tn } from "$lib/i18n.svelte";
import { keep, keptList } from "$lib/kept";
import { isCount, isFlag, isListOf, isMadeOf, isNullOr, isNumber, isText } from "$lib/shapes";
import { playerName } from "./bots";

export type Listed = Schemas["ListedTable"];

const ROUNDS = 16;
const KEPT = "listed";
const isListed = isMadeOf<Listed>({
  table: isText,
  created: isNumber,
  at: isNumber,
  players: isListOf(isText),
  people: isListOf(isCount),
  yours: isListOf(isCount),
  left: isListOf(isCount),
  owner: isFlag,
  turns_left: isCount,
  closed: isNullOr(isText),
  day: isNullOr(isText),
  round: isCount,
  waiting: isListOf(isCount),
  totals: isListOf(isCount),
  places: isNullOr(isListOf(isCount)),
  picture: isText,
});

/** Tables as they were known last, so that nothing moves when the server has answered. */
export function keptTables(): Listed[] {
  return [...new Map(keptList(KEPT, isListed).map((each) => [each.table, each])).values()];
}

export function keepTables(tables: readonly Listed[]): void {
  keep(KEPT, tables);
}

export function isOver(table: Listed): boolean {
  return isFinished(table) || table.closed !== null;
}

/** Played to its end. */
export function isFinished(table: Listed): boolean {
  return table.turns_left === 0;
}

/** Nobody else plays on: who leaves ends the game, or, before the first card, the table, if it is theirs. */
export function isGivenUpByLeaving(table: Listed): boolean {
  return (table.round > 0 || table.owner) && table.people.every((seat) => table.yours.includes(seat));
}

export function isYourTurn(table: Listed): boolean {
  return table.yours.some((seat) => table.waiting.includes(seat));
}

/** Whose turn it is, if it is one's own: those who share a screen have names. */
export function turnOf({ yours, waiting, players }: Listed): string {
  const [next] = yours.filter((seat) => waiting.includes(seat));
  if (next === undefined) return "";
  const [, another] = yours;
  return another === undefined
    ? t("your turn")
    : t("{name}'s turn", { name: playerName(players[next] ?? "") });
}

/** First those where it is the person's turn, then those that wait for others, then finished ones; the last used first. */
export function ordered(tables: readonly Listed[]): Listed[] {
  const rank = (table: Listed) => (isOver(table) ? 2 : isYourTurn(table) ? 0 : 1);
  return [...tables].sort((a, b) => rank(a) - rank(b) || b.at - a.at);
}

/** The seat whose landscape and points stand for the table: the first own one, or one that was. */
export function shownSeat(table: Listed): number {
  return table.yours[0] ?? table.left[0] ?? 0;
}

const LATELY = 5;

/** What the person scored in their last games that were played to the end, the newest first. */
export function lastTotals(tables: readonly Listed[]): number[] {
  return [...tables]
    .filter((table) => isFinished(table) && table.yours.length === 1)
    .sort((a, b) => b.at - a.at)
    .slice(0, LATELY)
    .map((table) => table.totals[table.yours[0]!]!);
}

export function opponents(table: Listed): string {
  if (table.day) return t("The deal of the day");
  const own = [...table.yours, ...table.left];
  if (table.players.length === 1 && own.length) return t("Alone");
  const seats = table.players
    .map((name, seat) => ({ name: playerName(name), seat }))
    .filter(({ name }) => name);
  const others = seats.filter(({ seat }) => !own.includes(seat));
  if (own.length && others.length) return t("Against {names}", { names: names(others) });
  return seats.length > 1 || (seats.length && isFinished(table)) ? names(seats) : t("Nobody has joined yet");
}

function names(seats: readonly { name: string }[]): string {
  return seats.map(({ name }) => name).join(", ");
}

/** What is to be known beside the points: the round, whom it waits for, or the place at the end. */
export function standing(table: Listed): string {
  if (table.closed !== null) return t("closed");
  if (isFinished(table)) {
    const own = table.yours.length || table.left.length;
    const place = own ? table.places?.[shownSeat(table)] : null;
    return place && table.players.length > 1
      ? t("Place {place} of {all}", { place, all: table.players.length })
      : t("finished");
  }
  if (table.left.length) return t("a bot plays for you");
  const open = table.players.filter((name) => !name).length;
  if (open) return tn("{n} seat is open", "{n} seats are open", open);
  return t("Round {round} of {rounds}", { round: table.round, rounds: ROUNDS });
}
