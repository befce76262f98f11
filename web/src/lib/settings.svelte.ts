/** What a person has set, kept in this browser. */

export type Language = "en" | "nl" | "fr";
export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "full" | "less";
export type Pace = "slow" | "normal" | "fast" | "instant";
export type Depth = "quick" | "normal" | "deep";

export interface Settings {
  language: Language;
  theme: Theme;
  motion: Motion;
  sounds: boolean;
  /** Whether it was asked if there should be any. */
  soundsAsked: boolean;
  /** Whether it was asked if one wants to be told of one's turn. */
  noticesAsked: boolean;
  /** What the server calls this browser's wish to be told with the page closed; empty: there is none. And the hours of silence. */
  push: string;
  /** What the server was last told of it, and on which day. */
  pushSaid: string;
  quiet: boolean;
  quietFrom: string;
  quietTo: string;
  confirm: boolean;
  textMode: boolean;
  /** Whether there are hints in the first game of a kind, and the games for which they are over. */
  tour: boolean;
  toured: string[];
  pace: Pace;
  /** How long the engine thinks about a position that is analysed. */
  depth: Depth;
  /** Whether games against the computer are played on this device, where it has what plays them. */
  here: boolean;
  name: string;
}

export const LANGUAGES: readonly Language[] = ["en", "nl", "fr"];
const PLACE = "tegel.settings";

function browserLanguage(): Language {
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const found = LANGUAGES.find((language) => wanted.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return "en";
}

const SPEEDS: Record<Pace, number> = { slow: 0.6, normal: 1, fast: 2, instant: Infinity };
export const PACES = Object.keys(SPEEDS) as Pace[];

/** Seconds of thinking about a position. */
export const SECONDS: Record<Depth, number> = { quick: 1, normal: 4, deep: 20 };
export const DEPTHS = Object.keys(SECONDS) as Depth[];

/** A pace as it was kept; earlier versions kept a number, 1 being normal. */
export function paceOf(kept: unknown): Pace {
  if (typeof kept === "number" && kept !== 1) return kept < 1 ? "slow" : "fast";
  return PACES.find((pace) => pace === kept) ?? "normal";
}

function load(): Settings {
  const first: Settings = {
    language: browserLanguage(),
    theme: "auto",
    motion: "auto",
    sounds: false,
    soundsAsked: false,
    noticesAsked: false,
    push: "",
    pushSaid: "",
    quiet: true,
    quietFrom: "22:00",
    quietTo: "08:00",
    confirm: false,
    textMode: false,
    tour: true,
    toured: [],
    pace: "normal",
    depth: "normal",
    here: true,
    name: "",
  };
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Settings>;
    const depth = DEPTHS.find((each) => each === kept.depth) ?? "normal";
    return { ...first, ...kept, pace: paceOf(kept.pace), depth };
  } catch {
    return first;
  }
}

export const settings: Settings = $state(load());

export function saveSettings(change: Partial<Settings>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays; the settings then last as long as the page.
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const less = matchMedia("(prefers-reduced-motion: reduce)");

/** How many times as fast as normal things are shown. */
export const speed = (): number => SPEEDS[settings.pace];

/** Whether things should move on the screen. */
export function moving(): boolean {
  return settings.pace !== "instant" && (settings.motion === "full" || (settings.motion === "auto" && !less.matches));
}

/** Put theme, motion and language on the document, now and whenever they change. */
export function dress(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
  root.dataset.motion = moving() ? "full" : "less";
  root.lang = settings.language;
}

dark.addEventListener("change", dress);
less.addEventListener("change", dress);
