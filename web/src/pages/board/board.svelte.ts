/** What lies on the study board: the study, where one stands in it, the card at hand and what may be done with it. */
import { emptyDraft, keepDraft } from "$game/draft";
import { landscapeZones, readTurn } from "$game/notation";
import type { Offer } from "$game/offer";
import type { Zone } from "$game/places";
import { type Losses, type Opened, keepLook, keepStudy, newId } from "$game/studies";
import { MOST_TURNS, type Study, cleanName, countTurns } from "$game/study";
import {
  type Path,
  type Standing,
  beside,
  childrenAt,
  endFrom,
  isFull,
  isThere,
  named,
  nodeAt,
  positionAt,
  promoted,
  turnsTo,
  withRemark,
  withTurn,
  withoutBranch,
} from "$game/studyTree";
import { type Schemas, Refused, post } from "$lib/api";
import { t } from "$lib/i18n.svelte";
import { Turn } from "../table/turn.svelte";
import { type SeatPicture, draftPicture } from "../table/view";
import type { Valued } from "./coach.svelte";

type Answer = Schemas["Offered"] | Schemas["Scored"];

const MOST_KNOWN = 200;
const WORKERS = 7;
const DRAFT = "board";

export class Board {
  study: Study = $state.raw({} as Study);
  path: Path = $state.raw([]);
  /** The number of the card at hand, if one is chosen. */
  card = $state<number | null>(null);
  /** By which name this browser keeps the study; it does once something was changed. */
  own = $state("");
  problem = $state("");
  /** What turns lose, by name, as far as the coach was asked. */
  losses: Losses = $state.raw(new Map());
  /** What was there before a branch was deleted, until one goes on. */
  before: Standing | null = $state.raw(null);
  readonly turn = new Turn();
  #standard: readonly string[] = $state.raw([]);
  /** The line that one goes forward on. */
  #ahead: Path = $state.raw([]);
  /** What the server said about positions, by position and card. */
  readonly #known = new Map<string, Answer>();
  #answer = $state.raw<{ readonly key: string; readonly answer: Answer } | null>(null);
  #total = 0;

  readonly faces = $derived(this.study.deck?.cards ?? this.#standard);
  readonly position = $derived(positionAt(this.study, this.path));
  readonly node = $derived(nodeAt(this.study, this.path));
  readonly children = $derived(childrenAt(this.study, this.path));
  readonly unseen = $derived.by(() => {
    const laid = new Set(this.position.cards.map(({ number }) => number));
    return this.faces.map((_, index) => index + 1).filter((number) => !laid.has(number));
  });
  /** What is said of what is shown. */
  readonly comment = $derived(this.node ? this.node.comment : this.study.comment);
  readonly full = $derived(isFull(this.position));
  readonly agreed = $derived({
    variants: [...this.study.variants],
    ...(this.study.deck ? { deck: { name: this.study.deck.name, cards: [...this.study.deck.cards] } } : {}),
  });
  /** All that an offer depends on. */
  readonly key = $derived(`${this.position.text} ${this.card ?? ""} ${JSON.stringify(this.agreed)}`);
  readonly offer: Offer | null = $derived(
    this.#answer?.key === this.key && "offer" in this.#answer.answer ? this.#answer.answer.offer : null,
  );
  readonly zones = $derived(landscapeZones(this.position.cards, this.faces));
  readonly picture: SeatPicture = $derived.by(() => {
    if (this.offer) return draftPicture(this.zones, this.offer, this.turn.draft);
    const found = this.#answer?.key === this.key ? this.#answer.answer : null;
    const scoring = found && "scoring" in found ? found.scoring : null;
    return {
      zones: this.zones,
      territories: scoring ? found?.landscape.territories : undefined,
      lines:
        scoring?.workers.map(({ zone, points, scored }) => ({ zone, points, scored, change: null })) ?? null,
      workers: scoring?.workers.map(({ zone }) => zone) ?? this.position.workers,
      supply: WORKERS - this.position.workers.length,
      total: scoring?.total ?? this.#total,
      change: 0,
      places: [],
      draft: undefined,
      joined: [],
      choices: new Map(),
    };
  });

  constructor(standard: readonly string[], { study, path, own, losses }: Opened) {
    this.#standard = standard;
    this.study = study;
    this.own = own;
    this.losses = losses;
    this.go(path);
  }

  name(path: Path = this.path): string {
    return turnsTo(this.study, path).reduce(named, "");
  }

  /** The turn that comes next on the line that one goes forward on. */
  readonly next: Path | null = $derived(this.children.length ? [...this.path, this.#nextIndex()] : null);

  /** The line that one goes forward on, to its end. */
  line(): Path {
    return endFrom(this.study, isThere(this.study, this.#ahead) ? this.#ahead : this.path);
  }

  /** The zones once the card at hand is laid so. */
  zonesAfter(turn: string): ReadonlyMap<Zone, string> {
    const { cell, facing } = readTurn(turn);
    return landscapeZones([...this.position.cards, { number: this.card ?? 0, cell, facing }], this.faces);
  }

  go(path: Path): void {
    this.path = path;
    this.before = null;
    if (!path.every((index, depth) => this.#ahead[depth] === index)) this.#ahead = path;
    this.take(this.#next()?.card ?? this.#dealt());
  }

  back(): void {
    if (this.path.length) this.go(this.path.slice(0, -1));
  }

  forward(): void {
    if (this.next) this.go(this.next);
  }

  start(): void {
    this.go([]);
  }

  end(): void {
    this.go(endFrom(this.study, this.path));
  }

  /** Another turn that was tried at the same moment; false if there is none. */
  sideways(by: number): boolean {
    const path = beside(this.study, this.path, by);
    if (path.at(-1) === this.path.at(-1)) return false;
    this.go(path);
    return true;
  }

  take(card: number | null): void {
    this.card = this.full ? null : card;
    keepDraft(DRAFT, 0, emptyDraft(0)); // what was tried in one position is no draft of another
    this.#begin();
  }

  /** The turn that is drafted goes into the tree; whether it could. */
  lay(): boolean {
    const { text } = this.turn;
    if (!text || this.card === null) return false;
    if (countTurns(this.study.children) >= MOST_TURNS) {
      this.problem = t("A study has at most {n} turns.", { n: MOST_TURNS });
      return false;
    }
    const [study, path] = withTurn(this.study, this.path, this.card, text);
    this.turn.lay(() => undefined);
    if (study !== this.study) this.change(study);
    this.go(path);
    return true;
  }

  say(said: { name?: string; comment?: string }): void {
    this.change(withRemark(this.study, this.path, said));
  }

  rename(name: string): void {
    this.change({ ...this.study, name: cleanName(name) });
  }

  remove(): void {
    if (!this.path.length) return;
    const before: Standing = [this.study, this.path];
    const [study, path] = withoutBranch(this.study, this.path);
    this.change(study);
    this.#ahead = path;
    this.go(path);
    this.before = before;
  }

  restore(): void {
    if (!this.before) return;
    const [study, path] = this.before;
    this.change(study);
    this.go(path);
  }

  promote(): void {
    const [study, path] = promoted(this.study, this.path);
    this.change(study);
    this.go(path);
  }

  /** What turns with a card lose after the turns of this name; a rougher value replaces no finer one. */
  value(before: string, card: number, valued: readonly Valued[], playouts: number): void {
    const found = valued.map(({ turn, loss }) => [named(before, { card, turn }), loss] as const);
    const finer = found.filter(([name]) => playouts >= (this.losses.get(name)?.playouts ?? 0));
    this.losses = new Map([
      ...this.losses,
      ...finer.map(([name, loss]) => [name, { loss: rounded(loss), playouts }] as const),
    ]);
  }

  change(study: Study): void {
    this.study = study;
    this.before = null;
    this.adopt();
  }

  /** It is somebody's own from now on, and kept as it is. */
  adopt(): void {
    this.own ||= newId();
    keepStudy(this);
  }

  /** Where one stands, and what is known, of a study that is kept. */
  keepLook(): void {
    if (this.own) keepLook(this);
  }

  /** Asks what may be done with the card at hand, or what the landscape brings without one. */
  async load(): Promise<void> {
    const { key, card } = this;
    const { text } = this.position;
    this.problem = "";
    try {
      const answer = this.#known.get(key) ?? (await this.#ask(text, card));
      if (this.#known.size >= MOST_KNOWN) this.#known.clear();
      this.#known.set(key, answer);
      if (key !== this.key) return;
      this.#answer = { key, answer };
      this.#total = answer.landscape.total;
      this.#begin();
    } catch (error) {
      if (key === this.key) this.problem = error instanceof Refused ? error.message : String(error);
    }
  }

  /** A turn from nothing, as soon as it is known what may be done. */
  #begin(): void {
    const round = this.position.cards.length + 1;
    this.turn.begin(this.offer && { table: DRAFT, seat: 0, round, offer: this.offer }, round);
  }

  #ask(landscape: string, card: number | null): Promise<Answer> {
    return card === null
      ? post<Schemas["Scored"]>("/study/score", { text: landscape, ...this.agreed })
      : post<Schemas["Offered"]>("/study/offer", { landscape, card, ...this.agreed });
  }

  #nextIndex(): number {
    const index = this.#ahead[this.path.length] ?? 0;
    return index < this.children.length ? index : 0;
  }

  #next() {
    return this.children[this.#nextIndex()];
  }

  /** The card that the main line had at this moment: the same cards come, whatever else is tried with them. */
  #dealt(): number | null {
    const card = turnsTo(this.study, endFrom(this.study, []))[this.path.length]?.card;
    return card !== undefined && this.unseen.includes(card) ? card : null;
  }
}

/** As fine as anybody looks at it; it is kept, too. */
function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}
