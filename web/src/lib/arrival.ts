/** Where the focus goes when a page gives way to another: to the landscape that one plays on, else to the heading.

Without it keys and screen readers would begin again at the top of the document after every change. */

/** Marks what holds the landscape. */
export const LANDING = { "data-landing": "" };
const LANDSCAPE = "[data-landing] [tabindex='0']";
const HEADING = "h1";

let waiting: MutationObserver | null = null;

/** The next page comes: the focus goes there as soon as it is drawn, unless somebody has put it elsewhere. */
export function arrive(): void {
  waiting?.disconnect();
  waiting = new MutationObserver(land);
  waiting.observe(document.body, { childList: true, subtree: true });
  land();
}

function land(): void {
  const focused = document.activeElement;
  const free = !focused || focused === document.body;
  const target = document.querySelector<HTMLElement | SVGElement>(LANDSCAPE) ?? heading();
  if (free && !target) return;
  waiting?.disconnect();
  waiting = null;
  if (free) target?.focus({ preventScroll: true });
}

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>(HEADING);
  if (found) found.tabIndex = -1;
  return found;
}
