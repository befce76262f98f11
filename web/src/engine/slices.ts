/** How a search is cut, so that whoever runs it hears a call to stop in time. */

const AIM = 12; // milliseconds
const MOST = 4096; // simulations

/** How many simulations to run next, after so many that took so many milliseconds. */
export function sliceAfter(simulations: number, took: number): number {
  const fitting = took > 0 ? Math.floor((simulations * AIM) / took) : MOST;
  return Math.max(1, Math.min(2 * simulations, fitting, MOST));
}
