/** Settings in several tabs: each takes what another keeps, and answers with nothing. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NO_TIPS, settings, watchSettings } from "../src/lib/settings.svelte";

const KEY = "limes.settings";
const OWN = { theme: "auto", help: true, sounds: false, name: "", hints: [] as string[] };
let stop: () => void;

beforeEach(() => {
  localStorage.clear();
  Object.assign(settings, OWN);
  stop = $effect.root(watchSettings);
  flushSync();
});
afterEach(() => stop());

function keptElsewhere(value: object): void {
  localStorage.setItem(KEY, JSON.stringify(value));
  dispatchEvent(new StorageEvent("storage", { key: KEY }));
  flushSync();
}
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? "null") as unknown;

test.each([
  ["as this release", {}],
  ["with a field more", { sepia: true }],
  ["with a theme that is not known here", { theme: "sepia" }],
])("what another tab keeps, %s, is taken and left as it is", (_, changed) => {
  const other = { ...OWN, name: "Ann", hints: [NO_TIPS], ...changed };
  keptElsewhere(other);
  expect([settings.name, settings.hints]).toEqual(["Ann", [NO_TIPS]]);
  expect(stored()).toEqual(other);
});

test("a release that keeps fewer fields is not answered either", () => {
  keptElsewhere({ name: "Ann" });
  expect(settings.name).toBe("Ann");
  expect(stored()).toEqual({ name: "Ann" });
});

test("what is changed here is kept", () => {
  keptElsewhere({ ...OWN, sepia: true });
  settings.hints.push(NO_TIPS);
  settings.name = "Bob";
  flushSync();
  expect(stored()).toEqual({ ...OWN, name: "Bob", hints: [NO_TIPS] });
});

test("the first tip that is not wanted any more is kept where nothing was", () => {
  expect(stored()).toBeNull();
  settings.hints.push(NO_TIPS);
  flushSync();
  expect(stored()).toEqual({ ...OWN, hints: [NO_TIPS] });
});
