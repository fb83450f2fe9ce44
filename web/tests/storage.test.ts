/** What a browser that stores little or nothing means for a game without a server. */
import { afterEach, expect, test, vi } from "vitest";
import { Granting } from "../src/python/granting";
import { Store, opened } from "../src/python/store";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A database that opens with these stores. */
function opens(stores: readonly string[]): void {
  const objectStoreNames = { contains: (name: string) => stores.includes(name) };
  const opening = { result: { objectStoreNames, close: () => undefined }, onsuccess: () => undefined };
  vi.stubGlobal("indexedDB", { open: () => (queueMicrotask(() => opening.onsuccess()), opening) });
}

/** What grants wishes over a database that opens, and which tables it told other tabs of. */
async function granting(): Promise<{ storage: Granting; told: string[]; forgot: () => boolean }> {
  const told: string[] = [];
  let forgetful = false;
  opens(["tables", "events", "kept", "answers"]);
  const storage = await Granting.open(
    "limes /",
    "build",
    () => void (forgetful = true),
    (table) => void told.push(table),
  );
  return { storage, told, forgot: () => forgetful };
}

test("storage that is refused at once is refused as any other", async () => {
  const open = () => {
    throw new DOMException("", "SecurityError");
  };
  vi.stubGlobal("indexedDB", { open });
  await expect(opened("limes /").catch(({ name }: DOMException) => name)).resolves.toBe("SecurityError");
});

test("a database of somebody else is as one that is refused", async () => {
  opens(["notes"]);
  await expect(opened("limes /").catch(({ name }: DOMException) => name)).resolves.toBe("NotFoundError");
});

test("a game that cannot be read at the moment is not taken for a deleted one", async () => {
  const { storage } = await granting();
  vi.spyOn(Store.prototype, "read").mockRejectedValue(new Error("the disk fails"));
  vi.spyOn(Store.prototype, "readAll").mockRejectedValue(new Error("the disk fails"));
  await expect(storage.grant({ wish: "read", table: "a", after: 0 })).rejects.toThrow("the disk fails");
  await expect(storage.grant({ wish: "readall" })).rejects.toThrow("the disk fails");
});

test("other tabs are told of what is durable only", async () => {
  const { storage, told, forgot } = await granting();
  const append = vi.spyOn(Store.prototype, "append").mockResolvedValue(true);
  expect(await storage.grant({ wish: "append", table: "a", event: { number: 1 } })).toBe(true);
  expect([told, forgot()]).toEqual([["a"], false]);
  append.mockRejectedValue(new DOMException("", "QuotaExceededError"));
  expect(await storage.grant({ wish: "append", table: "b", event: { number: 1 } })).toBe(true);
  expect([told, forgot()]).toEqual([["a"], true]);
});
