/** A line of a study as a short animation, drawn with the page's own pictures. */
import { flushSync, mount, unmount } from "svelte";
import { asGif } from "$draw/animation";
import { standalone } from "$draw/picture";
import { landscapeZones } from "$game/notation";
import type { Study } from "$game/study";
import { type Path, nodeAt, positionAt } from "$game/studyTree";
import Still, { type Shown } from "./Still.svelte";

const A_TURN = 900; // milliseconds
const THE_END = 3500;
const SIDE = "640px";

export async function filmOf(
  study: Study,
  line: Path,
  faces: readonly string[],
  caption: string,
  onprogress: (part: number) => void,
): Promise<Blob> {
  const around = positionAt(study, line).cards.map(({ cell }) => cell);
  const pictures: string[] = [];
  for (let depth = study.start ? 0 : 1; depth <= line.length; depth++) {
    const path = line.slice(0, depth);
    const { cards, workers } = positionAt(study, path);
    const turn = nodeAt(study, path)?.turn ?? "";
    pictures.push(await picture({ zones: landscapeZones(cards, faces), workers, around, turn }, caption));
    onprogress(depth / line.length / 2);
  }
  return asGif(pictures, A_TURN, THE_END, (done) => onprogress((1 + done / pictures.length) / 2));
}

/** Drawn out of sight, where the page's colours hold. */
async function picture(props: Shown, caption: string): Promise<string> {
  const place = document.createElement("div");
  Object.assign(place.style, { position: "fixed", insetInlineStart: "-200vw", width: SIDE, height: SIDE });
  document.body.append(place);
  const still = mount(Still, { target: place, props });
  try {
    flushSync();
    const drawn = place.querySelector("svg");
    if (!drawn) throw new Error("nothing to draw");
    return await standalone([drawn], caption);
  } finally {
    await unmount(still);
    place.remove();
  }
}
