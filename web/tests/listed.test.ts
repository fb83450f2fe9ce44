/** The rows of "My tables": their order, against whom, how they stand, and how long ago. */
import { expect, test } from "vitest";
import {
  type Listed,
  isFinished,
  isGivenUpByLeaving,
  isOver,
  lastTotals,
  opponents,
  ordered,
  shownSeat,
  standing,
} from "$game/listed";
import { ago } from "$lib/ago";

const listed = (more: Partial<Listed>): Listed => ({
  table: "a",
  created: 0,
  at: 0,
  players: ["Ann", "expert:beginner (bot)"],
  people: [0],
  yours: [0],
  left: [],
  owner: true,
  turns_left: 8,
  closed: null,
  day: null,
  round: 12,
  waiting: [0],
  totals: [20, 18],
  places: null,
  picture: "",
  ...more,
});

test("what waits for the person comes first, what is over last, the latest before the others", () => {
  const tables = [
    listed({ table: "over", turns_left: 0, waiting: [], places: [1, 2], at: 9 }),
    listed({ table: "theirs", waiting: [1], at: 8 }),
    listed({ table: "old", at: 1 }),
    listed({ table: "new", at: 2 }),
  ];
  expect(ordered(tables).map(({ table }) => table)).toEqual(["new", "old", "theirs", "over"]);
});

test("opponents are named as one meets them", () => {
  expect(opponents(listed({}))).toBe("Against Tiro");
  expect(opponents(listed({ players: ["Ann", "Bob", "Cleo"], yours: [1] }))).toBe("Against Ann, Cleo");
  expect(opponents(listed({ players: ["Ann", "Bob"], yours: [0, 1] }))).toBe("Ann, Bob");
  expect(opponents(listed({ players: ["Ann"] }))).toBe("Alone");
  expect(opponents(listed({ players: ["-"], day: "2026-11-16" }))).toBe("The deal of the day");
  expect(opponents(listed({ players: ["Ann", ""] }))).toBe("Nobody has joined yet");
});

test("a table says its round, its open seats, or the place at the end", () => {
  expect(standing(listed({}))).toBe("Round 12 of 16");
  expect(standing(listed({ players: ["Ann", ""], round: 0, waiting: [] }))).toBe("1 seat is open");
  const over = { turns_left: 0, waiting: [] };
  expect(standing(listed({ ...over, places: [2, 1] }))).toBe("Place 2 of 2");
  expect(standing(listed({ ...over, players: ["Ann"], places: [1] }))).toBe("finished");
});

test("a table that was closed says so, comes last, and is no finished game", () => {
  const closed = listed({ table: "closed", closed: "idle", waiting: [] });
  expect(standing(closed)).toBe("closed");
  expect(isOver(closed)).toBe(true);
  expect(isFinished(closed)).toBe(false);
  expect(ordered([closed, listed({ table: "runs" })]).map(({ table }) => table)).toEqual(["runs", "closed"]);
});

test("a seat that was left is still the one to look at, and a bot plays there", () => {
  const left = listed({ players: ["Ann", "expert:player (bot)"], people: [0], yours: [], left: [1] });
  expect(shownSeat(left)).toBe(1);
  expect(opponents(left)).toBe("Against Ann");
  expect(standing(left)).toBe("a bot plays for you");
});

test("a game of others is named by its players, and nobody's place in it is told", () => {
  const theirs = { yours: [], turns_left: 0, waiting: [], places: [1, 2] };
  expect(opponents(listed({ ...theirs, players: ["Ann", "Bob"], people: [0, 1] }))).toBe("Ann, Bob");
  expect(opponents(listed({ ...theirs, players: ["Ann"], places: [1] }))).toBe("Ann");
  expect(standing(listed(theirs))).toBe("finished");
});

test("leaving ends a game in which nobody else is a person", () => {
  expect(isGivenUpByLeaving(listed({}))).toBe(true);
  expect(isGivenUpByLeaving(listed({ players: ["Ann", ""] }))).toBe(true);
  expect(isGivenUpByLeaving(listed({ players: ["Ann", "Bob"], people: [0, 1] }))).toBe(false);
  expect(isGivenUpByLeaving(listed({ players: ["Ann", "Bob"], people: [0, 1], yours: [0, 1] }))).toBe(true);
});

test("before the first card, only its owner closes a table by leaving", () => {
  const lobby = { players: ["Ann", ""], round: 0, turns_left: 16, waiting: [] };
  expect(isGivenUpByLeaving(listed(lobby))).toBe(true);
  expect(isGivenUpByLeaving(listed({ ...lobby, owner: false }))).toBe(false);
});

test("what happened is some time ago, long ago a date, and never in the future", () => {
  const now = 1_800_000_000;
  expect(ago(now - 5, now)).toBe("now");
  expect(ago(now + 900, now)).toBe("now");
  expect(ago(now - 61, now)).toBe("1 minute ago");
  expect(ago(now - 5 * 3600, now)).toBe("5 hours ago");
  expect(ago(now - 86400, now)).toBe("yesterday");
  expect(ago(now - 400 * 86400, now)).toMatch(/2025/);
  const midnight = Date.UTC(2026, 10, 6) / 1000;
  expect(ago(midnight, midnight + 14 * 3600)).toMatch(/Nov 6, 2026/);
});

test("the last totals are those of five finished games of one's own", () => {
  const over = (at: number, total: number, more: Partial<Listed> = {}) =>
    listed({ turns_left: 0, at, totals: [total, 50], ...more });
  const tables = [
    over(1, 20),
    over(7, 37),
    over(6, 36),
    over(5, 35),
    over(4, 34),
    over(3, 33),
    listed({ at: 9 }),
    over(8, 38, { yours: [0, 1] }),
    over(2, 30, { yours: [] }),
  ];
  expect(lastTotals(tables)).toEqual([37, 36, 35, 34, 33]);
  expect(lastTotals([])).toEqual([]);
});
