/** The table in the browser. */

export { type Description, GameKit, type Key, type Make, type Options } from "./game-kit";
export { Illegal, Table } from "./table";
