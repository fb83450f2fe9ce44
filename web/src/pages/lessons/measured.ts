/** What was measured for each lesson, and what follows from it; all numbers come from the figures. */
import { msg, t, tnTenths } from "$lib/i18n.svelte";
import { tenths } from "$lib/numbers";
import type { LessonId } from "$teach/lessons";
import { type FigureName, meanAt, meanOver, sumOver } from "./figures";

export interface Measured {
  readonly figure: FigureName;
  readonly caption: string;
  /** What the bars are told apart by. */
  readonly kind: string;
  /** What the bars are called; by themselves where nothing is said. */
  readonly names?: Readonly<Record<string, string>>;
  /** Differences, which may be less than nothing. */
  readonly signed?: boolean;
  /** Behind the point; one unless something else is said. */
  readonly digits?: number;
  /** How it was compared. */
  readonly compared: string;
  readonly claims: () => readonly string[];
}

const ROUND = msg("Round");
const HABIT = msg("Habit");
const SAME_POSITION = msg("Two turns in the same position, played on with the same cards.");
const SAME_DEALS = msg("The same player with the same cards; only the habit differs.");

export const MEASURED: Readonly<Record<LessonId, Measured>> = {
  forests: {
    figure: "forests",
    caption: msg(
      "The best turn that closes a woodcutter's forest, compared with the best one that leaves it open",
    ),
    kind: ROUND,
    signed: true,
    compared: SAME_POSITION,
    claims: () => {
      const early = -meanOver("forests", 4, 11);
      const late = -meanOver("forests", 12, 15);
      return [
        tnTenths(
          "*Keep forests open.* Until round 11, a turn that closes a forest costs {points} point on average.",
          "*Keep forests open.* Until round 11, a turn that closes a forest costs {points} points on average.",
          early,
          { points: tenths(early) },
        ),
        tnTenths(
          "In rounds 12 to 15 it is still {points} point. So close a forest only when you gain more by it.",
          "In rounds 12 to 15 it is still {points} points. So close a forest only when you gain more by it.",
          late,
          { points: tenths(late) },
        ),
      ];
    },
  },
  lakes: {
    figure: "lakes",
    caption: msg("Huts on the shore of a lake at the end of the game"),
    kind: msg("Zones of the lake"),
    names: { "6": msg("6 or more") },
    compared: msg("All lakes of finished landscapes, with a fisherman or without."),
    claims: () => [
      t(
        "*Long lakes have many huts*: a lake of one zone has {one} on its shore, one of four zones has {four}.",
        { one: tenths(meanAt("lakes", 1)), four: tenths(meanAt("lakes", 4)) },
      ),
      t(
        "Size alone does not explain it. With the same cards on the same spaces, but rotated at random, a lake of four zones has only {chance}: huts come to the lake because somebody rotates the card.",
        { chance: tenths(meanAt("lakes-by-chance", 4)) },
      ),
    ],
  },
  towers: {
    figure: "towers",
    caption: msg("Forest zones in sight of a tower at the end of the game"),
    kind: msg("Where the tower stands"),
    names: {
      "1": msg("at the edge"),
      "2": msg("second row"),
      "3": msg("third row"),
      "4": msg("in the middle"),
    },
    compared: msg(
      "All towers of finished landscapes whose cards were rotated at random, so that nobody chose what a tower sees.",
    ),
    claims: () => [
      t("*In the middle a tower sees more*: {middle} forest zones on average, and {edge} at the edge.", {
        middle: tenths(meanAt("towers", 4)),
        edge: tenths(meanAt("towers", 1)),
      }),
      t(
        "Its row and its column are equally long everywhere. But in the middle a rock ends one of four short views, at the edge perhaps the only long one.",
      ),
    ],
  },
  moves: {
    figure: "moves",
    caption: msg("What moving is worth, compared with never moving a worker"),
    kind: msg("Workers move"),
    names: {
      early: msg("in rounds 2 to 6 only"),
      middle: msg("in rounds 7 to 11 only"),
      late: msg("in rounds 12 to 16 only"),
      always: msg("in all rounds"),
    },
    signed: true,
    compared: SAME_DEALS,
    claims: () => {
      const all = meanAt("moves", "always");
      return [
        tnTenths(
          "*Moving is worth {points} point a game.*",
          "*Moving is worth {points} points a game.*",
          all,
          { points: tenths(all) },
        ),
        t(
          "Most of it comes late. If workers move in the last five rounds only, {late} of it is left; if they move in rounds 2 to 6 only, {early}.",
          { late: tenths(meanAt("moves", "late")), early: tenths(meanAt("moves", "early")) },
        ),
      ];
    },
  },
  counting: {
    figure: "counting",
    caption: msg("What it is worth to know which cards are gone"),
    kind: ROUND,
    signed: true,
    digits: 2,
    compared: msg(
      "Two players in the same position who look one card ahead: one knows which cards are gone, the other thinks that all 24 may come.",
    ),
    claims: () => {
      const game = sumOver("counting", 6, 15);
      return [
        tnTenths(
          "*Counting is worth less than it seems.* Knowing every card that is gone brings {points} point in a whole game.",
          "*Counting is worth less than it seems.* Knowing every card that is gone brings {points} points in a whole game.",
          game,
          { points: tenths(game) },
        ),
        t("The mixture of the cards to come hardly changes. Spend your attention on the landscape first."),
      ];
    },
  },
  frame: {
    figure: "frame",
    caption: msg("What a habit costs, compared with laying each card where it is best"),
    kind: HABIT,
    names: {
      row: msg("the first four cards in a row"),
      wide: msg("wider or taller with each card"),
      open: msg("no more than three by three for as long as possible"),
    },
    signed: true,
    compared: SAME_DEALS,
    claims: () => {
      const open = -meanAt("frame", "open");
      return [
        tnTenths(
          "*Don't be afraid of the edge.* Staying within three by three cards for as long as possible costs {points} point a game: room to float is not worth saving.",
          "*Don't be afraid of the edge.* Staying within three by three cards for as long as possible costs {points} points a game: room to float is not worth saving.",
          open,
          { points: tenths(open) },
        ),
        t(
          "The opposite costs something, too: a row of four at the beginning {row}, growing with each card {wide}. Look at the card, not at the square.",
          { row: tenths(meanAt("frame", "row")), wide: tenths(meanAt("frame", "wide")) },
        ),
      ];
    },
  },
  tempo: {
    figure: "tempo",
    caption: msg("What a habit costs, compared with placing a worker when it is best"),
    kind: HABIT,
    names: {
      "at-once": msg("a worker in each of the first seven rounds"),
      "every-second": msg("a worker in every second round"),
      "none-at-first": msg("no worker in the first six rounds"),
      "one-kept": msg("one worker kept for the last card"),
    },
    signed: true,
    compared: SAME_DEALS,
    claims: () => {
      const hurry = -meanAt("tempo", "at-once");
      return [
        tnTenths(
          "*Neither hurry nor wait.* Placing all seven workers in the first seven rounds costs {points} point a game, placing none in the first six costs {wait}.",
          "*Neither hurry nor wait.* Placing all seven workers in the first seven rounds costs {points} points a game, placing none in the first six costs {wait}.",
          hurry,
          { points: tenths(hurry), wait: tenths(-meanAt("tempo", "none-at-first")) },
        ),
        t(
          "On average Livia has {four} workers left after round 4, {eight} after round 8 and {twelve} after round 12: about one in two rounds. But she waits for the right card; a worker in every second round, whatever comes, costs {rule}.",
          {
            four: tenths(meanAt("supply", 4)),
            eight: tenths(meanAt("supply", 8)),
            twelve: tenths(meanAt("supply", 12)),
            rule: tenths(-meanAt("tempo", "every-second")),
          },
        ),
      ];
    },
  },
  last: {
    figure: "last",
    caption: msg("The turn with the most points right away, compared with one that looks ahead"),
    kind: ROUND,
    signed: true,
    compared: SAME_POSITION,
    claims: () => {
      const middle = -meanOver("last", 7, 13);
      return [
        tnTenths(
          "In the middle of the game, the turn with the most points right away costs {points} point on average.",
          "In the middle of the game, the turn with the most points right away costs {points} points on average.",
          middle,
          { points: tenths(middle) },
        ),
        t(
          "*It still costs {two} in round 14 and {one} in round 15.* So keep looking ahead: only the last card is about points alone.",
          { two: tenths(-meanAt("last", 14)), one: tenths(-meanAt("last", 15)) },
        ),
      ];
    },
  },
};
