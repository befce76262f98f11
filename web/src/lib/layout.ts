/**
 * How a table is laid out in the room it has. Three shapes: a desk with everything on it; an upright phone with the others as a
 * strip, the offer below and one's own board at the thumb; a phone on its side with the offer left and the board right.
 */

export type Shape = "desk" | "portrait" | "landscape";

/** The height up to which a wide room is a phone on its side; the play page's style says the same. */
const LYING = 480;
const DESK = 900;

/** The least that a finger should have to meet, in pixels. */
export const TOUCH = 34;

export function shapeOf(width: number, height: number): Shape {
  if (height <= LYING && width > height * 1.25) return "landscape";
  return width >= DESK ? "desk" : "portrait";
}

/** How wide the column of one's own board is on a phone that lies on its side; the play page keeps clear of it by the same sum. */
export const boardColumn = (width: number, least = 360, share = 0.53): number => Math.max(least, width * share);
