/** The keys of the play page. They work wherever the focus is, apart from fields in which one types. */

import { isTyping } from "../lib/typing";
import type { Match } from "./match.svelte";

export interface Desk {
  match: Match | null;
  /** The element the board is drawn in. */
  root: HTMLElement | null;
  /** Whether the panel beside the table is open. */
  drawer: boolean;
}

/** Listen to the keyboard; returns how to stop. */
export function listen(desk: Desk): () => void {
  /** Whether what has the focus got it by mouse or finger: then a key must not leave a ring around it. */
  let touched = false;
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Tab" || event.key.startsWith("Arrow")) touched = false;
    press(desk, event);
    const focused = document.activeElement;
    if (event.key === "Escape" && touched && focused instanceof HTMLElement && desk.root?.contains(focused)) focused.blur();
  };
  const down = (): void => void (touched = true);
  addEventListener("keydown", key);
  addEventListener("pointerdown", down);
  return () => {
    removeEventListener("keydown", key);
    removeEventListener("pointerdown", down);
  };
}

function press(desk: Desk, event: KeyboardEvent): void {
  const { match } = desk;
  if (!match || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element | null;
  if (event.key === "Escape") escape(desk, match);
  else if (isTyping(event)) return;
  else if (event.key.startsWith("Arrow") && document.activeElement === document.body && desk.root) {
    event.preventDefault();
    desk.root.querySelector<HTMLElement>('button[data-spot]:not(:disabled):not([tabindex="-1"])')?.focus();
  } else if (match.busy && (event.key.toLowerCase() === "s" || ([" ", "Enter"].includes(event.key) && !isControl(target)))) {
    event.preventDefault();
    match.runOn();
  } else if (event.key === "Enter" && match.whole && !isControl(target)) void match.commit();
  else if (event.key === "/") {
    event.preventDefault();
    desk.drawer = true;
    queueMicrotask(openTyping);
  }
}

function openTyping(): void {
  const field = document.querySelector<HTMLInputElement>("#typed-move");
  const folded = field?.closest("details");
  if (folded) folded.open = true;
  field?.focus();
}

/** Whether a key on it has a meaning already. */
const isControl = (target: Element | null): boolean => target?.closest("button:enabled, a, summary, [role=menuitem]") != null;

function escape(desk: Desk, match: Match): void {
  if (desk.drawer) desk.drawer = false;
  else if (match.plan.begun) match.plan.cancel();
  else if (match.chooser.begun || match.draft.length > 0) match.back();
}

/** Once something is picked, the keyboard goes on at the first target, or at the first thing to pick for a target. */
export function walkOn(root: HTMLElement): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement && focused.matches(":focus-visible") && root.contains(focused))) return;
  queueMicrotask(() => {
    const wanted = ["button.target.open:not(:disabled)", "button.spot.open:not(:disabled)"];
    wanted
      .map((each) => root.querySelector<HTMLElement>(each))
      .find((each) => each !== null)
      ?.focus();
  });
}
