/** Tiles that travel: from where they lay to where they now lie. */

import { tick } from "svelte";
import { boxOf, findSpot } from "./boxes";
import { moving, speed } from "./settings.svelte";
import { tileImage } from "./tiles";

export interface Flight {
  face: string;
  from: string;
  to: string;
}

const running = new Set<Animation>();
/** Tiles that go together set off one after the other, but never wait longer than this for the first, in milliseconds. */
const STAGGER = { each: 40, most: 260 };

/** Let everything under way arrive at once. */
export function hurry(): void {
  for (const animation of running) animation.finish();
}

function clone(face: string): HTMLElement {
  const holder = document.createElement("div");
  holder.className = "flying";
  const picture = document.createElement("img");
  picture.src = tileImage(face);
  picture.alt = "";
  holder.append(picture);
  return holder;
}

/**
 * Change the drawing and let tiles fly from the old places to the new ones.
 * Places are measured before and after, so the drawing alone says where things are.
 */
export async function travel(root: HTMLElement, flights: Flight[], change: () => void, duration: number): Promise<void> {
  const starts = flights.map((flight) => boxOf(root, flight.from));
  change();
  await tick();
  if (!moving() || document.hidden || flights.length === 0) return;
  const ends = flights.map((flight) => findSpot(root, flight.to));
  const boxes = ends.map((end, at) => {
    const start = starts[at];
    return end && start && landing(end, flights[at]?.face ?? "", start);
  });
  const after = Math.min(STAGGER.each, STAGGER.most / flights.length) / speed();
  await Promise.all(
    flights.map((flight, at) => {
      const [start, target, end] = [starts[at], ends[at], boxes[at]];
      return start && target && end ? fly(flight.face, { start, end, target }, duration / speed(), at * after) : undefined;
    }),
  );
}

/** Where a tile lands: on its place; in an area where it is drawn there, else in the middle, as large as it was. */
function landing(target: Element, face: string, start: DOMRect): DOMRect {
  const place = target.getBoundingClientRect();
  if (!target.hasAttribute("data-area")) return place;
  const drawn = [...target.querySelectorAll(`[data-face="${face}"]`)].at(-1);
  if (drawn) return drawn.getBoundingClientRect();
  const size = Math.min(start.width, start.height);
  return new DOMRect(place.left + (place.width - size) / 2, place.top + (place.height - size) / 2, size, size);
}

interface Path {
  start: DOMRect;
  end: DOMRect;
  target: Element;
}

async function fly(face: string, { start, end, target }: Path, duration: number, delay: number): Promise<void> {
  const holder = clone(face);
  const size = Math.min(end.width, end.height) || 24;
  const x = end.left + (end.width - size) / 2;
  const y = end.top + (end.height - size) / 2;
  holder.style.width = holder.style.height = `${size}px`;
  holder.style.left = `${x}px`;
  holder.style.top = `${y}px`;
  document.body.append(holder);
  target.classList.add("arriving");
  const dx = start.left + start.width / 2 - (x + size / 2);
  const dy = start.top + start.height / 2 - (y + size / 2);
  const scale = Math.min(start.width, start.height) / size || 1;
  const lift = Math.min(40, Math.hypot(dx, dy) * 0.12);
  const animation = holder.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
      { transform: `translate(${dx * 0.45}px, ${dy * 0.45 - lift}px) scale(${(scale + 1) / 2 + 0.12})`, offset: 0.55 },
      { transform: "none" },
    ],
    { duration, delay, easing: "cubic-bezier(.4,.1,.3,1)", fill: "both" },
  );
  running.add(animation);
  try {
    await animation.finished;
  } catch {
    // A cancelled flight has simply arrived.
  } finally {
    running.delete(animation);
    holder.remove();
    target.classList.remove("arriving");
  }
}

/** Wait, unless somebody hurries. */
export function pause(milliseconds: number): { done: Promise<void>; skip: () => void } {
  let skip = (): void => {};
  const done = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds / speed());
    skip = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return { done, skip };
}
