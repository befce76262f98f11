import { expect, it } from "vitest";
import { fill } from "../src/lib/sentences.svelte";
import { settings } from "../src/lib/settings.svelte";
import { say, t } from "../src/lib/words.svelte";

it("fills in what is known and leaves the rest as it is", () => {
  expect(fill("{name} takes {count}", { name: "Ada" })).toBe("Ada takes {count}");
});

it.each([
  [0, "0 points"],
  [1, "1 point"],
  [-1, "-1 point"],
  [12, "12 points"],
])("chooses the word by the number %i", (count, said) => {
  expect(fill("{count} {count|point|points}", { count })).toBe(said);
});

it("counts nothing as one in French", () => {
  const before = settings.language;
  settings.language = "fr";
  expect([0, 1, 2].map((count) => fill("{count} {count|erreur|erreurs}", { count }))).toEqual(["0 erreur", "1 erreur", "2 erreurs"]);
  settings.language = before;
});

it("keeps a French sign that stands apart on the line of its word", () => {
  const before = settings.language;
  settings.language = "fr";
  expect(fill("{name} : où vont-elles ?", { name: "Ada" })).toBe("Ada\u00a0: où vont-elles\u00a0?");
  settings.language = before;
  expect(fill("{name} : ?", { name: "Ada" })).toBe("Ada : ?");
});

it("shows the name of a sentence that is not there", () => {
  expect(say("azul.colour.0")).toBe("blue");
  expect(say("no.such.sentence")).toBe("no.such.sentence");
});

it("says a sentence in the reference language before another is loaded", () => {
  expect(t("play.points", { count: 2 })).toBe("points");
});
