/** Every refusal that the server knows reaches a person as a sentence. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OWN_WORDS, sentence } from "../src/lib/refusals";

const SERVER = "../src/limes/server";
const source = readFileSync(join(SERVER, "problems.py"), "utf8");
/** The functions of `problems.py` that make a problem: its code, and what its message says. */
const problems = source
  .split(/^def /m)
  .slice(1)
  .map((made) => ({
    code: /Problem\("(\w+)"/.exec(made)?.[1],
    message: /Message\(\s*"([^"]+)"/.exec(made)?.[1],
  }))
  .filter((made): made is { code: string; message: string } => Boolean(made.code && made.message));
/** What the rules say of a turn, a deck or a record goes under these codes; their messages are sentences. */
const refused = readdirSync(SERVER, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".py"))
  .flatMap((file) => [...readFileSync(join(SERVER, file), "utf8").matchAll(/refused\(error, "(\w+)"\)/g)])
  .map(([, code = ""]) => code);
/** Gaps that a person has no use for: seats count from 0, places are paths in a request. */
const FOR_PROGRAMS = /\{(seat|place|reason|most} bytes)/;

test("the server's problems are found", () => {
  expect(problems.length).toBe([...source.matchAll(/^def (?!refused)/gm)].length);
  expect(refused).toContain("bad_table");
});

test.each(problems)("$code is a sentence for people", ({ code, message }) => {
  const said = sentence(code, message);
  expect(said).toMatch(/^\p{Lu}.*[.!?…]$/u);
  expect(said).not.toMatch(FOR_PROGRAMS);
  expect(said).not.toMatch(/\b(log|request|method)\b/);
});

test("what the rules refuse keeps their words, and places their small letters", () => {
  for (const code of refused) expect(sentence(code, "d6 touches no card")).toBe("d6 touches no card.");
});

test("no words are kept for what the server does not say", () => {
  const known = problems.map(({ code }) => code);
  expect(Object.keys(OWN_WORDS).filter((code) => !known.includes(code))).toEqual([]);
});
