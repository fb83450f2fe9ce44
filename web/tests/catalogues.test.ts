/** Each page's sentences travel with that page; together with the shell's they are all that the client says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOGUES } from "virtual:catalogues";
import { afterEach, expect, test } from "vitest";
import { speak, speakOn, t } from "$lib/i18n.svelte";
import { readCatalogue } from "../plugins/po";
import { pagesOf, reached } from "../plugins/reach";

const SOURCE = join(import.meta.dirname, "../src");
const GERMAN = join(import.meta.dirname, "../../src/limes/locale/de/LC_MESSAGES/limes.po");

afterEach(() => speak("en"));

test("a page speaks once it is opened, in every language chosen later", async () => {
  await speak("de");
  expect(t("Add a landscape")).toBe("Add a landscape");
  await Promise.all([speakOn("score"), speak("fr")]);
  expect(t("Add a landscape")).toBe("Ajouter un paysage");
  await speak("de");
  expect(t("Add a landscape")).toBe("Auslage hinzufügen");
});

test("no sentence of the client is lost", async () => {
  const { entries } = readCatalogue(readFileSync(GERMAN, "utf8"));
  const said = entries
    .filter(({ files }) => files.some((file) => file.startsWith("web/")))
    .map(({ id }) => id);
  const parts = await Promise.all(Object.values(CATALOGUES["de"]!).map((load) => load()));
  const carried = new Set(parts.flatMap(({ messages }) => Object.keys(messages)));
  expect(said.filter((id) => !carried.has(id))).toEqual([]);
});

test("what a page imports from others is found, the pages behind the router are not", () => {
  expect(pagesOf(SOURCE)).toContain("table");
  expect(reached(SOURCE, "pages/table/Page.svelte")).toContain("pages/table/end/Ending.svelte");
  expect(reached(SOURCE, "pages/learn/Page.svelte")).toContain("pages/rules/chapters.ts");
  expect([...reached(SOURCE, "main.ts")].filter((file) => file.startsWith("pages/"))).toEqual([]);
});
