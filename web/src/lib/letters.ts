/** The letters a page is set in, asked for before it is drawn: a page whose letters come late moves under the finger. */
import type { Language } from "./i18n.svelte";

const FACES = ['600 1em "Cinzel"', '400 1em "Alegreya Sans"', '700 1em "Alegreya Sans"'];
/** A letter of each set that the language needs. */
const SAMPLES: Record<Language, string> = { de: "a", en: "a", fr: "a", cs: "aě" };
/** Longer than this nobody waits for beauty: the page is drawn with the system's letters. */
const PATIENCE = 600;

export async function letters(language: Language): Promise<void> {
  const loaded = FACES.map((face) => document.fonts.load(face, SAMPLES[language]));
  const enough = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([Promise.allSettled(loaded), enough]);
}
