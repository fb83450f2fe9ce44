/** The header says for whom the table waits, and never waits for the person who reads it. */
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import type { Table } from "$game/table";
import Status from "../src/pages/table/Status.svelte";

function said(
  waiting: number[],
  {
    active = null,
    yours = [0],
    deadline = null,
    ahead = null,
    lost = false,
  }: {
    active?: number | null;
    yours?: number[];
    deadline?: number | null;
    ahead?: number | null;
    lost?: boolean;
  },
) {
  const places = ["Ann", "Bob", "Cid", "Dan"].map((name, seat) => ({
    seat,
    kind: "person",
    name,
    bot: null,
  }));
  const table = {
    places,
    waiting,
    yours: yours.map((seat) => ({ seat })),
    running: { round: 2, rounds: 16, card: 1, face: "rFwf", deadline },
  } as unknown as Table;
  return render(Status, { table, active, shared: yours.length > 1, ahead, lost }).container.textContent;
}

afterEach(cleanup);

test("who is to lay reads that it is their turn", () => {
  expect(said([0, 1], { active: 0 })).toContain("your turn");
  expect(said([0, 1], { active: 1, yours: [0, 1] })).toContain("Bob's turn");
});

test("who has laid reads that the turn is on its way, until the server counts it", () => {
  expect(said([0, 1], {})).toContain("sending your turn…");
  expect(said([0], {})).not.toContain("Ann");
});

test("who has laid without a connection reads that there is none", () => {
  expect(said([0, 1], { lost: true })).toContain("no connection");
});

test("the time left is counted on the server's clock, as soon as that is known", () => {
  const deadline = Date.now() / 1000 + 3600 + 90;
  expect(said([0, 1], { active: 0, deadline, ahead: 3_600_000 })).toMatch(/1:(30|29)/);
  expect(said([0, 1], { active: 0, deadline })).not.toContain(":");
});

test("who waits for others reads their names, or how many they are", () => {
  expect(said([1], {})).toContain("waiting for Bob");
  expect(said([1, 2], {})).toContain("waiting for Bob and Cid");
  expect(said([1, 2, 3], {})).toContain("waiting for 3 players");
});
