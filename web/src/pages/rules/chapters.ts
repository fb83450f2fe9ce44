/** How to play, in short chapters; each section has something to look into or to try beside its text. */
import { msg } from "$lib/i18n.svelte";
import type { Explored, Tried } from "$teach/parts";
import type { TaskName } from "./tasks";

export interface Section {
  readonly texts: readonly string[];
  readonly explore?: Explored;
  readonly task?: Tried<TaskName>;
  readonly bands?: boolean;
}

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly sections: readonly Section[];
}

const ELSEWHERE = msg("Tap other zones, too, to see what a worker would earn there.");

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
            "In every round, all players get the same card, and each lays it in a landscape of their own. Nobody can get in your way, and nobody sees your turn before everyone is done.",
          ),
          msg(
            "A card has four *zones*, each of one terrain: field, water, forest or rock. A *tower* stands on every rock zone. Some zones carry a fisherman's *hut*, which does not change the terrain.",
          ),
          msg(
            "The terrain decides the profession: a worker is a *farmer* on field, a *fisherman* on water, a *woodcutter* in the forest and a *watchman* on a tower.",
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
            "Rotate the card as you like, then lay it so that it shares a full *edge* with a card already in your landscape. Only the first card may go anywhere. Terrains need not match across an edge.",
          ),
          msg(
            "Your landscape never grows wider or taller than *four cards*. Where this square ends up is open at first: it floats until your cards pin it down. After 16 rounds it is full, without a gap.",
          ),
          msg(
            "Zones of the same terrain that share an edge join to form one *territory*, across cards as well. Rock is different: each rock zone is a territory of its own, even beside another.",
          ),
        ],
        task: {
          name: "lake",
          prompt: msg(
            "Lay the card so that it makes a lake of four zones. Tap a dotted space; tap the card again to rotate it.",
          ),
          praise: msg("Four zones of water, one territory: your lake is complete."),
        },
      },
    ],
  },
  {
    id: "workers",
    title: msg("Place or move a worker"),
    sections: [
      {
        texts: [
          msg("Once the card is laid, you may use *one* worker in *one* of two ways, or do nothing."),
          msg(
            "You may *place* a worker from your supply on any of the four zones of the new card. You have seven for the whole game, and a worker that has left the supply never returns.",
          ),
        ],
        task: {
          name: "place",
          prompt: msg(
            "Place a worker on the new card, on a zone where it earns 4 points right away. You may still rotate the card.",
          ),
          praise: msg("A woodcutter with four adjacent territories. What earns points now may still grow."),
        },
      },
      {
        texts: [
          msg(
            "Or you *move* one worker already in your landscape to an adjacent territory, onto any zone there. It takes up the profession of its new terrain.",
          ),
          msg(
            "Touching at a corner is not enough, and going to another zone of the same territory is not a move. Workers never get in each other's way: several may share a territory, even a single zone.",
          ),
        ],
        task: {
          name: "move",
          prompt: msg(
            "Tap the farmer to pick it up: the zones it can reach light up. Send it where it earns 8 points.",
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
            "Only the size of the territory counts. A hut on the field makes no difference, and a field that touches it only at a corner is not part of it.",
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
            "A hut stands on the shore if its zone shares an edge with the water territory. It counts once, however many of its sides touch the water, and touching at a corner does not count.",
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
            "Each territory counts once, however large it is and however often it touches the forest. Every rock zone is a territory of its own and counts by itself.",
          ),
        ],
        explore: { rows: ["ffwf", "wt1tr", "wftr", "rfwt"], prompt: ELSEWHERE },
      },
      {
        texts: [
          msg(
            "Woodcutters like variety around them. Try not to let the territories around the forest join up: two lakes that become one cost a point.",
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
            "From its tower, the watchman looks along the row and along the column, in all four directions. The view ends at the next rock zone or at the edge of the landscape; nothing else blocks it, not even a gap.",
          ),
        ],
        explore: { rows: ["ftTw", "trr1T", "wf..", "tw..", "fwft", "rttw"], prompt: ELSEWHERE },
      },
      {
        texts: [msg("Every new card may bring forest into view, or a rock that blocks the view.")],
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
    title: msg("End of the game"),
    sections: [
      {
        texts: [
          msg(
            "After 16 rounds the workers are scored. *Each territory pays for one worker only*; any others there earn nothing. Two territories of the same kind are better than two workers in one.",
          ),
        ],
        explore: {
          rows: ["F1Ff1r1", "w1tt1w"],
          prompt: msg("Tap the workers one by one. Which of them go away empty-handed?"),
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
            "*Diagonal*: a card may also touch the others at just a corner. The limit of four by four cards remains.",
          ),
        ],
        task: {
          name: "diagonal",
          prompt: msg("Lay the card so that it touches the others only at a corner."),
          praise: msg("Allowed with this variant. The gap can be filled later."),
        },
      },
      {
        texts: [
          msg(
            "*Ferryman*: if the territory of the worker you move borders water with a fisherman in it, the worker may be ferried to any other territory that borders this water. The fisherman stays put.",
          ),
          msg("Only one ferry per move: you cannot cross two lakes in one turn."),
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
