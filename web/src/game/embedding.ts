/** What a frame on somebody else's page shows: its address holds it, and a line of HTML holds the address. */
import { EMBED } from "$lib/place";
import { type Painted, pictureLink } from "./painted";

/** How high a frame of the usual width is, in pixels. */
export const EMBED_HEIGHTS = { landscape: 600, steps: 720, puzzle: 680 } as const;
/** Letters of a text that a frame can show: as many as the server explains. */
export const MOST_EMBEDDED = 20_000;
const WIDTH = 600;

export function embedPicture(painted: Painted): string {
  return `${EMBED}#picture=${pictureLink(painted)}`;
}

export function embedPuzzle(puzzle: string): string {
  return `${EMBED}#puzzle=${puzzle}`;
}

/** The HTML for a page. */
export function embedCode(link: string, title: string, height: number): string {
  return (
    `<iframe src="${escaped(link)}" title="${escaped(title)}" width="${WIDTH}" height="${height}" ` +
    `style="border:0;max-width:100%" loading="lazy"></iframe>`
  );
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
