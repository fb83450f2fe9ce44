/** Sentences with decimals, labels and names, as each language writes them. */
import { afterEach, beforeAll, expect, test } from "vitest";
import { speak, speakOn, tnTenths } from "$lib/i18n.svelte";
import { signedTenths } from "$lib/numbers";
import { labelled, together } from "$lib/phrases";

beforeAll(() => speakOn("review"));
afterEach(() => speak("en"));

const luck = (points: number) =>
  tnTenths("{points} point of good luck", "{points} points of good luck", points, { points });

test("a decimal below two is singular in French, and only there", async () => {
  expect([0.3, 1, 1.5].map(luck)).toEqual([
    "0.3 points of good luck",
    "1 points of good luck",
    "1.5 points of good luck",
  ]);
  await speak("fr");
  expect([0.3, 1.9, 2].map(luck)).toEqual([
    "0.3 point de chance",
    "1.9 point de chance",
    "2 points de chance",
  ]);
  await speak("cs");
  expect([0.3, 1, 2.5].map(luck)).toEqual(["0.3 bodu štěstí", "1 bodu štěstí", "2.5 bodu štěstí"]);
});

test("a colon has a space before it in French, at which no line breaks", async () => {
  expect(labelled("d4ne", "field")).toBe("d4ne: field");
  await speak("fr");
  expect(labelled("d4ne", "champ")).toBe("d4ne\u00a0: champ");
});

test("the last of several names is joined by a word", async () => {
  expect(together(["You", "Tiro"])).toBe("You and Tiro");
  await speak("de");
  expect(together(["Ann", "Bob", "Tiro"])).toBe("Ann, Bob und Tiro");
});

test("nothing has no sign: beside another number it would be that number's error", () => {
  expect([2.3, -1, 0, -0.04].map(signedTenths)).toEqual(["+2.3", "−1.0", "0.0", "0.0"]);
});
