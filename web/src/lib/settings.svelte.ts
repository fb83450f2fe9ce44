/** What a person likes: look, help, sounds and the name to play under; remembered by the browser. */
import { keep, keptFields, whenKeptElsewhere } from "./kept";
import { isAnyOf, isFlag, isListOf, isText } from "./shapes";

export type Theme = "auto" | "day" | "night";

interface Settings {
  theme: Theme;
  /** Points and changes are shown; off for purists. */
  help: boolean;
  sounds: boolean;
  name: string;
  /** What is not explained any more. */
  hints: string[];
}

/** Who knows how to make a turn, or wants no tips. */
export const NO_TIPS = "turns";

const DEFAULTS: Settings = { theme: "auto", help: true, sounds: false, name: "", hints: [] };

export const settings: Settings = $state(keptSettings());

function keptSettings(): Settings {
  return keptFields("settings", DEFAULTS, {
    theme: isAnyOf("auto", "day", "night"),
    help: isFlag,
    sounds: isFlag,
    name: isText,
    hints: isListOf(isText),
  });
}

/** What came from another tab is not written back: one of another release would answer that, and so on without end. */
function isKept(now: Settings): boolean {
  return JSON.stringify(now) === JSON.stringify(keptSettings());
}

/** Keeps changes and shows the theme, as long as the page lives. */
export function watchSettings(): void {
  $effect(() => {
    const now = $state.snapshot(settings);
    if (!isKept(now)) keep("settings", now);
  });
  $effect(() => whenKeptElsewhere("settings", () => Object.assign(settings, keptSettings())));
  $effect(() => {
    if (settings.theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = settings.theme;
  });
}

export function lessMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
