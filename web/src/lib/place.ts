/** Where this page is: on a server, which has an address for each page, or one document where Python plays alone.

The document of a folder that any host serves says so itself, and may name a server for what it cannot do. */

/** Where a server's pages play without it. */
export const ALONE_HERE = "/alone";

const said = document.querySelector<HTMLMetaElement>('meta[name="limes-alone"]');

/** There is no server at the other end. */
export const ALONE = said !== null || location.pathname === ALONE_HERE;
/** The address of a server that can do what is missing here. */
export const SERVER: string | null = said ? said.content || null : ALONE ? "/" : null;

/** What keeps the client for the time without a network; where Python plays alone, Python as well. */
export const SERVICE_WORKER = said ? "./sw.js?alone" : "/sw.js";

/** Whether this browser keeps Python for the time without the server. Where it may keep nothing, it refuses to say. */
export async function keepsPython(): Promise<boolean> {
  if (ALONE || !("caches" in window)) return false;
  for (const name of await caches.keys().catch(() => [])) {
    const python = name.startsWith("limes / python ") ? await caches.open(name) : null;
    if (python && (await python.keys()).length > 0) return true; // without files, loading them failed
  }
  return false;
}

/** Whether all of a site without a server is kept, Python as well; known once its first visit has stored it. */
export async function isKeptWhole(): Promise<boolean> {
  if (!said || !("serviceWorker" in navigator)) return false;
  await navigator.serviceWorker.ready;
  return true;
}

/** Keeps Python, too: who has installed the app, or plays alone, will want it without a network. */
export async function keepPython(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (ALONE || matchMedia("(display-mode: standalone)").matches) active?.postMessage("keep python");
}

/** The address of a page of our own, as a link holds it. Alone, pages are told apart by what follows a `?`. */
export function hrefOf(path: string): string {
  if (!ALONE) return path;
  return /^\/(#|$)/.test(path) ? location.pathname + path.slice(1) : `?${path}`;
}

/** The page of our own that a link leads to; null for any other. */
export function inside(href: string): string | null {
  if (!ALONE) return href.startsWith("/") ? href : null;
  if (href.startsWith("?/")) return href.slice(1);
  return href === location.pathname || href.startsWith(`${location.pathname}#`)
    ? `/${href.slice(location.pathname.length)}`
    : null;
}

/** The path of the page that is shown, without a slash at its end. */
export function pathHere(): string {
  const path = ALONE ? location.search.slice(1).split("&")[0] || "/" : location.pathname;
  return path.replace(/(.)\/$/, "$1");
}

/** The page for frames on other people's pages. */
export const EMBED = "/embed";
/** Shown in such a frame: nothing is remembered there, and nobody is known. */
export const EMBEDDED = pathHere() === EMBED;
