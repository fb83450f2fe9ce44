/** While somebody works only the last question is sent, and only the last answer is heard. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { latest } from "../src/lib/latest";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("questions in quick succession become one", async () => {
  const sent: number[] = [];
  const told: number[] = [];
  const asking = latest(async (asked: number) => (sent.push(asked), asked * 2), {
    told: (answer) => told.push(answer),
    failed: () => told.push(-1),
  });
  for (const asked of [1, 2, 3]) asking.ask(asked);
  await vi.runAllTimersAsync();
  expect([sent, told]).toEqual([[3], [6]]);
});

test("an answer that comes after a newer question was sent is not heard", async () => {
  const answers: ((answer: string) => void)[] = [];
  const told: string[] = [];
  const asking = latest((_: number) => new Promise<string>((answer) => answers.push(answer)), {
    told: (answer) => told.push(answer),
    failed: () => undefined,
  });
  asking.ask(1);
  await vi.runAllTimersAsync();
  asking.ask(2);
  await vi.runAllTimersAsync();
  answers[1]?.("second");
  answers[0]?.("first");
  await vi.runAllTimersAsync();
  expect(told).toEqual(["second"]);
});

test("after the end nothing is heard, and what fails is said", async () => {
  const told: string[] = [];
  const failing = latest((_: number) => Promise.reject(new Error("away")), {
    told: () => undefined,
    failed: () => told.push("failed"),
  });
  failing.ask(1);
  await vi.runAllTimersAsync();
  failing.ask(2);
  failing.end();
  await vi.runAllTimersAsync();
  expect(told).toEqual(["failed"]);
});
