import { render } from "svelte/server";
import { expect, it } from "vitest";
import Icon, { type IconName } from "../src/pieces/Icon.svelte";

const drawn = (name: IconName): string => render(Icon, { props: { name } }).body;

it("draws to play as a full triangle and the next move as an open angle", () => {
  expect(drawn("play")).toMatch(/class="[^"]*filled/);
  expect(drawn("play")).toMatch(/ d="[^"]*z"/);
  expect(drawn("next")).not.toContain("filled");
  expect(drawn("next")).toMatch(/ d="[^"z]*"/);
});
