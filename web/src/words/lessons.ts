/** The lessons in words, loaded only where they are read. */

import type { Language } from "../lib/settings.svelte";
import type { GameName } from "../lib/types";

export interface LessonText {
  title: string;
  /** The one idea. */
  idea: string;
  /** What to do now. */
  task: string;
  /** What is said when it is done. */
  done: string;
}

export interface GameLessons {
  lessons: Record<string, LessonText>;
  /** Why a move does not do it; `{points}` is what it brings, `{best}` the most that could be had. */
  reasons: Record<string, string>;
}
export type LessonWords = Record<GameName, GameLessons>;

const loaders: Record<Language, () => Promise<{ default: LessonWords }>> = {
  en: () => import("./lessons.en"),
  nl: () => import("./lessons.nl"),
  fr: () => import("./lessons.fr"),
};

export async function loadLessonWords(language: Language): Promise<LessonWords> {
  return (await loaders[language]()).default;
}
