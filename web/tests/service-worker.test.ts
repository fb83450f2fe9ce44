/** What the service worker keeps for the time without a network, with a browser's caches played by maps. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { keepsPython } from "../src/lib/place";

const FILES = ["./", "assets/main-12345678.js", "icon.svg"];
const SOURCE = readFileSync(join(import.meta.dirname, "../public/sw.js"), "utf8")
  .replace("__PYTHON_FILES__", JSON.stringify(["python/1/memory.bin"]))
  .replace("__VERSION__", "new")
  .replace("__PYTHON_VERSION__", "new");

class FakeRequest {
  constructor(
    readonly url: string,
    readonly init: RequestInit,
  ) {}
}

const DOCUMENT = '<script type="module" src="./assets/main-12345678.js"></script>';
const LOGIN = "<h1>Please log in</h1>";

type Listener = (event: { data?: unknown; waitUntil: (done: Promise<unknown>) => void }) => void;
/** How each file was asked for, by cache. */
let caches: Map<string, Map<string, string>>;
beforeEach(() => void (caches = new Map()));

/** What a host answers: each file as it is, but for these. */
function answered(file: string, others: Readonly<Record<string, string>>): Response {
  const html = others[file] ?? (file === "/" ? DOCUMENT : null);
  return html === null
    ? new Response("", { headers: { "content-type": "text/javascript" } })
    : new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
}

interface Host {
  readonly search?: string;
  /** A file that cannot be loaded. */
  readonly refused?: string;
  /** Pages that come instead of files. */
  readonly pages?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  /** What happens until an answer comes. */
  readonly slowly?: () => Promise<void>;
}

/** Runs the worker to the end of an event; gives how each file was asked for. */
async function happens(
  what: string,
  { search = "", refused = "", pages = {}, files: built = FILES, slowly = async () => undefined }: Host = {},
): Promise<Map<string, string>> {
  const asked = new Map<string, string>();
  const cache = (name: string) => {
    const files = caches.get(name) ?? new Map<string, string>();
    caches.set(name, files);
    return {
      match: async (file: string) => files.get(file),
      put: async (file: string) => void files.set(file, asked.get(file) ?? ""),
    };
  };
  const fetch = async (each: string | FakeRequest) => {
    const [file, how] = typeof each === "string" ? [each, ""] : [each.url, String(each.init.cache)];
    if (refused && file.includes(refused)) throw new TypeError("no network");
    asked.set(file, how);
    await slowly();
    return answered(file, pages);
  };
  const listeners = new Map<string, Listener>();
  const self = {
    location: Object.assign(new URL("https://limes.example/sw.js"), { search }),
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined },
  };
  const storage = {
    open: async (name: string) => cache(name),
    keys: async () => [...caches.keys()],
    delete: async (name: string) => caches.delete(name),
  };
  const parameters = ["self", "caches", "Request", "location", "fetch"];
  new Function(...parameters, SOURCE.replace("__FILES__", JSON.stringify(built)))(
    self,
    storage,
    FakeRequest,
    self.location,
    fetch,
  );
  let done: Promise<unknown> = Promise.resolve();
  listeners.get(what)?.({ waitUntil: (until) => void (done = until) });
  await done;
  return asked;
}

test("a file whose name says nothing of its content never comes from the browser's own cache", async () => {
  const asked = await happens("install", { search: "?alone" });
  expect(Object.fromEntries(asked)).toEqual({
    "/": "reload",
    "/icon.svg": "reload",
    "/assets/main-12345678.js": "",
    "/python/1/memory.bin": "",
  });
});

test("few files are asked for at once, so that the page can load beside them", async () => {
  let running = 0;
  let most = 0;
  const slowly = async () => {
    most = Math.max(most, ++running);
    await new Promise((done) => setTimeout(done, 1));
    running--;
  };
  const files = Array.from({ length: 20 }, (_, number) => `assets/part-${number}.js`);
  await happens("install", { files, slowly });
  expect(most).toBe(4);
  expect(caches.get("limes / new")?.size).toBe(20);
});

test("a server's app that has an older Python gets the new one with an update", async () => {
  caches.set("limes / python old", new Map([["/python/0/memory.bin", ""]]));
  await happens("install");
  await happens("activate");
  expect([...(caches.get("limes / python new")?.keys() ?? [])]).toEqual(["/python/1/memory.bin"]);
  expect(caches.has("limes / python old")).toBe(false);
});

test("a server's app that has no Python gets none, and is installed if Python cannot be loaded", async () => {
  await happens("install");
  expect([...caches.keys()]).toEqual(["limes / new"]);
  caches = new Map([["limes / python old", new Map()]]);
  await happens("install", { refused: "memory" });
  expect(caches.get("limes / new")?.size).toBe(3);
  expect(caches.has("limes / python new")).toBe(false);
});

test.each([
  ["a login instead of a script", { "/assets/main-12345678.js": LOGIN }],
  ["a login instead of everything", { "/": LOGIN }],
  ["the document of another build", { "/": DOCUMENT.replace("12345678", "87654321") }],
])("%s is not kept as a part of the app", async (_, pages) => {
  await expect(happens("install", { pages })).rejects.toThrow("not what was asked for");
  expect([...caches.keys()]).toEqual([]);
  await happens("install");
  expect(caches.get("limes / new")?.size).toBe(3);
});

test("play alone is not offered where a browser may keep nothing", async () => {
  vi.stubGlobal("caches", { keys: () => Promise.reject(new DOMException("no", "SecurityError")) });
  expect(await keepsPython()).toBe(false);
  vi.unstubAllGlobals();
});

test("play alone is offered where Python's files are, not where loading them failed", async () => {
  const files = new Map<string, string>();
  vi.stubGlobal("caches", {
    keys: async () => ["limes / python new"],
    open: async () => ({ keys: async () => [...files] }),
  });
  expect(await keepsPython()).toBe(false);
  files.set("/python/1/memory.bin", "");
  expect(await keepsPython()).toBe(true);
  vi.unstubAllGlobals();
});
