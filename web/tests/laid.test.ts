/** Where somebody lays tiles: shares of columns and rows, and which they prefer. */

import { describe, expect, test } from "vitest";
import type { Laid } from "../src/lib/api-types";
import { favourites, sharesOf } from "../src/ratings/laid";

const laid = (tiles: number[][]): Laid => ({ rows: ["A", "B"], columns: ["1", "2", "3"], tiles });

describe("where tiles are laid", () => {
  test("each column and row has its share", () => {
    const shares = sharesOf(laid([[1, 0, 0.5], [0, 0.5, 2]])); // prettier-ignore
    expect(shares).toEqual({ columns: [0.25, 0.125, 0.625], rows: [0.375, 0.625], most: 2 });
  });
  test("who laid nothing prefers nothing", () => expect(sharesOf(laid([[0, 0, 0], [0, 0, 0]]))).toBeNull()); // prettier-ignore
  test("equal ones are favourites together, and all of them none", () => {
    expect(favourites(["1", "2", "3"], [0.4, 0.4, 0.2])).toEqual(["1", "2"]);
    expect(favourites(["1", "2"], [0.5, 0.5])).toEqual([]);
  });
});
