/** Places that sentences name by their notation become letters, which stand on the landscape, too. */

/** A zone such as `d4ne`, or a cell such as `d4`. */
const PLACE = /\b[a-g][1-7](?:[ns][ew])?\b/g;

/** Words, or a place with its letter. */
export type Part = string | { readonly place: string; readonly letter: string };

/** A letter for each place, in the order in which they are named. */
export function marksOf(sentences: readonly string[]): Map<string, string> {
  const places = new Set(sentences.flatMap((sentence) => sentence.match(PLACE) ?? []));
  return new Map([...places].map((place, index) => [place, String.fromCharCode(65 + index)]));
}

export function parted(sentence: string, marks: ReadonlyMap<string, string>): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: place, index } of sentence.matchAll(PLACE)) {
    parts.push(sentence.slice(end, index), { place, letter: marks.get(place) ?? place });
    end = index + place.length;
  }
  return [...parts, sentence.slice(end)].filter((part) => part !== "");
}
