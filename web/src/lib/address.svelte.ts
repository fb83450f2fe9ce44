/** Where this site is for others: a page that was opened at localhost asks the server how friends reach it. */
import { type Schemas, get } from "./api";
import { ALONE, hrefOf } from "./place";

const HERE = ["localhost", "127.0.0.1", "[::1]"];
let known = $state<string | null>(null);

/** Whether the page's own address means nothing on another device, and the server knows no other. */
export function onlyHere(): boolean {
  return known === null && HERE.includes(location.hostname);
}

/** A link for somebody else to a place on this site. */
export function linkTo(path: string): string {
  return ALONE ? new URL(hrefOf(path), location.href).href : (known ?? location.origin) + path;
}

export async function findAddress(): Promise<void> {
  if (!ALONE && HERE.includes(location.hostname))
    known = (await get<Schemas["ServerAddress"]>("/address")).address;
}
