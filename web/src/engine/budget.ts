/** How long a search may take. */

import type { Settings } from "./description";
import { EngineError } from "./errors";
import type { Budget } from "./messages";

/** Refuse a budget of nothing. */
export function checkBudget({ simulations, seconds }: Budget): void {
  const few = simulations !== undefined && !(Number.isInteger(simulations) && simulations >= 1);
  const short = seconds !== undefined && !(seconds > 0);
  if (few || short || (simulations === undefined && seconds === undefined)) {
    throw new EngineError("a search needs a budget: simulations (1 or more), seconds (more than 0), or both");
  }
}

/** The settings of a search of so long: a long one takes more care of each visit. */
export function within(settings: Settings, { simulations, seconds }: Budget, perSecond: number): Settings {
  const expected = Math.min(simulations ?? Infinity, seconds === undefined ? Infinity : seconds * perSecond);
  const long = settings.long_from > 0 && expected >= settings.long_from;
  return long ? { ...settings, long } : settings;
}

/** The same for each of so many trees that grow at once: together they look as far as one that has all their visits. */
export function shared(settings: Settings, trees: number): Settings {
  return { ...settings, beyond: Math.ceil(settings.beyond / trees) };
}
