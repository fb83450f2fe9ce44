/** A painted landscape for the study board, which needs to know the cards. */
import type { Painted } from "$game/painted";
import { type Misfit, landscapeOf } from "$game/paintedStudy";
import { EMPTY_STUDY, type StudyDeck } from "$game/study";
import type { Standing } from "$game/studyTree";
import { Refused } from "$lib/api";
import { msg, t } from "$lib/i18n.svelte";

const MISFITS: Record<Misfit["reason"], string> = {
  unfinished: msg("To study it, paint all four zones of every card."),
  unknown: msg("One of these cards is in none of your decks, or is painted twice."),
  apart: msg("To study it, the cards have to touch each other."),
  workers: msg("A player has only 7 workers."),
};

/** The cards that lie there, of the first deck that has them all; `Refused` says why there is none. */
export function studyOf(painted: Painted, standard: readonly string[], own: readonly StudyDeck[]): Standing {
  const plain = landscapeOf(painted, standard);
  for (const deck of [null, ...own]) {
    for (const variants of [[], ["diagonal"]] as const) {
      const start = landscapeOf(painted, deck?.cards ?? standard, variants.length > 0);
      if (typeof start === "string") return [{ ...EMPTY_STUDY, deck, variants, start }, []];
    }
  }
  throw new Refused("misfit", typeof plain === "string" ? "" : t(MISFITS[plain.reason]), 0);
}
