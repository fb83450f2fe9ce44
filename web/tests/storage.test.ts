/** What a browser that stores little or nothing means for a game without a server. */
import { afterEach, expect, test, vi } from "vitest";
import { opened } from "../src/python/store";

afterEach(() => vi.unstubAllGlobals());

test("storage that is refused at once is refused as any other", async () => {
  const open = () => {
    throw new DOMException("", "SecurityError");
  };
  vi.stubGlobal("indexedDB", { open });
  await expect(opened("limes /").catch(({ name }: DOMException) => name)).resolves.toBe("SecurityError");
});
