/** Studies in the client: read and written as Python does, kept, carried by a link, changed as a tree. */
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { fromLink, pictureLink } from "../src/game/painted";
import { landscapeOf, paintedOf } from "../src/game/paintedStudy";
import {
  BOARD,
  type Losses,
  forgetStudy,
  keepStudy,
  keptStudies,
  openedStudy,
  restoreStudy,
  studyFragment,
  studyLink,
  studyOfGame,
} from "../src/game/studies";
import {
  EMPTY_STUDY,
  type Study,
  StudyError,
  cleanName,
  countTurns,
  readStudy,
  writeStudy,
} from "../src/game/study";
import {
  beside,
  childrenAt,
  endFrom,
  nodeAt,
  positionAt,
  promoted,
  readPath,
  withRemark,
  withTurn,
  withoutBranch,
  writePath,
} from "../src/game/studyTree";
import type { Replay } from "../src/game/records";
import { packed } from "../src/lib/packed";
import { readText } from "../src/lib/files";
import { linesOf } from "../src/pages/board/lines";

interface Example {
  text: string;
  printed: string;
  study: Study;
  end: string;
}
const NONE: Losses = new Map();
const stored = JSON.parse(readFileSync("build/studies.json", "utf8")) as {
  faces: string[];
  studies: Example[];
  long: string[];
};

beforeEach(() => localStorage.clear());

test("every stored study is read as the tree that Python reads, and written as Python writes it", () => {
  expect(stored.studies.length).toBeGreaterThan(100);
  for (const { text, printed, study } of stored.studies) {
    expect(readStudy(text)).toEqual(study);
    expect(writeStudy(study)).toBe(printed);
  }
});

test("the landscape at the end of the main line is the one that the rules find", () => {
  for (const { study, end } of stored.studies) {
    expect(positionAt(study, endFrom(study, [])).text).toBe(end);
  }
});

test.each([
  ["Players: Ann\n", 1],
  ["Study:\nNobody: Ann\n", 2],
  ["Study:\nStudy:\n", 2],
  ["Study:\nVariants: none\n", 2],
  ["Study:\nDeck: own\n", 2],
  ["Study:\nDeck: own\nCards: FWRT\n", 3],
  [`Study:\nDeck: own\nCards: ${Array(65).fill("ffff").join(" ")}\n`, 3],
  ["Study:\nVariants: ferryman\nStart: 17@h9N\n", 3],
  [`Study:\nStart: ${"17@d4N ".repeat(17)}\n`, 2],
  ["Study:\n\n2. 17 d4N\n", 3],
  ["Study:\n\n1. 17 d4N (d4E\n", 4],
  ["Study:\n\n1. 17 d4N {open\n", 3],
  ["Study:\n\n1. 17 d4N (d4N)\n", 3],
  ["Study:\n\n1. 17 d4N (d4E ((d4S)))\n", 3],
  ["Study:\n\n1. 17 d4N\n2. 3 h9N\n", 4],
  ["Study:\n\n1. 17 d4N (d4E d5E)\n", 3],
  ["Study:\n\n1. 17 d4N {\\q}\n", 3],
])("%j is wrong in line %i", (text, line) => {
  let found: unknown;
  try {
    readStudy(text);
  } catch (error) {
    found = error;
  }
  expect(found).toBeInstanceOf(StudyError);
  expect((found as StudyError).line).toBe(line);
});

test.each(stored.long.map((text, index) => [index, text] as const))(
  "a link holds a whole game with twenty variations in 2000 signs (%i)",
  async (_, text) => {
    const study = readStudy(text);
    expect(countTurns(study.children)).toBeGreaterThanOrEqual(40);
    const link = `https://limes.example.org${await studyLink(study, endFrom(study, []))}`;
    expect(link.length).toBeLessThanOrEqual(2000);
    const opened = await openedStudy(link.slice(link.indexOf("#")));
    expect(opened).toEqual({ study, path: endFrom(study, []), own: "", losses: NONE });
  },
);

test.each([
  [
    "the longest comment that can be written, without a blank",
    `{${"\u5b57".repeat(1900)}${"\\n".repeat(100)}}`,
    true,
  ],
  ["a word of 4100 letters", `"${"a".repeat(4098)}"`, true],
  ["a word of 4101 letters", `"${"a".repeat(4099)}"`, false],
  ["many words that are nearly too long", `{${`${"a".repeat(4000)} `.repeat(24)}}`, true],
  ["a long comment with blanks", `{${"word ".repeat(15_000)}}`, true],
  ["a word that a browser breaks into lines for many seconds", `{${"\u0628".repeat(45_000)}}`, false],
  ["marks without end on one letter", `"a${"\u0301".repeat(40_000)}"`, false],
  ["a word of blanks that are none", `"${"a\u00a0".repeat(30_000)}"`, false],
])("whether a link holds %s", async (_, remark, opens) => {
  const text = `Study: Farms\n\n1. 17 d4N ${remark}\n`;
  const opened = await openedStudy(`#study=${await packed(text)}`);
  expect(opened?.study ?? null).toEqual(opens ? readStudy(text) : null);
});

const FARMS = readStudy("Study: Farms\n\n1. 17 d4N+ne\n2. 3 d5E (d3N e3S) (8 d5E+sw)\n3. 8 e5S\n");

test.each(["}", "\\", "\n}"])("a link that holds a comment of nothing but %j opens again", async (signs) => {
  const comment = signs.repeat(2000 / signs.length);
  const study = withRemark(FARMS, [0, 1, 0], { comment });
  expect((await openedStudy(`#${await studyFragment(study)}`))?.study).toEqual(study);
});

test("a turn that was tried is gone to, another one becomes a branch", () => {
  const [same, there] = withTurn(FARMS, [0], 3, "d3N");
  expect(same).toBe(FARMS);
  expect(there).toEqual([0, 1]);
  const [grown, path] = withTurn(FARMS, [0], 3, "c4N");
  expect(path).toEqual([0, 3]);
  expect(nodeAt(grown, path)?.turn).toBe("c4N");
  expect(FARMS.children[0]?.children.length).toBe(3);
});

test("a branch becomes the main line, and what it replaces stays beside it", () => {
  const [study, path] = promoted(FARMS, [0, 1, 0]);
  expect(path).toEqual([0, 0, 0]);
  expect(writeStudy(study)).toBe("Study: Farms\n\n1. 17 d4N+ne\n2. 3 d3N (d5E e5S) (8 d5E+sw)\n3. 8 e3S\n");
});

test("a branch is deleted with all after it", () => {
  const [study, path] = withoutBranch(FARMS, [0, 1]);
  expect(path).toEqual([0]);
  expect(childrenAt(study, path).map(({ turn }) => turn)).toEqual(["d5E", "d5E+sw"]);
});

test("turns and the whole study are spoken of", () => {
  const named = withRemark(FARMS, [0, 2], { name: "Fish", comment: "a } b" });
  expect(writeStudy(withRemark(named, [], { comment: "Where?" }))).toBe(
    'Study: Farms\n\n{Where?}\n1. 17 d4N+ne\n2. 3 d5E (d3N e3S) (8 d5E+sw "Fish" {a \\} b})\n3. 8 e5S\n',
  );
  expect(cleanName("  a\u2028b\tc  ")).toBe("a b c");
});

test("branches are walked round, and paths written short", () => {
  expect(beside(FARMS, [0, 2], 1)).toEqual([0, 0]);
  expect(beside(FARMS, [0, 0], -1)).toEqual([0, 2]);
  expect(beside(FARMS, [], 1)).toEqual([]);
  for (const path of [[], [0], [0, 1, 0], [0, 2], [0, 0, 0]]) {
    expect(readPath(FARMS, writePath(path))).toEqual(path);
  }
  expect(writePath([0, 1, 0])).toBe("1-1-1");
  expect(readPath(FARMS, "9-7-x")).toEqual([0, 0, 0]);
});

test("the tree is read as lines with what was tried beside a turn", () => {
  const lines = linesOf(FARMS.children, 1);
  expect(lines.map(({ round, node }) => `${round} ${node.turn}`)).toEqual(["1 d4N+ne", "2 d5E", "3 e5S"]);
  expect(lines[1]?.beside.map((line) => line.map(({ path }) => path))).toEqual([
    [
      [0, 1],
      [0, 1, 0],
    ],
    [[0, 2]],
  ]);
  expect(lines[1]?.beside[0]?.[1]?.name).toBe("17 d4N+ne/3 d3N/8 e3S");
});

test("own studies are kept, the last one first, and can be deleted and brought back", async () => {
  keepStudy({ own: "a", study: EMPTY_STUDY, path: [], losses: NONE }, 1);
  keepStudy({ own: "b", study: EMPTY_STUDY, path: [], losses: NONE }, 2);
  keepStudy({ own: "a", study: FARMS, path: [0, 1], losses: NONE }, 3);
  expect(keptStudies().map(({ id }) => id)).toEqual(["a", "b"]);
  expect(await openedStudy("#own=a")).toEqual({ study: FARMS, path: [0, 1], own: "a", losses: NONE });
  const old = await studyFragment(EMPTY_STUDY, [], "a");
  expect((await openedStudy(`#${old}`))?.study).toEqual(FARMS);
  const [entry] = keptStudies();
  forgetStudy("a");
  expect(keptStudies().map(({ id }) => id)).toEqual(["b"]);
  expect((await openedStudy(`#${old}`))?.own).toBe("");
  restoreStudy(entry!);
  expect(keptStudies().map(({ id }) => id)).toEqual(["a", "b"]);
});

test("a name that a link brings has only signs that can be seen, as Python wants it", () => {
  const { name, deck } = readStudy(
    `Study: a\u0001b\u202ec\u2028\nDeck: d\u200be\nCards: ${"ffff ".repeat(16)}\n`,
  );
  expect([name, deck?.name]).toEqual(["a b c", "d e"]);
});

test("of a file that is too long to be a text of ours, the beginning is read", async () => {
  expect((await readText(new File(["x".repeat(1_000_000)], "film"))).length).toBe(200_000);
});

test("what is no study in a link is none", async () => {
  expect(await openedStudy("")).toBeNull();
  expect(await openedStudy("#study=!!")).toBeNull();
  expect(BOARD).toBe("/study/board");
});

test("a seat's game is the main line of a study", () => {
  const replay = {
    deck: { name: "standard", cards: stored.faces },
    variants: ["ferryman"],
    players: ["Ann", "expert:novice (bot)"],
    rounds: [
      { card: 17, seats: [{ turn: "d4N" }, { turn: "d4E" }] },
      { card: 3, seats: [{ turn: "d5E" }, { turn: null }] },
    ],
  } as unknown as Replay;
  expect(writeStudy(studyOfGame(replay, 0, "Ann"))).toBe(
    "Study: Ann\nVariants: ferryman\n\n1. 17 d4N\n2. 3 d5E\n",
  );
  expect(studyOfGame(replay, 0, "You").name).toMatch(/^Against \w+$/);
  expect(studyOfGame({ ...replay, players: ["Ann"] }, 0, "You").name).toBe("");
  expect(writeStudy(studyOfGame(replay, 1, ""))).toBe("Study:\nVariants: ferryman\n\n1. 17 d4E\n");
});

test("a painted landscape goes to the board and back where cards of the deck form it", () => {
  for (const { study } of stored.studies.filter(({ study: each }) => !each.deck)) {
    const path = endFrom(study, []);
    const painted = paintedOf(positionAt(study, path), stored.faces);
    const found = landscapeOf(painted, stored.faces, study.variants.includes("diagonal"));
    if (typeof found !== "string") throw new Error(found.reason);
    const again = paintedOf(positionAt({ ...EMPTY_STUDY, start: found }, []), stored.faces);
    expect(pictureLink(again)).toBe(pictureLink(painted));
  }
});

test("it is said why a painted landscape is none of cards", () => {
  const reason = (text: string) => {
    const found = landscapeOf(fromLink(text), stored.faces);
    return typeof found === "string" ? found : found.reason;
  };
  const face = (number: number) => stored.faces[number - 1]!;
  const rows = (number: number) => [face(number).slice(0, 2), face(number).slice(2)];
  expect(reason("")).toBe("");
  expect(reason("ff-f")).toBe("unfinished");
  expect(reason("FF-FF")).toBe("unknown");
  const [north, south] = rows(17);
  expect(reason(`${north}..${rows(3)[0]}-${south}..${rows(3)[1]}`)).toBe("apart");
  expect(reason(`${north![0]}9${north![1]}-${south}`)).toBe("workers");
  expect(reason(`${north}-${south}`)).toBe("17@d4N");
});
