/** Things in an order, written as a letter each: the first are the first seat's, and so on. */

/** The places of a seat, where each has so many. */
export const placesOf = (seat: number, each: number): number[] => Array.from({ length: each }, (_, at) => seat * each + at);

/** Put a letter in a place; whoever had it gets what was there. */
export function exchange(order: string, place: number, letter: string): string {
  const letters = [...order];
  const other = letters.indexOf(letter);
  const there = letters[place];
  if (other < 0 || there === undefined) return order;
  letters[other] = there;
  letters[place] = letter;
  return letters.join("");
}
