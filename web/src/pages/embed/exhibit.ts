/** What the address of a frame holds, made ready to be shown. */
import { playerName } from "$game/bots";
import { type Shown, shown } from "$game/drawing";
import { readTurn } from "$game/notation";
import { fromLink, pictureLink, toScore } from "$game/painted";
import type { Cell } from "$game/places";
import type { Question } from "$game/puzzles";
import { type Step, readRecord, seatInLink, stepOf } from "$game/records";
import { type Schemas, get, post } from "$lib/api";
import { t } from "$lib/i18n.svelte";
import { unpacked } from "$lib/packed";

/** A landscape at one moment. */
export interface Moment {
  readonly landscape: Shown;
  readonly total: number;
  /** What was laid last. */
  readonly step: Step | null;
  readonly title: string;
  /** What is said about it, and what was tried instead. */
  readonly remarks: readonly string[];
}

export interface Seat {
  readonly name: string;
  /** From the beginning to the end. */
  readonly moments: readonly Moment[];
}

export interface Exhibit {
  readonly title: string;
  /** The page that shows it whole. */
  readonly page: string;
  readonly seats: readonly Seat[];
  /** The seat and the moment that are shown first. */
  readonly seat: number;
  readonly at: number;
  /** All cells that are ever laid, so that nothing moves from step to step. */
  readonly around: readonly (readonly Cell[])[];
  /** The card that is to be laid, if there is a question. */
  readonly asked?: { readonly card: number; readonly face: string };
}

type Drawn = Schemas["StudiedLandscape"];

/** Null where the address holds nothing; refusals say what is wrong with it. */
export async function exhibitIn(hash: string): Promise<Exhibit | null> {
  const held = new URLSearchParams(hash.slice(1));
  const record = held.get("record");
  const study = held.get("study");
  const puzzle = held.get("puzzle");
  const picture = held.get("picture");
  if (record) return recordIn(record, hash);
  if (study) return studyIn(study, hash);
  if (puzzle && /^[0-9a-f]{6}$/.test(puzzle)) return puzzleOf(puzzle);
  if (picture) return pictureOf(picture);
  return null;
}

async function recordIn(letters: string, hash: string): Promise<Exhibit | null> {
  const text = await unpacked(letters);
  if (text === null) return null;
  const replay = await readRecord(text);
  const rounds = replay.rounds.length;
  const seats = replay.players.map((player, seat) => ({
    name: playerName(player),
    moments: [
      untouched(),
      ...replay.rounds.map((round, index) =>
        moment(round.seats[seat]?.landscape, stepOf(replay, index + 1, seat), {
          title: t("Round {round} of {rounds}", { round: round.round, rounds: Math.max(16, rounds) }),
        }),
      ),
    ],
  }));
  return {
    title: seats.map(({ name }) => name).join(", "),
    page: `/replay#record=${letters}`,
    seats,
    seat: seatInLink(hash, seats.length) ?? replay.end.ranking[0] ?? 0,
    at: momentInLink(hash, rounds),
    around: seats.map((_, seat) => cells(replay.rounds.at(-1)?.seats[seat]?.landscape)),
  };
}

async function studyIn(letters: string, hash: string): Promise<Exhibit | null> {
  const text = await unpacked(letters);
  if (text === null) return null;
  const study = await post<Schemas["MainLine"]>("/study/line", { text });
  const first = study.start.cards.length
    ? moment(study.start, null, { title: t("The landscape at the start") })
    : untouched();
  const steps = study.steps.map((each) =>
    moment(each.landscape, stepBy(each.turn), {
      title: `${each.round}. ${each.card} ${each.turn}`,
      remarks: [
        [each.name, each.comment].filter(Boolean).join(": "),
        ...each.beside.map(({ card, turn, name }) =>
          t("Also tried: {turn}", { turn: [card, turn, name && `“${name}”`].filter(Boolean).join(" ") }),
        ),
      ],
    }),
  );
  return {
    title: study.name || t("A study"),
    page: `/study/board#study=${letters}`,
    seats: [
      { name: study.name, moments: [{ ...first, remarks: [study.comment].filter(Boolean) }, ...steps] },
    ],
    seat: 0,
    at: momentInLink(hash, steps.length),
    around: [cells(study.steps.at(-1)?.landscape ?? study.start)],
  };
}

async function puzzleOf(puzzle: string): Promise<Exhibit> {
  const { landscape, offer } = await get<Question>(`/puzzles/${puzzle}`);
  return {
    ...alone(t("One turn is clearly the best. Which one?"), `/puzzle/${puzzle}`, landscape),
    asked: { card: offer.card, face: offer.face },
  };
}

async function pictureOf(letters: string): Promise<Exhibit | null> {
  const painted = fromLink(letters);
  if (!painted.zones.size) return null;
  const { landscape } = await post<Schemas["Scored"]>("/study/score", toScore(painted));
  return alone(t("Landscape"), `/score#${pictureLink(painted)}`, landscape);
}

function alone(title: string, page: string, landscape: Drawn): Exhibit {
  const moments = [moment(landscape, null, { title: "" })];
  return { title, page, seats: [{ name: "", moments }], seat: 0, at: 0, around: [[]] };
}

function untouched(): Moment {
  return moment(undefined, null, { title: t("Before the first card") });
}

function moment(
  landscape: Drawn | undefined,
  step: Step | null,
  { title, remarks = [] }: { title: string; remarks?: readonly string[] },
): Moment {
  const drawn = landscape ? shown(landscape) : { zones: new Map(), territories: [], workers: [] };
  return { landscape: drawn, total: landscape?.total ?? 0, step, title, remarks: remarks.filter(Boolean) };
}

function stepBy(turn: string): Step {
  const { cell, worker, move } = readTurn(turn);
  return { cell, worker: move?.[1] ?? (worker ? cell + worker : null), from: move?.[0] ?? null };
}

function cells(landscape: Drawn | undefined): Cell[] {
  return landscape?.cards.map(({ cell }) => cell) ?? [];
}

/** The moment that a link asks for; the end without one. */
function momentInLink(hash: string, last: number): number {
  const asked = new URLSearchParams(hash.slice(1)).get("round");
  const round = asked === null ? last : Number(asked);
  return Number.isInteger(round) && round >= 0 && round <= last ? round : last;
}
