/** Where the focus goes when a page gives way to another: to the landscape that one plays on, else to the heading.

Without it keys and screen readers would begin again at the top of the document after every change. */

/** Marks what holds the landscape. */
export const LANDING = { "data-landing": "" };
const LANDSCAPE = "[data-landing] [tabindex='0']";

let waiting: MutationObserver | null = null;

/** A page came, or will when the one that is shown still is left: the focus goes there unless it is elsewhere. */
export function arrive({ leaving = false } = {}): void {
  const left = leaving ? target() : null;
  waiting?.disconnect();
  waiting = new MutationObserver(() => land(left));
  waiting.observe(document.body, { childList: true, subtree: true });
  land(left);
}

function land(left: Element | null): void {
  const found = target();
  if (!found || found === left) return;
  waiting?.disconnect();
  waiting = null;
  if (document.activeElement && document.activeElement !== document.body) return;
  if (found instanceof HTMLElement) found.tabIndex = -1;
  found.focus({ preventScroll: true });
}

function target(): HTMLElement | SVGElement | null {
  return document.querySelector<SVGElement>(LANDSCAPE) ?? document.querySelector("h1");
}
