/** Records on their way through the page: fetched by a table's id, carried by a link, read by the server. */
import { type Schemas, get, post } from "$lib/api";
import { packed, unpacked } from "$lib/packed";
import { turnSentences } from "./telling";
import type { Line } from "./chart";
import { playerName } from "./bots";
import { readTurn } from "./notation";
import type { Cell, Zone } from "./places";

export type Replay = Schemas["Replay"];

/** What a seat did in a round. */
export interface Step {
  readonly cell: Cell;
  /** Where a worker came to stand. */
  readonly worker: Zone | null;
  /** Where it stood before, if it moved. */
  readonly from: Zone | null;
}

export function recordOf(table: string): Promise<string> {
  return get<string>(`/tables/${table}/record`);
}

export function readRecord(text: string): Promise<Replay> {
  return post<Replay>("/study/record", { text });
}

/** A page's address that holds the whole game in its fragment, which no server sees. */
export async function recordLink(page: "/replay" | "/review" | "/embed", text: string): Promise<string> {
  return `${page}#record=${await packed(text)}`;
}

/** The record in the address, if there is one. */
export async function recordInLink(hash: string): Promise<string | null> {
  const letters = new URLSearchParams(hash.slice(1)).get("record");
  return letters ? unpacked(letters) : null;
}

/** The seat that a link asks for, if the game has it. */
export function seatInLink(hash: string, seats: number): number | null {
  const seat = Number(new URLSearchParams(hash.slice(1)).get("seat") ?? -1);
  return Number.isInteger(seat) && seat >= 0 && seat < seats ? seat : null;
}

/** The id of a table in what somebody pasted: a link, or the id alone. */
export function tableIn(text: string): string | null {
  return /(?:^|\/)([a-z0-9]{10,40})\/?(?:[?#].*)?$/.exec(text.trim())?.[1] ?? null;
}

export function stepOf(replay: Replay, round: number, seat: number): Step | null {
  const turn = replay.rounds[round - 1]?.seats[seat]?.turn;
  if (!turn) return null;
  const { cell, worker, move } = readTurn(turn);
  return { cell, worker: move?.[1] ?? (worker ? cell + worker : null), from: move?.[0] ?? null };
}

export function told(replay: Replay, round: number, seat: number): string[] {
  const made = replay.rounds[round - 1]?.seats[seat];
  if (!made?.turn) return [];
  return turnSentences(made.turn, new Map(Object.entries(made.landscape.zones)));
}

export function totalAfter(replay: Replay, round: number, seat: number): number {
  return replay.rounds[round - 1]?.seats[seat]?.landscape.total ?? 0;
}

/** Each seat's total before the first round and after each. */
export function totals(replay: Replay): Line[] {
  return replay.players.map((name, seat) => ({
    name: playerName(name),
    seat,
    values: [0, ...replay.rounds.map((_, index) => totalAfter(replay, index + 1, seat))],
  }));
}
