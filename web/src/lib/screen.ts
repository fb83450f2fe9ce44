/** What the page is seen on. */
import { MediaQuery } from "svelte/reactivity";

/** A phone or a tablet that is held upright: the landscape above, all else below it. */
export const narrow = new MediaQuery("(orientation: portrait) and (max-width: 64rem)");
