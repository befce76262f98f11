/**
 * Small things that fly for joy: glints over places of a board, tiles that rain on whoever has won.
 * Nothing moves where that is unwanted.
 */

import { moving } from "./settings.svelte";
import { tileImage } from "./tiles";

function fly(element: HTMLElement, frames: Keyframe[], options: KeyframeAnimationOptions): void {
  document.body.append(element);
  void element.animate(frames, { fill: "both", ...options }).finished.finally(() => element.remove());
}

function made(kind: string, x: number, y: number, size: number): HTMLElement {
  const element = document.createElement("div");
  element.className = kind;
  element.style.cssText = `left:${x - size / 2}px;top:${y - size / 2}px;width:${size}px;height:${size}px`;
  return element;
}

/** A glint that runs over places, one after the other, with a few sparks from each. */
export function glitter(places: readonly Element[]): void {
  if (!moving() || document.hidden) return;
  places.forEach((place, at) => {
    const box = place.getBoundingClientRect();
    const [x, y, size] = [box.left + box.width / 2, box.top + box.height / 2, Math.max(14, box.width)];
    const delay = at * 70;
    fly(
      made("glint", x, y, size),
      [
        { opacity: 0, transform: "scale(.6)" },
        { opacity: 1, transform: "scale(1.12)", offset: 0.4 },
        { opacity: 0, transform: "scale(1.35)" },
      ],
      { duration: 620, delay, easing: "ease-out" },
    );
    for (let spark = 0; spark < 4; spark += 1) {
      const turn = ((spark + at * 0.37) / 4) * 2 * Math.PI;
      const far = size * (0.8 + 0.35 * ((spark * 7 + at * 3) % 3));
      fly(
        made("spark", x, y, Math.max(4, size * 0.16)),
        [
          { opacity: 1, transform: "none" },
          { opacity: 0, transform: `translate(${Math.cos(turn) * far}px, ${Math.sin(turn) * far}px) scale(.3)` },
        ],
        { duration: 700, delay: delay + 90, easing: "cubic-bezier(.1,.7,.3,1)" },
      );
    }
  });
}

/** Tiles that fall over the whole screen. */
export function rain(faces: readonly string[], count = 22): void {
  if (!moving() || document.hidden) return;
  for (let at = 0; at < count; at += 1) {
    const size = 18 + ((at * 11) % 16);
    const x = ((at * 61) % 100) / 100;
    const tile = made("falling", x * innerWidth, -40, size);
    const picture = document.createElement("img");
    picture.src = tileImage(faces[at % faces.length] ?? "blue");
    picture.alt = "";
    tile.append(picture);
    const turn = (at % 2 ? 1 : -1) * (180 + ((at * 47) % 240));
    fly(
      tile,
      [
        { transform: "none", opacity: 1 },
        { transform: `translateY(${innerHeight * 0.8}px) rotate(${turn * 0.8}deg)`, opacity: 1, offset: 0.8 },
        { transform: `translateY(${innerHeight + 80}px) rotate(${turn}deg)`, opacity: 0 },
      ],
      { duration: 2100 + ((at * 97) % 900), delay: (at * 53) % 700, easing: "cubic-bezier(.35,.05,.7,.9)" },
    );
  }
}
