/** Which page is shown, by the address; secrets stay in the fragment, which no server sees. */
import type { Component } from "svelte";
import { isDay } from "./dates";
import { speakOn } from "./i18n.svelte";
import { hrefOf, inside, pathHere } from "./place";

export interface PageProps {
  /** The part of the address after the page's name, such as a table's id. */
  id: string;
}

type Loader = () => Promise<{ default: Component<PageProps> | Component }>;

/** Each page is a folder with a `Page.svelte`, a chunk of its own that is loaded when it is first shown. */
const PAGES = import.meta.glob<{ default: Component<PageProps> | Component }>("../pages/*/Page.svelte");
const FOLDERS: readonly (readonly [address: RegExp, folder: string])[] = [
  [/^\/$/, "start"],
  [/^\/t\/([a-z0-9]{10,40})$/, "table"],
  [/^\/replay(?:\/([a-z0-9]{10,40}))?$/, "replay"],
  [/^\/review(?:\/([a-z0-9]{10,40}))?$/, "review"],
  [/^\/score$/, "score"],
  [/^\/deck$/, "deck"],
  [/^\/rules$/, "rules"],
  [/^\/learn$/, "learn"],
  [/^\/learn\/(forests|lakes|towers|moves|counting|frame|tempo|last)$/, "lessons"],
  [/^\/study$/, "study"],
  [/^\/study\/board$/, "board"],
  [/^\/day(?:\/(20\d\d-\d\d-\d\d))?$/, "day"],
  [/^\/puzzles$/, "puzzles"],
  [/^\/puzzle(?:\/([a-z0-9-]+(?:\/[0-9a-f]{6})?))?$/, "puzzle"],
  [/^\/me$/, "me"],
  [/^\/embed$/, "embed"],
];

export interface Route {
  readonly path: string;
  readonly id: string;
  readonly load: Loader | null;
}

function read(): Route {
  const path = pathHere();
  for (const [address, folder] of FOLDERS) {
    const found = address.exec(path);
    const page = PAGES[`../pages/${folder}/Page.svelte`];
    if (found && page && (folder !== "day" || !found[1] || isDay(found[1])))
      return { path, id: found[1] ?? "", load: () => withWords(page, folder) };
  }
  return { path, id: "", load: null };
}

async function withWords(load: Loader, folder: string): ReturnType<Loader> {
  const [page] = await Promise.all([load(), speakOn(folder)]);
  return page;
}

let current = $state.raw(read());

export function route(): Route {
  return current;
}

/** To a page of our own, by its path. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", hrefOf(address));
  else history.pushState(null, "", hrefOf(address));
  current = read();
  scrollTo(0, 0);
}

/** Invitations are kept: a long text in a stranger's link would leave no room for anything else. */
const SECRET = /^[\w-]{1,100}$/;

/** The secret of a link, such as `#join=...`, taken out of the address so that it is not shown or shared. */
export function takeSecret(name: "join" | "seat"): string | null {
  const secrets = new URLSearchParams(location.hash.slice(1));
  const secret = secrets.get(name);
  if (secret === null || !SECRET.test(secret)) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return secret;
}

/** Follows links of our own without loading the document anew, and the browser's back and forward. */
export function follow(): () => void {
  const moved = () => void (current = read());
  const clicked = (event: MouseEvent) => {
    const link = (event.target as Element).closest?.("a[href]");
    const path = inside(link?.getAttribute("href") ?? "");
    const plain =
      !event.defaultPrevented && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
    if (!link || path === null || !plain || link.hasAttribute("download") || link.getAttribute("target"))
      return;
    event.preventDefault();
    go(path);
  };
  addEventListener("popstate", moved);
  addEventListener("click", clicked);
  return () => {
    removeEventListener("popstate", moved);
    removeEventListener("click", clicked);
  };
}
