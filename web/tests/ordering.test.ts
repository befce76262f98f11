import { expect, it } from "vitest";
import { exchange, placesOf } from "../src/lib/ordering";

it("gives a seat its places", () => {
  expect(placesOf(1, 1)).toEqual([1]);
  expect(placesOf(1, 2)).toEqual([2, 3]);
});

it("exchanges what two have, and leaves the rest", () => {
  expect(exchange("rgbyv", 0, "b")).toBe("bgryv");
  expect(exchange("rgbyv", 2, "b")).toBe("rgbyv");
  expect(exchange("rgbyv", 0, "x")).toBe("rgbyv");
});
