/** Offers read by the client say what the rules say, for every turn of random games. */
import { expect, test } from "vitest";
import { Ground } from "../src/draw/ground";
import { reasonFor } from "../src/draw/reasons";
import { landscapeZones, readLandscape, readTurn } from "../src/game/notation";
import { after, before, reachable, scored, totalAfter, workersAfter, zonesWith } from "../src/game/offer";
import { joined } from "../src/game/terrain";
import { faces, situations } from "./situations";

test("there are situations of whole games", () => {
  expect(situations.length).toBe(48);
});

test.each(situations)("every turn after $landscape has the rules' total", ({ offer, totals }) => {
  for (const [text, total] of Object.entries(totals)) {
    const { cell, facing, ...action } = readTurn(text);
    const situation = after(offer, cell, facing);
    expect(situation).not.toBeNull();
    expect([text, situation && totalAfter(situation, offer.workers, cell, action)]).toEqual([text, total]);
  }
});

test.each(situations)(
  "the workers that can move after $landscape are those of the rules",
  ({ offer, totals }) => {
    const legal = new Set(Object.keys(totals));
    for (const { at } of offer.placements) {
      const situation = after(offer, at.slice(0, 2), at.charAt(2) as "N");
      for (const from of situation ? new Set(offer.workers) : []) {
        const told = [...legal]
          .filter((text) => text.startsWith(`${at}:${from}>`))
          .map((text) => text.split(">")[1]);
        expect(reachable(situation!, from).sort()).toEqual(told.sort());
      }
    }
  },
);

test.each(situations)(
  "the workers' points after a turn in $landscape are the rules'",
  ({ offer, turn, workers }) => {
    const { cell, facing, ...action } = readTurn(turn);
    const situation = after(offer, cell, facing);
    const found = scored(situation!, workersAfter(offer.workers, cell, action));
    const told = workers.filter((worker) => worker.scored).map(({ points }) => points);
    expect(
      found
        .filter((worker) => worker.scored)
        .map(({ points }) => points)
        .sort(),
    ).toEqual(told.sort());
    expect(found.map(({ zone }) => zone).sort()).toEqual(workers.map(({ zone }) => zone).sort());
  },
);

test.each(situations)("what lights up for a worker in $landscape is what counts", ({ landscape, offer }) => {
  const zones = landscapeZones(readLandscape(landscape).cards, faces);
  for (const { at } of offer.placements) {
    const [cell, facing] = [at.slice(0, 2), at.charAt(2) as "N"];
    const laid = zonesWith(zones, offer.face, cell, facing);
    const situation = after(offer, cell, facing);
    const ground = new Ground(laid, situation!.territories);
    for (const { zones: own, points } of situation!.territories) {
      expect([own[0], reasonFor(ground, own[0] ?? "")?.count]).toEqual([own[0], points]);
    }
  }
});

test.each(situations)(
  "the territories of $landscape are those that flow together",
  ({ landscape, offer }) => {
    const zones = landscapeZones(readLandscape(landscape).cards, faces);
    const told = before(offer).territories.map((territory) => territory.zones.toSorted().join(" "));
    expect(
      joined(zones)
        .map((territory) => territory.zones.toSorted().join(" "))
        .sort(),
    ).toEqual(told.sort());
  },
);
