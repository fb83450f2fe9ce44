/** After an update of the server an open page may miss parts of its own build: loading it anew brings the new one. */
import { ALONE } from "./place";

let asking: Promise<boolean> | null = null;

/** Loads the page anew if the server is there, once for each build; drafts are in the browser's storage. */
export function renewed(): Promise<boolean> {
  asking ??= renew().finally(() => (asking = null));
  return asking;
}

/** Also parts that a page loads later, such as a language, may be missing. */
export function watchRenewal(): void {
  addEventListener("vite:preloadError", () => void renewed());
}

async function renew(): Promise<boolean> {
  const build = document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
  if (history.state?.renewed === build) return false;
  const answers = await fetch(ALONE ? "./" : "/healthz").then(
    ({ ok }) => ok,
    () => false,
  );
  if (!answers) return false;
  history.replaceState({ renewed: build }, ""); // a reload keeps it
  location.reload();
  return true;
}
