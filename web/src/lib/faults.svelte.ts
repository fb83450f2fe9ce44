/** Errors that no part of the page dealt with: the person is told, instead of a button that does nothing. */

let happened = $state(false);

/** Whether something went wrong that the person has not put away yet. */
export function faulty(): boolean {
  return happened;
}

export function putAway(): void {
  happened = false;
}

/** Listens for as long as the page is open; errors without a value are not the page's own. */
export function watchFaults(): void {
  addEventListener("error", ({ error }) => (happened ||= Boolean(error)));
  addEventListener("unhandledrejection", () => (happened = true));
}
