/** Files that somebody chose. */

/** Bytes; no text of ours is half as long, and what was chosen may be a film. */
const MOST = 200_000;

export function readText(file: File): Promise<string> {
  return file.slice(0, MOST).text();
}
