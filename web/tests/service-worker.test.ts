/** What the service worker keeps for the time without a network, with a browser's caches played by maps. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { keepsPython } from "../src/lib/place";

const SOURCE = readFileSync(join(import.meta.dirname, "../public/sw.js"), "utf8")
  .replace("__FILES__", JSON.stringify(["./", "assets/main-12345678.js", "icon.svg"]))
  .replace("__PYTHON_FILES__", JSON.stringify(["python/1/memory.bin"]))
  .replace("__VERSION__", "new")
  .replace("__PYTHON_VERSION__", "new");

class FakeRequest {
  constructor(
    readonly url: string,
    readonly init: RequestInit,
  ) {}
}

type Listener = (event: { data?: unknown; waitUntil: (done: Promise<unknown>) => void }) => void;
let caches: Map<string, Map<string, string>>;
beforeEach(() => void (caches = new Map()));

/** Runs the worker to the end of an event; gives how each file was asked for. */
async function happens(what: string, { search = "", refused = "" } = {}): Promise<Map<string, string>> {
  const asked = new Map<string, string>();
  const cache = (name: string) => {
    const files = caches.get(name) ?? new Map<string, string>();
    caches.set(name, files);
    return {
      match: async (file: string) => files.get(file),
      addAll: async (wanted: (string | FakeRequest)[]) => {
        const added = new Map<string, string>();
        for (const each of wanted) {
          const [file, how] = typeof each === "string" ? [each, ""] : [each.url, String(each.init.cache)];
          if (refused && file.includes(refused)) throw new TypeError("no network");
          added.set(file, how);
        }
        for (const [file, how] of added) {
          files.set(file, how);
          asked.set(file, how);
        }
      },
    };
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
  new Function("self", "caches", "Request", "location", SOURCE)(self, storage, FakeRequest, self.location);
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
  expect(caches.get("limes / python new")?.size).toBe(0);
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
