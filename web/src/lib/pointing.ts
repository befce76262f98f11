/** Dragging with finger or mouse, and walking over the board with arrow keys, end in clicks on places; and clicks beside all places. */

const FAR = 7;
/** Milliseconds after which a finger that rests on a place looks at it and chooses nothing. */
export const HOLD = 300;

function spotAt(x: number, y: number): HTMLButtonElement | null {
  return document.elementFromPoint(x, y)?.closest<HTMLButtonElement>("button[data-spot]:not(:disabled)") ?? null;
}

/** Look at a place as a mouse over it does, or no longer. */
function look(at: HTMLButtonElement | null, on: boolean): void {
  at?.dispatchEvent(on ? new PointerEvent("pointerenter", { pointerType: "pen" }) : new PointerEvent("pointerleave"));
}

/** A finger is somewhere else: the place that it looks at now. */
function lookAt(finger: PointerEvent, before: HTMLButtonElement | null): HTMLButtonElement | null {
  const at = spotAt(finger.clientX, finger.clientY);
  if (at === before) return at;
  look(before, false);
  look(at, true);
  return at;
}

/** Tiles that can be picked can be dragged to a place that lights up. */
export function dragging(root: HTMLElement): () => void {
  const down = (event: PointerEvent): void => {
    const from = (event.target as Element).closest<HTMLButtonElement>("button[data-drag]:not(:disabled)");
    if (!from || event.button !== 0) return;
    const ghost = { element: null as HTMLElement | null };
    let over: HTMLButtonElement | null = null;
    const move = (moved: PointerEvent): void => {
      follow(moved, event, from, ghost);
      if (ghost.element && moved.pointerType === "touch") over = lookAt(moved, over);
    };
    const up = (ended: PointerEvent): void => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      if (!ghost.element) return;
      ghost.element.remove();
      look(over, false);
      const target = ended.type === "pointerup" ? spotAt(ended.clientX, ended.clientY) : null;
      if (target && target !== from && !target.dataset.drag) target.click();
      else if (target !== from && from.getAttribute("aria-pressed") === "true") from.click();
      swallowClick();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  };
  root.addEventListener("pointerdown", down);
  return () => root.removeEventListener("pointerdown", down);
}

function follow(moved: PointerEvent, start: PointerEvent, from: HTMLButtonElement, ghost: { element: HTMLElement | null }): void {
  if (!ghost.element) {
    if (Math.hypot(moved.clientX - start.clientX, moved.clientY - start.clientY) < FAR) return;
    const picture = from.querySelector("img");
    if (!picture) return;
    const box = picture.getBoundingClientRect();
    ghost.element = document.createElement("div");
    ghost.element.className = "flying";
    ghost.element.append(picture.cloneNode(true));
    ghost.element.style.width = ghost.element.style.height = `${box.width * 1.15}px`;
    document.body.append(ghost.element);
    if (!from.classList.contains("picked")) from.click();
  }
  ghost.element.style.left = `${moved.clientX - ghost.element.offsetWidth / 2}px`;
  ghost.element.style.top = `${moved.clientY - ghost.element.offsetHeight * (moved.pointerType === "touch" ? 1.1 : 0.5)}px`;
}

/** The click that ends a drag means nothing more. */
function swallowClick(): void {
  const stop = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
}

/**
 * A finger that rests on a place shows the move that it would choose, and so does every place it slides to. Lifting it chooses nothing:
 * what is shown stays, free of the finger, until the screen is touched again.
 */
export function holding(root: HTMLElement): () => void {
  let seen: HTMLButtonElement | null = null;
  let end = (): void => {};
  const down = (event: PointerEvent): void => {
    end();
    look(seen, false);
    seen = null;
    const from = (event.target as Element).closest<HTMLButtonElement>("button[data-spot]:not(:disabled):not([data-drag])");
    if (from && event.pointerType === "touch" && event.isPrimary) end = rest(from, event, (at) => (seen = at));
  };
  addEventListener("pointerdown", down, { capture: true });
  root.addEventListener("contextmenu", noMenu);
  return () => {
    end();
    removeEventListener("pointerdown", down, { capture: true });
    root.removeEventListener("contextmenu", noMenu);
  };
}

/** Some browsers open a menu where a finger rests. */
function noMenu(event: Event): void {
  if ((event.target as Element).closest("button[data-spot]") && (event as PointerEvent).pointerType !== "mouse") event.preventDefault();
}

/** One finger on one place, from its touch to the next; to be called to end it. */
function rest(from: HTMLButtonElement, start: PointerEvent, onlook: (at: HTMLButtonElement | null) => void): () => void {
  let at: HTMLButtonElement | null = null;
  let held = false;
  const timer = setTimeout(() => {
    held = true;
    onlook((at = from));
    look(from, true);
  }, HOLD);
  const move = (moved: PointerEvent): void => {
    if (held) onlook((at = lookAt(moved, at)));
    else if (Math.hypot(moved.clientX - start.clientX, moved.clientY - start.clientY) > FAR) clearTimeout(timer);
  };
  const lift = (): void => {
    clearTimeout(timer);
    removeEventListener("pointermove", move);
  };
  const click = (event: Event): void => {
    if (!held) return;
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", lift, { once: true });
  addEventListener("pointercancel", lift, { once: true });
  addEventListener("click", click, { capture: true });
  return () => {
    lift();
    removeEventListener("click", click, { capture: true });
  };
}

/** A click on the table that chooses nothing. */
export function runningOn(root: HTMLElement, on: () => void): () => void {
  const click = (event: MouseEvent): void => {
    if (!(event.target as Element).closest("button:enabled, a, dialog")) on();
  };
  root.addEventListener("click", click);
  return () => root.removeEventListener("click", click);
}

const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Arrow keys go to the nearest place that can be chosen in that direction. */
export function walking(root: HTMLElement): () => void {
  const key = (event: KeyboardEvent): void => {
    const way = WAYS[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    const spots = [...root.querySelectorAll<HTMLButtonElement>('button[data-spot]:not(:disabled):not([tabindex="-1"])')];
    const here = document.activeElement as HTMLElement;
    if (spots.length === 0) return;
    event.preventDefault();
    if (!spots.includes(here as HTMLButtonElement)) spots[0]?.focus();
    else nearest(here, spots, way)?.focus();
  };
  root.addEventListener("keydown", key);
  return () => root.removeEventListener("keydown", key);
}

function middle(element: HTMLElement): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

function nearest(here: HTMLElement, spots: HTMLButtonElement[], [wayX, wayY]: [number, number]): HTMLButtonElement | null {
  const [x, y] = middle(here);
  let best: HTMLButtonElement | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const [otherX, otherY] = middle(spot);
    const along = (otherX - x) * wayX + (otherY - y) * wayY;
    const aside = Math.abs((otherX - x) * wayY) + Math.abs((otherY - y) * wayX);
    const distance = along + aside * 2.5;
    if (spot !== here && along > 2 && distance < least) [best, least] = [spot, distance];
  }
  return best;
}
