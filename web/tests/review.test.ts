/** A review is asked for until it is made, also of a server that is started anew in between. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reviewed } from "../src/pages/review/coach";

const GAME = { table: "abcdefghij", record: "", players: ["Ann"] };
const REVIEW = { seat: 0, turns: [] };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What the server answers, one after the other and the last for ever; null if it does not. */
function answering(...answers: (readonly [status: number, body: unknown] | null)[]) {
  const asked = vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(answer[1]), {
      status: answer[0],
      headers: { "content-type": "application/json" },
    });
  });
  vi.stubGlobal("fetch", asked);
  return asked;
}

const STOPPING = [503, { error: { code: "stopping", message: "the server is stopping" } }] as const;

test("a review that a server's end cut short is asked for again", async () => {
  answering([202, { part: 0.5 }], STOPPING, null, [202, { part: 0.1 }], [200, REVIEW]);
  const parts: number[] = [];
  const found = reviewed(
    GAME,
    0,
    (part) => parts.push(part),
    () => true,
  );
  await vi.runAllTimersAsync();
  expect(await found).toEqual(REVIEW);
  expect(parts).toEqual([0.5, 0.1]);
});

test("a server that stays away is given up after half a minute, and a refusal at once", async () => {
  const away = answering(null);
  const found = reviewed(
    GAME,
    0,
    () => undefined,
    () => true,
  ).catch((error: Error) => error.message);
  await vi.runAllTimersAsync();
  expect(await found).toMatch(/not responding/);
  expect(away).toHaveBeenCalledTimes(16);

  const refusing = answering([403, { error: { code: "day_hidden", message: "not yet" } }]);
  await expect(
    reviewed(
      GAME,
      0,
      () => undefined,
      () => true,
    ),
  ).rejects.toThrow("Not yet.");
  expect(refusing).toHaveBeenCalledTimes(1);
});
