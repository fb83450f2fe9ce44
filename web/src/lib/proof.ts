/** Whether the order of the cards is the one that was promised before the first card. */
import { keep, kept } from "./kept";

export type Proof = "checked" | "broken" | "unable";

/** `commitment` is SHA-256 of `NONCE:CARD CARD ...`; without a secure address a browser cannot work it out. */
export async function proven(commitment: string, nonce: string, cards: readonly number[]): Promise<Proof> {
  if (!globalThis.crypto?.subtle) return "unable";
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(`${nonce}:${cards.join(" ")}`),
  );
  const found = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return found === commitment ? "checked" : "broken";
}

const MOST_KEPT = 200;
type Promised = [table: string, commitment: string];

/** Remembers a table's commitment as this browser first saw it: what the server shows later cannot replace it. */
export function remember(table: string, commitment: string): void {
  const seen = kept<Promised[]>("promises", []);
  if (promised(table) === null) keep("promises", [...seen.slice(1 - MOST_KEPT), [table, commitment]]);
}

/** The commitment that was remembered, null if the table was never seen before its end. */
export function promised(table: string): string | null {
  return kept<Promised[]>("promises", []).find(([id]) => id === table)?.[1] ?? null;
}
