/** How far this browser's person has got in the rules. */
import { keptFields } from "$lib/kept";
import { isListOf, isText } from "$lib/shapes";

export interface Remembered {
  read: string[];
  done: string[];
  /** The chapter that was shown last. */
  last: string;
}

export function keptRules(): Remembered {
  const texts = isListOf(isText);
  return keptFields<Remembered>(
    "rules",
    { read: [], done: [], last: "" },
    { read: texts, done: texts, last: isText },
  );
}
