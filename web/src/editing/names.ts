/** What the parts of a position are called. */

import { type BoardKey, type BoardWords, b } from "../analysis/words.svelte";
import type { Field, Place } from "./description";

/** A sentence whose name comes from the game's description. */
const named = (key: string, values: Record<string, string | number> = {}): string => b(key as keyof BoardWords as BoardKey, values);

/** A place; numbers count from 1 for people. */
export function placeName({ family, numbers }: Place, seatNames: string[]): string {
  const values = Object.entries(numbers).map(([name, number]): [string, string | number] => {
    if (name === "seat") return [name, seatNames[number] ?? ""];
    return [name, number - (family.ranges[name]?.[0] ?? 0) + 1];
  });
  return named(`edit.place.${family.name}`, Object.fromEntries(values));
}

export const kindName = (kind: string): string => named(`edit.kind.${kind}`);
export const fieldName = (field: Field): string => named(`edit.field.${field.name}`);

/** What a field can say: a seat by its name, nothing, a number, or a word of its own. */
export function choiceName(field: Field, choice: string, seatNames: string[]): string {
  if (choice === "-") return b(field.name === "line" ? "edit.none" : "edit.nobody");
  if (!/^\d+$/.test(choice)) return named(`edit.choice.${choice}`);
  return field.name === "line" ? choice : (seatNames[Number(choice) - 1] ?? choice);
}
