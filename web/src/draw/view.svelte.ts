/** What of a picture is in view: all of it, or a close-up that a finger can move. */
import { untrack } from "svelte";
import { cubicOut } from "svelte/easing";
import { Tween } from "svelte/motion";
import { MediaQuery } from "svelte/reactivity";
import { lessMotion } from "$lib/settings.svelte";
import { type Box, num } from "./shapes";
import { FINGER, type Held, closeUp, moved, pixels } from "./zoom";

const DURATION = 200;
const FAR = 8;

interface Pan {
  /** The close-up that was moved; another one begins where it should. */
  readonly of: string;
  readonly by: readonly [number, number];
}

export class View {
  width = $state(0);
  height = $state(0);
  readonly #whole: () => Box;
  readonly #held: () => Held | null;
  readonly #fingers = new MediaQuery("(pointer: coarse)", false);
  #pan = $state.raw<Pan>({ of: "", by: [0, 0] });
  #start: { x: number; y: number; by: readonly [number, number] } | null = null;
  #panning = false;
  readonly #close = $derived.by(() => {
    const held = this.#fingers.current ? this.#held() : null;
    return held && closeUp(this.#whole(), held, this.width, this.height);
  });
  readonly #name = $derived(this.#close ? written(this.#close) : "");
  readonly #box = $derived.by(() => {
    const by = this.#pan.of === this.#name ? this.#pan.by : ([0, 0] as const);
    return this.#close ? moved(this.#close, by, this.#whole()) : this.#whole();
  });
  readonly #shown: Tween<Box>;
  /** Pixels of a unit of the picture, when it has come to rest. */
  readonly scale = $derived(pixels(this.#box, this.width, this.height));
  /** The radius of what a finger hits, in the picture's measure; 0 for a mouse. */
  readonly reach = $derived(this.#fingers.current && this.scale ? FINGER / 2 / this.scale : 0);

  constructor(whole: () => Box, held: () => Held | null) {
    this.#whole = whole;
    this.#held = held;
    this.#shown = new Tween(untrack(whole), { duration: lessMotion() ? 0 : DURATION, easing: cubicOut });
    const wanted = $derived(written(this.#box));
    $effect(() => {
      if (wanted)
        void this.#shown.set(
          untrack(() => this.#box),
          this.#panning ? { duration: 0 } : {},
        );
    });
  }

  get viewBox(): string {
    return written(this.#shown.current);
  }

  readonly down = (event: PointerEvent): void => {
    if (!this.#close || !event.isPrimary) return;
    const by = this.#pan.of === this.#name ? this.#pan.by : ([0, 0] as const);
    this.#start = { x: event.clientX, y: event.clientY, by };
  };

  readonly move = (event: PointerEvent): void => {
    if (!this.#start || !event.isPrimary) return;
    const [dx, dy] = [this.#start.x - event.clientX, this.#start.y - event.clientY];
    if (!this.#panning && Math.hypot(dx, dy) < FAR) return;
    if (!this.#panning) (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#panning = true;
    const [x, y] = this.#start.by;
    this.#pan = { of: this.#name, by: [x + dx / this.scale, y + dy / this.scale] };
  };

  readonly up = (): void => {
    this.#start = null;
    this.#panning = false;
  };
}

function written({ x, y, width, height }: Box): string {
  return [x, y, width, height].map(num).join(" ");
}
