/** What can be opened on the analysis board: a position, a record or a study as text, and a finished game. */

import { loadGame } from "../games/game";
import { isGame } from "../lib/games";
import { type Kit, openKit } from "../local/kits";
import { BadText, type StateBytes, type Study, type StudyNode, Table } from "../table";
import { complete, hasKey, hides, Mixed, newDraw, redraw } from "./drawing";
import { follow, newRoot, type TreeNode } from "./tree";
import { b } from "./words.svelte";

/** All that the board begins with. */
export interface Opened {
  kit: Kit;
  title: string;
  names: string[];
  position: string;
  draw: string;
  state: StateBytes;
  root: TreeNode;
}

/** Why something could not be opened, in the reader's language as far as there are words for it. */
export class CannotOpen extends Error {
  constructor(
    message: string,
    /** A position that can be read and mended, though no game can reach it. */
    readonly mendable: Mendable | null = null,
  ) {
    super(message);
  }
}

/** There is no engine for this game on this device; the server may have one. */
export class NoEngine extends CannotOpen {
  constructor() {
    super(b("board.noengine"));
  }
}

export interface Mendable {
  kit: Kit;
  text: string;
}

const nameIn = (text: string): string => /^game (\w+) rules /m.exec(text)?.[1] ?? "";
const KINDS = ["position", "record", "study"] as const;

/** Open a position, record or study; a `CannotOpen` says what is wrong. */
export async function openText(text: string, language: string): Promise<Opened> {
  const clean = `${text.replaceAll("\r\n", "\n").trim()}\n`;
  const kind = KINDS.find((each) => clean.startsWith(`tegel ${each} `));
  const name = nameIn(clean);
  if (!kind || !isGame(name)) throw new CannotOpen(b("board.notext"));
  loadGame(name).catch(() => undefined); // fetched meanwhile; whoever draws it hears of a failure
  const kit = await openKit(name).catch(() => {
    throw new NoEngine();
  });
  try {
    return { position: fromPosition, record: fromRecord, study: fromStudy }[kind](kit, clean);
  } catch (error) {
    const mendable = kind === "position" && error instanceof BadText && error.check > 0 && !hides(clean) ? { kit, text: clean } : null;
    throw new CannotOpen(explain(kit, error, language), mendable);
  }
}

/** Why a text is refused: in words where a check of the game says no, else as the engine put it. */
export function explain({ table }: Kit, error: unknown, language: string): string {
  if (error instanceof Mixed) return b("board.mixed");
  if (error instanceof BadText && error.check > 0)
    return `${b("board.impossible")} ${table.say(language, `${table.description.game}.check.${error.check}`, {})}`;
  return (error as Error).message;
}

function fromPosition(kit: Kit, text: string): Opened {
  const draw = hasKey(kit.table, kit.table.readPosition(text)) ? "" : newDraw();
  return { kit, title: "", names: [], position: text, draw, state: complete(kit.table, text, draw), root: newRoot() };
}

function fromRecord(kit: Kit, text: string): Opened {
  const { options, key, moves, names, start } = kit.table.readRecord(text);
  if (!key) throw new Error(b("board.secret"));
  const { rules } = kit.table;
  const state = start
    ? rules.sample(kit.table.readPosition(start.position), start.viewer, key)
    : new Table(kit.table, { options: options.values, key }).state;
  const root = newRoot();
  moves.reduce((node, move) => follow(node, move), root);
  checkMoves(kit, state, root);
  return { kit, title: "", names, position: kit.table.writePosition(state), draw: "", state, root };
}

function fromStudy(kit: Kit, text: string): Opened {
  const { title, names, position, draw, root: read } = kit.table.functions.read_study(text);
  const state = complete(kit.table, position, draw);
  if (hasKey(kit.table, kit.table.readPosition(position)) === (draw !== "")) throw new Error(b("board.baddraw"));
  const root = newRoot();
  const waiting: [StudyNode, TreeNode][] = [[read, root]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, to] = next;
    to.comment = from.comment;
    for (const child of from.children) waiting.push([child, follow(to, kit.table.parse(child.code), child.draw)]);
  }
  checkMoves(kit, state, root);
  return { kit, title, names, position, draw, state, root };
}

/** Play everything once: an illegal move is refused before anything is shown. */
function checkMoves(kit: Kit, state: StateBytes, root: TreeNode): void {
  const waiting: [TreeNode, StateBytes][] = [[root, state]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, before] = next;
    const legal = kit.table.rules.legal(before);
    for (const child of node.children) {
      if (!legal.includes(child.move)) throw new Error(b("board.illegal", { move: kit.table.showMove(child.move, "en").code }));
      waiting.push([child, after(kit, before, child)]);
    }
  }
}

/** The state after a move, with its own draws where it has them. */
export function after({ table }: Kit, before: StateBytes, { move, draw }: TreeNode): StateBytes {
  const from = draw ? redraw(table, before, draw) : before;
  return table.rules.apply(from, move).state;
}

/** A study of what is on the board, to be written. */
export function toStudy({ kit, title, names, position, draw, root }: Omit<Opened, "state">): Study {
  const { Study, Node } = kit.table.functions;
  const study = new Study(title, names, position, draw);
  const waiting: [TreeNode, StudyNode][] = [[root, study.root]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, to] = next;
    to.comment = from.comment;
    for (const child of from.children) {
      const node = new Node(kit.table.showMove(child.move, "en").code, child.draw);
      to.children.push(node);
      waiting.push([child, node]);
    }
  }
  return study;
}

/** The node so many moves along the main line. */
export function atPly(root: TreeNode, ply: number): TreeNode {
  let node = root;
  for (let at = 0; at < ply && node.children[0]; at += 1) node = node.children[0];
  return node;
}
