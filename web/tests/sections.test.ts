/** Every address belongs to one of the four words, old ones too. */
import { expect, test } from "vitest";
import { go, route } from "../src/lib/router.svelte";
import { sectionOf } from "../src/lib/sections";

test.each([
  ["/", "play"],
  ["/t/abcdefghij", "play"],
  ["/learn", "learn"],
  ["/rules", "learn"],
  ["/day", "play"],
  ["/day/2026-11-16", "play"],
  ["/puzzle/lakes/0a1b2c", "learn"],
  ["/study", "study"],
  ["/study/board", "study"],
  ["/replay", "study"],
  ["/replay/abcdefghij", "study"],
  ["/review/abcdefghij", "study"],
  ["/score", "study"],
  ["/deck", "study"],
  ["/me", "me"],
])("%s belongs to %s", (path, section) => {
  go(path);
  expect(route().load).not.toBeNull();
  expect(sectionOf(path)).toBe(section);
});

test("what is no page belongs to none of them", () => {
  expect(sectionOf("/nowhere")).toBeNull();
  expect(sectionOf("/learned")).toBeNull();
});
