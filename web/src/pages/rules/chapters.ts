/** How to play, in short chapters; each section has something to look into or to try beside its text. */
import { msg } from "$lib/i18n.svelte";
import type { TaskName } from "./tasks";

export interface Explored {
  readonly rows: readonly string[];
  readonly prompt: string;
  readonly points?: boolean;
}

export interface Tried {
  readonly name: TaskName;
  readonly prompt: string;
  readonly praise: string;
}

export interface Section {
  readonly texts: readonly string[];
  readonly explore?: Explored;
  readonly task?: Tried;
  readonly bands?: boolean;
}

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly sections: readonly Section[];
}

const ELSEWHERE = msg("Tap other zones, too, and see what a worker would earn there.");

export const CHAPTERS: readonly Chapter[] = [
  {
    id: "idea",
    title: msg("The idea"),
    sections: [
      {
        texts: [
          msg(
            "You settle a stretch of the Roman frontier. In 16 rounds you build a *landscape*, card by card, and send up to seven *workers* into it. Each earns points in its own way, and the highest total wins.",
          ),
          msg(
            "In every round all players get the same card, and each lays it in a landscape of their own. Nobody can disturb you, and nobody sees your turn before everyone is done.",
          ),
          msg(
            "A card has four *zones*: field, water, forest or rock. A *tower* stands on every rock. Some zones carry a fisherman's *hut*, which does not change the ground below.",
          ),
          msg(
            "The ground makes the profession: a worker is a *farmer* on field, a *fisherman* on water, a *woodcutter* in the forest and a *watchman* on a tower.",
          ),
        ],
        explore: {
          rows: ["rF1", "wt"],
          prompt: msg("Tap the four zones of the card: what does the worker become?"),
          points: false,
        },
      },
    ],
  },
  {
    id: "lay",
    title: msg("Lay the card"),
    sections: [
      {
        texts: [
          msg(
            "Turn the card as you like, then lay it so that it shares a full *edge* with a card that already lies. Only the first card may go anywhere. The ground on both sides of an edge need not match.",
          ),
          msg(
            "Your landscape never gets wider or higher than *four cards*. Where this square will lie is open at first: it floats until your cards pin it down. After 16 rounds it is full, without a gap.",
          ),
          msg(
            "Zones of the same ground that share an edge flow together into one *territory*, across cards as well. Rock is different: each rock zone is a territory of its own, even beside another.",
          ),
        ],
        task: {
          name: "lake",
          prompt: msg(
            "Lay the card so that a lake of four zones forms. Tap a dotted place; tap the card again to turn it.",
          ),
          praise: msg("Four zones of water, one territory: the lake has flowed together."),
        },
      },
    ],
  },
  {
    id: "workers",
    title: msg("Use a worker"),
    sections: [
      {
        texts: [
          msg("Once the card lies, you may use *one* worker in *one* of two ways, or none at all."),
          msg(
            "You may *place* a worker from your supply on any of the four zones of the new card. You have seven for the whole game, and a worker that has left the supply never returns.",
          ),
        ],
        task: {
          name: "place",
          prompt: msg(
            "Place a worker on the new card, on a zone where it earns 4 points at once. You may still turn the card.",
          ),
          praise: msg("A woodcutter with four neighbours. What earns points now may still grow."),
        },
      },
      {
        texts: [
          msg(
            "Or you *move* one worker that already stands in your landscape into a territory that borders its own, onto any zone there. It takes up the profession of its new ground.",
          ),
          msg(
            "Corners are no borders, and another zone of the same territory is no move. Workers are never in each other's way: several may share a territory, even a single zone.",
          ),
        ],
        task: {
          name: "move",
          prompt: msg(
            "Tap the farmer to pick it up: the zones that it can reach light up. Send it where it earns 8 points.",
          ),
          praise: msg("The farmer has become a woodcutter, and a rich one."),
        },
      },
    ],
  },
  {
    id: "farmer",
    title: msg("The farmer"),
    sections: [
      {
        texts: [
          msg("*One point for each zone of its field.*"),
          msg(
            "Only the size of the territory counts. A hut on the field makes no difference, and a field that is met at a corner does not belong to it.",
          ),
        ],
        explore: { rows: ["f1fft", "twFr", "rtfw", "fwwf"], prompt: ELSEWHERE },
      },
      {
        texts: [
          msg("Start large fields early: every field zone that joins yours is one more point at the end."),
        ],
        task: {
          name: "farmer",
          prompt: msg("Lay the card so that the farmer earns 5 points."),
          praise: msg("Five zones of field, five points."),
        },
      },
    ],
  },
  {
    id: "fisherman",
    title: msg("The fisherman"),
    sections: [
      {
        texts: [
          msg("*One point for each hut on the shore of its water.*"),
          msg(
            "A hut stands on the shore if its zone shares an edge with the water territory. It counts once, however many of its sides are wet, and a corner is no shore.",
          ),
        ],
        explore: { rows: ["tFwt", "Fw1wF", "rTtF", "tfwF"], prompt: ELSEWHERE },
      },
      {
        texts: [
          msg(
            "The size of the lake earns nothing, but a long shore has room for many huts. Two fishermen on two lakes may count the same hut.",
          ),
        ],
        task: {
          name: "fisherman",
          prompt: msg("Lay the card so that the lake gets a third hut, or even a fourth."),
          praise: msg("More huts on the shore, more points."),
        },
      },
    ],
  },
  {
    id: "woodcutter",
    title: msg("The woodcutter"),
    sections: [
      {
        texts: [
          msg("*One point for each territory that borders its forest.*"),
          msg(
            "Each territory counts once, however large it is and however often it touches. Every rock zone is a territory of its own and counts by itself.",
          ),
        ],
        explore: { rows: ["ffwf", "wt1tr", "wftr", "rfwt"], prompt: ELSEWHERE },
      },
      {
        texts: [
          msg(
            "Woodcutters like a colourful neighbourhood. Take care that the territories around do not flow together: two lakes that become one are one point less.",
          ),
        ],
        task: {
          name: "woodcutter",
          prompt: msg("Lay the card so that the woodcutter earns 5 points."),
          praise: msg("One more territory borders the forest."),
        },
      },
    ],
  },
  {
    id: "watchman",
    title: msg("The watchman"),
    sections: [
      {
        texts: [
          msg("*One point for each forest zone in sight.*"),
          msg(
            "From its tower the watchman looks along the row and along the column, in all four directions. The view ends at the next rock or at the border of the landscape; nothing else blocks it, not even a gap.",
          ),
        ],
        explore: { rows: ["ftTw", "trr1T", "wf..", "tw..", "fwft", "rttw"], prompt: ELSEWHERE },
      },
      {
        texts: [msg("Every new card may bring forests into view, or a rock that shuts it.")],
        task: {
          name: "watchman",
          prompt: msg("Lay the card so that the watchman sees four forest zones."),
          praise: msg("Four forest zones in sight, four points."),
        },
      },
    ],
  },
  {
    id: "end",
    title: msg("The end"),
    sections: [
      {
        texts: [
          msg(
            "After 16 rounds the workers are scored. *Each territory pays for one worker only*; any others there earn nothing. Two territories of the same kind are better than two workers in one.",
          ),
        ],
        explore: {
          rows: ["F1Ff1r1", "w1tt1w"],
          prompt: msg("Tap the workers one by one. Who goes away empty-handed?"),
        },
      },
      {
        texts: [
          msg(
            "The highest total wins. On a tie, the best single worker decides, then the second best, and so on. A worker that earned nothing, or was never placed, counts as 0. If all are equal, the win is shared.",
          ),
          msg(
            "An example: Red and Black have 30 points each. Red's workers earned 9, 8, 6, 4 and 3, Black's 9, 7, 7, 5 and 2. The best are equal, 9 and 9; the second best are not, 8 and 7. Red wins.",
          ),
          msg("If you play alone, your total tells you how well it went."),
        ],
        bands: true,
      },
    ],
  },
  {
    id: "variants",
    title: msg("Two variants"),
    sections: [
      {
        texts: [
          msg(
            "*Diagonal*: a card may also touch the others at a corner only. The limit of four by four cards stays.",
          ),
        ],
        task: {
          name: "diagonal",
          prompt: msg("Lay the card so that it meets the others at a corner only."),
          praise: msg("Allowed with this variant. The gap can be filled later."),
        },
      },
      {
        texts: [
          msg(
            "*Ferryman*: if a territory borders water with a fisherman in it, a worker may be ferried from there into any other territory on that shore. The fisherman stays where it is.",
          ),
          msg("There is one ferry for each move, so two lakes cannot be crossed in one turn."),
        ],
        task: {
          name: "ferryman",
          prompt: msg(
            "Pick up the farmer in the west. The fisherman ferries it across the lake: send it into the forest in the east.",
          ),
          praise: msg("Across the lake in one move."),
        },
      },
    ],
  },
];
