/** Whether the order of the cards is the one that was promised before the first card. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { keep, keptList } from "./kept";
import { isText } from "./shapes";

/** `commitment` is SHA-256 of `NONCE:CARD CARD ...`; at plain-http addresses browsers have none of their own.
 *
 * The order may be the one that was promised, and the cards have come in another. */
export function proven(
  commitment: string,
  nonce: string,
  cards: readonly number[],
  dealt: readonly number[],
): boolean {
  const order = cards.join(" ");
  return order === dealt.join(" ") && bytesToHex(sha256(utf8ToBytes(`${nonce}:${order}`))) === commitment;
}

const MOST_KEPT = 200;
type Promised = [table: string, commitment: string];

/** Remembers a table's commitment as this browser first saw it: what the server shows later cannot replace it. */
export function remember(table: string, commitment: string): void {
  const seen = all();
  if (promised(table) === null) keep("promises", [...seen.slice(1 - MOST_KEPT), [table, commitment]]);
}

/** The commitment that was remembered, null if the table was never seen before its first card was laid. */
export function promised(table: string): string | null {
  return all().find(([id]) => id === table)?.[1] ?? null;
}

function all(): Promised[] {
  return keptList("promises", (each): each is Promised => Array.isArray(each) && each.every(isText));
}
