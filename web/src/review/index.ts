/** What a review in the browser is made of, without its threads and pages; for tests. */

export { Desk } from "./desk";
export { readGame } from "./game";
export { reviewGame } from "./reviewing";
