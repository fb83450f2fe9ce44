/** The bots that this server has beside ours; those known last until it has answered. */
import { type Schemas, get } from "$lib/api";
import { keep, keptList } from "$lib/kept";
import { isText } from "$lib/shapes";

let names = $state.raw(keptList("bots", isText));

export function ownBots(): readonly string[] {
  return names;
}

export async function findOwnBots(): Promise<void> {
  try {
    ({ bots: names } = await get<Schemas["OwnBots"]>("/bots"));
    keep("bots", names.length ? names : null);
  } catch {
    // The server is away; the page says so where it asks for more than this.
  }
}
