/** What the table page shows of a draft is what the rules say of it. */
import { expect, test } from "vitest";
import { emptyDraft, placed, tapped, turnText } from "../src/game/draft";
import { landscapeZones, readLandscape, readTurn } from "../src/game/notation";
import { places } from "../src/game/offer";
import { quarterOf } from "../src/game/places";
import { draftPicture } from "../src/pages/table/view";
import { faces, situations } from "./situations";

const base = (landscape: string) => landscapeZones(readLandscape(landscape).cards, faces);

test.each(situations)("before a card lies on $landscape nothing changes", ({ landscape, offer }) => {
  const picture = draftPicture(base(landscape), offer, emptyDraft(1));
  expect(picture).toMatchObject({ total: offer.total, change: 0, draft: undefined, supply: offer.supply });
  expect(picture.lines?.map(({ change }) => change)).toEqual(offer.workers.map(() => 0));
  expect(picture.places).toEqual(places(offer));
});

test.each(situations)(
  "a turn after $landscape shows its total and its workers",
  ({ landscape, offer, turn, totals }) => {
    const { cell, facing, ...action } = readTurn(turn);
    const picture = draftPicture(base(landscape), offer, { round: 1, cell, facing, ...action });
    expect(picture.total).toBe(totals[turn]);
    expect(picture.change).toBe((totals[turn] ?? 0) - offer.total);
    expect(picture.lines?.reduce((sum, { points }) => sum + points, 0)).toBe(totals[turn]);
    expect(picture.zones.size).toBe(base(landscape).size + 4);
  },
);

test.each(situations)(
  "what a worker would bring after $landscape is told at its zone",
  ({ landscape, offer, totals }) => {
    for (const cell of places(offer)) {
      const draft = placed(offer, emptyDraft(1), cell);
      const at = turnText(draft) ?? "";
      const { choices } = draftPicture(base(landscape), offer, draft);
      expect(choices.size).toBe(offer.supply ? 4 : 0);
      for (const [zone, change] of choices) {
        expect(change).toBe((totals[`${at}+${quarterOf(zone)}`] ?? NaN) - (totals[at] ?? NaN));
      }
      for (const from of new Set(offer.workers)) {
        const lifted = tapped(offer, draft, from);
        if (lifted.lifted !== from) continue;
        for (const [zone, change] of draftPicture(base(landscape), offer, lifted).choices) {
          expect(change).toBe((totals[`${at}:${from}>${zone}`] ?? NaN) - (totals[at] ?? NaN));
        }
      }
    }
  },
);
