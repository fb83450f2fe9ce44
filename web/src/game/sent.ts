/** What a person sent to a table and the server has not answered yet, and what its refusals mean. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { t } from "$lib/i18n.svelte";
import { sentence } from "$lib/refusals";
import { isCount, isMadeOf, isText } from "$lib/shapes";
import { isTurn } from "./notation";

/** A turn that was confirmed and not yet acknowledged. */
export interface SentTurn {
  readonly id: string;
  readonly seat: number;
  readonly round: number;
  /** The first, or another one after turns of this round were taken back. */
  readonly attempt: number;
  readonly turn: string;
}

export const isSentTurn = isMadeOf<SentTurn>({
  id: isText,
  seat: isCount,
  round: isCount,
  attempt: isCount,
  turn: isTurn,
});

/** A turn that is to be taken back. */
export type SentUndo = Omit<SentTurn, "turn">;

/** Refusals of an undo: the round was completed meanwhile. */
const TOO_LATE = ["round_over", "game_over"];
/** Refusals that need no words: the table shows what is. */
const SILENT = ["withdrawn", "nothing_laid"];

export function newId(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(6)));
}

/** Whether the server cannot store anything at the moment, which whoever waits for it should know. */
export function isAilment(code: string): boolean {
  return ["log_unreachable", "disk_full", "database_damaged"].includes(code);
}

/** Whether the same may be sent again. */
export function isPassing(code: string): boolean {
  return ["stopping", "too_fast"].includes(code) || isAilment(code);
}

/** What a person reads of a refusal; null if it needs no words. */
export function refusal(code: string, message: string, undo: boolean): string | null {
  if (SILENT.includes(code)) return null;
  return undo && TOO_LATE.includes(code)
    ? t("Everybody has played by now, so your card stays where it is.")
    : sentence(code, message);
}
