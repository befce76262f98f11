/** The table in the browser. */

export {
  BadText,
  type Description,
  GameKit,
  type Key,
  type Make,
  type Options,
  type StateBytes,
  type Study,
  type StudyNode,
} from "./game-kit";
export { explain, type SaidReason } from "./reasons";
export { Illegal, Table } from "./table";
