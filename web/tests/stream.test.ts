/** Lines of an answer arrive in pieces that end anywhere. */
import { afterEach, expect, test, vi } from "vitest";
import { Refused } from "../src/lib/api";
import { stream } from "../src/lib/stream";

afterEach(() => vi.unstubAllGlobals());

function answered(pieces: readonly Uint8Array[], status = 200): void {
  const body = new ReadableStream<Uint8Array>({
    start(control) {
      for (const piece of pieces) control.enqueue(piece);
      control.close();
    },
  });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));
}

async function all(signal = new AbortController().signal): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const each of stream("/study/values", {}, signal)) found.push(each);
  return found;
}

test("a line is read once it is whole, wherever its pieces end", async () => {
  const bytes = new TextEncoder().encode('{"why":["ří"]}\n{"why":[]}\n');
  for (let cut = 0; cut <= bytes.length; cut++) {
    answered([bytes.slice(0, cut), bytes.slice(cut)]);
    expect(await all()).toEqual([{ why: ["ří"] }, { why: [] }]);
  }
});

test("what is cut off in the middle is no line", async () => {
  answered([new TextEncoder().encode('{"why":[]}\n{"wh')]);
  expect(await all()).toEqual([{ why: [] }]);
});

test("a refusal is one, and so is a server that is away", async () => {
  const failure = { error: { code: "busy", message: "Too much at once." } };
  answered([new TextEncoder().encode(JSON.stringify(failure))], 503);
  await expect(all()).rejects.toMatchObject({ code: "busy", status: 503 });
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no network")));
  await expect(all()).rejects.toBeInstanceOf(Refused);
});
