/** A tree of moves. It knows no rules: who adds a move has seen that it is legal. */

export interface TreeNode {
  /** The number of the move; -1 at the root. */
  readonly move: number;
  /** Where the draws after this move were made anew: the digits they come from. */
  readonly draw: string;
  comment: string;
  readonly parent: TreeNode | null;
  /** The first one is the main line. */
  readonly children: TreeNode[];
}

export const newRoot = (): TreeNode => ({ move: -1, draw: "", comment: "", parent: null, children: [] });

/** The child with this move and these draws, made if there is none. */
export function follow(node: TreeNode, move: number, draw = ""): TreeNode {
  const known = node.children.find((child) => child.move === move && child.draw === draw);
  if (known) return known;
  const child: TreeNode = { move, draw, comment: "", parent: node, children: [] };
  node.children.push(child);
  return child;
}

/** The moves from the root to a node. */
export function pathTo(node: TreeNode): TreeNode[] {
  const path: TreeNode[] = [];
  for (let at = node; at.parent; at = at.parent) path.unshift(at);
  return path;
}

/** How many moves were made before and with this one. */
export const plyOf = (node: TreeNode): number => pathTo(node).length;

/** Where the main line from a node ends. */
export function endOf(node: TreeNode): TreeNode {
  let at = node;
  for (let next = at.children[0]; next; next = at.children[0]) at = next;
  return at;
}

/** The move of this one's variation that is none of the line it leaves; null on the main line. */
export function variationOf(node: TreeNode): TreeNode | null {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return at;
  return null;
}

/** Let the variation that a node is in be played first where it leaves its line. */
export function promote(node: TreeNode): boolean {
  const first = variationOf(node);
  const among = first?.parent?.children;
  if (!first || !among) return false;
  const at = among.indexOf(first);
  among.splice(at, 1);
  among.splice(at - 1, 0, first);
  return true;
}

/** Take a move away with all that follows it; what is needed to put it back is returned. */
export function remove(node: TreeNode): (() => void) | null {
  const among = node.parent?.children;
  const at = among?.indexOf(node) ?? -1;
  if (!among || at < 0) return null;
  among.splice(at, 1);
  return () => void among.splice(Math.min(at, among.length), 0, node);
}

/** The same decision's next or previous move that was looked at, in a circle. */
export function sibling(node: TreeNode, step: 1 | -1): TreeNode {
  const among = node.parent?.children ?? [node];
  return among[(among.indexOf(node) + step + among.length) % among.length] ?? node;
}

/** Moves that are written one after the other, so deep within other variations. */
export interface Run {
  depth: number;
  nodes: TreeNode[];
}

/** The tree as it is written: a move, what could be played instead of it, then on with the line. */
export function runs(start: TreeNode, depth = 0, first: TreeNode[] = []): Run[] {
  const found: Run[] = [];
  let run = first;
  const close = (): void => {
    if (run.length > 0) found.push({ depth, nodes: run });
    run = [];
  };
  for (let at = start; at.children[0];) {
    const [main, ...others] = at.children as [TreeNode, ...TreeNode[]];
    run.push(main);
    if (others.length > 0) {
      close();
      for (const other of others) found.push(...runs(other, depth + 1, [other]));
    }
    at = main;
  }
  close();
  return found;
}

export const countMoves = (root: TreeNode): number => root.children.reduce((sum, child) => sum + 1 + countMoves(child), 0);
