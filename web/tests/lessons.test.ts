import { expect, it } from "vitest";
import { judge, loadLessons, solution } from "../src/learn/lessons";
import { GAMES } from "../src/lib/games";
import { LANGUAGES } from "../src/lib/settings.svelte";
import { loadLessonWords } from "../src/words/lessons";

it.each(LANGUAGES)("has words for all lessons and reasons, and for nothing else, in %s", async (language) => {
  const words = await loadLessonWords(language);
  for (const game of GAMES) {
    const lessons = await loadLessons(game);
    expect(Object.keys(words[game].lessons)).toEqual(lessons.map(({ name }) => name));
    const used = new Set(lessons.flatMap(({ tasks }) => tasks.flatMap(({ moves }) => Object.keys(moves).filter(Boolean))));
    for (const reason of used) expect(words[game].reasons, `${game}: ${reason}`).toHaveProperty(reason);
  }
});

it.each(["nl", "fr"] as const)("says in %s what the reference says, with the same numbers", async (language) => {
  const [reference, words] = [await loadLessonWords("en"), await loadLessonWords(language)];
  const holes = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const game of GAMES) {
    expect(Object.keys(words[game].reasons)).toEqual(Object.keys(reference[game].reasons));
    for (const [name, text] of Object.entries(reference[game].reasons)) expect(holes(words[game].reasons[name] ?? "")).toEqual(holes(text));
    for (const text of Object.values(words[game].lessons)) {
      for (const part of [text.title, text.idea, text.task, text.done]) expect(part.length).toBeGreaterThan(3);
    }
  }
});

it("judges every move of a task, and knows one that is right", async () => {
  for (const game of GAMES) {
    for (const { tasks } of await loadLessons(game)) for (const task of tasks) expect(judge(task, solution(task))).toBe("");
  }
  expect(() => judge({ position: "", moves: { "": "1b1" } }, "1b2")).toThrow("1b2 is no move of this task");
});
