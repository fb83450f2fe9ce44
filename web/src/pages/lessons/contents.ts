/** What each lesson says, with a landscape to look into or to try beside it. */
import { msg } from "$lib/i18n.svelte";
import type { LessonId } from "$teach/lessons";
import type { Explored, Tried } from "$teach/parts";
import type { TaskName } from "./tasks";

export interface Part {
  readonly texts: readonly string[];
  readonly explore?: Explored;
  readonly task?: Tried<TaskName>;
}

export const CONTENTS: Readonly<Record<LessonId, readonly Part[]>> = {
  forests: [
    {
      texts: [
        msg(
          "A woodcutter earns nothing for its own trees: it earns the *territories around* them. So a long, thin forest is better than a thick one.",
        ),
        msg("Both forests here have four zones."),
      ],
      explore: {
        rows: ["ffwwfwrf", "ft1twtttt", "rttrwfrw", "rffwwfww"],
        prompt: msg("Tap the thin forest, then the thick one again."),
      },
    },
    {
      texts: [
        msg(
          "*Nothing is better beside a forest than rock*: every rock zone is a territory of its own. Fields or lakes that join up count only once, so keep them apart.",
        ),
      ],
      task: {
        name: "grow",
        prompt: msg("Lay the card so that the woodcutter earns 9 points."),
        praise: msg("The forest grew, and so did its borders."),
      },
    },
  ],
  lakes: [
    {
      texts: [
        msg(
          "A fisherman counts huts, not water. But a lake that winds through the landscape has a long shore, and a long shore has room for huts.",
        ),
        msg(
          "*A hut between two lakes counts for both*, so two lakes side by side can earn more than one large one.",
        ),
      ],
      explore: {
        rows: ["tFfTFw", "w1wFw1ww", "FrtTfF", "fwtFrt"],
        prompt: msg("Tap both fishermen. Which hut do they share?"),
      },
    },
    {
      texts: [
        msg(
          "Huts stand on fields and in forests, never on water or rock. Before you lay a card, rotate it until its hut faces a lake.",
        ),
      ],
      task: {
        name: "huts",
        prompt: msg("Lay the card so that the fisherman earns 6 points."),
        praise: msg("One card, and two more huts on the shore."),
      },
    },
  ],
  towers: [
    {
      texts: [
        msg(
          "A watchman looks along its row and its column. Nothing but another rock ends the view, and *every card has one rock*.",
        ),
        msg("So a new card brings two things to a tower: perhaps forest, and perhaps a rock in the line."),
      ],
      explore: {
        rows: ["rtftrt", "tfwftf", "ftr1twt", "wftffw", "twtrft", "ftfwtf"],
        prompt: msg("Tap the four towers. Where does a rock end the view?"),
      },
    },
    {
      texts: [msg("Rotate the card until its rock is out of the line and its forest is in it.")],
      task: {
        name: "line",
        prompt: msg("Lay the card so that the watchman sees 7 forest zones."),
        praise: msg("The forest is in the line, the rock is not."),
      },
    },
  ],
  moves: [
    {
      texts: [
        msg(
          "A move takes no worker from the supply. It is the way to use a worker twice: first where it earns little, later next door, where it earns a lot.",
        ),
        msg(
          "A worker takes up the profession of its new terrain, so look at all territories that border its own.",
        ),
      ],
      explore: {
        rows: ["trfwFt", "tf1wwrf", "Ftwtft", "rtttrw"],
        prompt: msg("This farmer earns little. Tap the territories next to it: where would it earn most?"),
      },
    },
    {
      texts: [msg("After every card, look at your poorest worker: has something grown beside it?")],
      task: {
        name: "better",
        prompt: msg("Move a worker so that you have 10 points in all."),
        praise: msg("No worker was placed, and the points came all the same."),
      },
    },
  ],
  counting: [
    {
      texts: [
        msg(
          "The deck has 24 cards, and 16 of them come, none of them twice. After round 8, every second card that you have not seen will still come; after round 13, about every fourth.",
        ),
        msg(
          "Every card shows one rock. Six cards show two fields, twelve show one and six show none, and for water and forest it is the same.",
        ),
      ],
      explore: {
        rows: ["ftrwFf", "twwfrt", "rw1..tf", "fF..wT", "trwfwr", "fwtrfw"],
        prompt: msg("Tap the territories around the gap. Which of them would you want to grow?"),
      },
    },
    {
      texts: [
        msg(
          "If you want to count, count one thing: the cards with two zones of *your* terrain. Once all six have come, stop waiting for them.",
        ),
      ],
      task: {
        name: "gap",
        prompt: msg("Lay the card so that the farmer earns 7 points."),
        praise: msg("That was the card for this gap."),
      },
    },
  ],
  frame: [
    {
      texts: [
        msg(
          "Four cards wide and four cards tall: there is no more room than that. Until your cards reach from side to side, the square still floats.",
        ),
        msg("A card in a hollow touches more of what is already there than a card at the edge."),
      ],
      task: {
        name: "inside",
        prompt: msg(
          "Lay the card so that the woodcutter earns 10 points and the landscape stays within three by three cards.",
        ),
        praise: msg("More points, and the square still floats in both directions."),
      },
    },
  ],
  tempo: [
    {
      texts: [
        msg(
          "Seven workers, sixteen rounds: in most rounds nobody is placed. A worker placed early can still be moved; a worker in the supply can still go anywhere.",
        ),
        msg(
          "When two territories join, one of their workers earns nothing any more. Don't place the second one too soon.",
        ),
      ],
      explore: {
        rows: ["trwtfw", "wftrft", "f1f..f1w", "rw..t1r"],
        prompt: msg(
          "Tap the three workers. Which two would share a field if the gap were filled with field?",
        ),
      },
    },
    {
      texts: [msg("A good place for a worker earns points at once and can still grow.")],
      task: {
        name: "good-place",
        prompt: msg("Lay the card and place a worker so that you have 24 points in all."),
        praise: msg("That is worth a worker."),
      },
    },
  ],
  last: [
    {
      texts: [
        msg(
          "The last card is simple: take the most points. The two before it are not: each of them also decides what the gaps that remain can still become.",
        ),
        msg(
          "Go through four questions: where does this card bring points? Where can a worker be placed? Who can move? And what does the gap that remains still need?",
        ),
      ],
      task: {
        name: "last-card",
        prompt: msg("This is the last card. Lay it and place a worker so that you have 55 points."),
        praise: msg("Nothing was left on the table."),
      },
    },
  ],
};
