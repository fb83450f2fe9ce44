/** Refusals that end when a game is given up. */
import { Refused } from "./api";

export function needsRoom(error: unknown): boolean {
  return error instanceof Refused && ["too_many_tables", "too_many_bots"].includes(error.code);
}
