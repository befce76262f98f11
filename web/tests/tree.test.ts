import { expect, it } from "vitest";
import {
  countMoves,
  endOf,
  follow,
  newRoot,
  pathTo,
  plyOf,
  promote,
  remove,
  runs,
  sibling,
  type TreeNode,
  variationOf,
} from "../src/analysis/tree";

/** A tree from text: moves are numbers, variations stand in parentheses behind the move they replace. */
function tree(text: string): TreeNode {
  const root = newRoot();
  const left: [TreeNode, TreeNode][] = [];
  let [before, here] = [root, root];
  for (const word of text.match(/[()]|\d+/g) ?? []) {
    if (word === "(") {
      left.push([before, here]);
      here = before;
    } else if (word === ")") [before, here] = left.pop() ?? [root, root];
    else {
      before = here;
      here = follow(here, Number(word));
    }
  }
  return root;
}
const shown = (root: TreeNode): string =>
  runs(root)
    .map(({ depth, nodes }) => `${depth}:${nodes.map(({ move }) => move).join(",")}`)
    .join(" ");
const find = (root: TreeNode, ...moves: number[]): TreeNode =>
  moves.reduce((node, move) => node.children.find((child) => child.move === move) ?? newRoot(), root);

it("writes a move, then what could be played instead, then on with the line", () => {
  expect(shown(tree("1 2 3"))).toBe("0:1,2,3");
  expect(shown(tree("1 2 (4 5 (6)) 3"))).toBe("0:1,2 1:4,5 2:6 0:3");
  expect(shown(newRoot())).toBe("");
});

it("knows a move that is there already, and tells draws apart", () => {
  const root = tree("1 2");
  expect(follow(root, 1)).toBe(root.children[0]);
  expect(follow(root, 1, "ab")).not.toBe(root.children[0]);
  expect(countMoves(root)).toBe(3);
});

it("promotes a variation by one place, from anywhere within it", () => {
  const root = tree("1 (2 5 6) (3)");
  expect(promote(find(root, 2, 5, 6))).toBe(true);
  expect(root.children.map(({ move }) => move)).toEqual([2, 1, 3]);
  expect(promote(find(root, 3))).toBe(true);
  expect(root.children.map(({ move }) => move)).toEqual([2, 3, 1]);
  expect(promote(find(root, 2, 5))).toBe(false);
});

it("promotes the innermost variation first", () => {
  const root = tree("1 (2 3 (4))");
  const inner = find(root, 2, 4);
  expect(variationOf(inner)).toBe(inner);
  promote(inner);
  expect(shown(root)).toBe("0:1 1:2,4 2:3");
  promote(inner);
  expect(shown(root)).toBe("0:2 1:1 0:4 1:3");
});

it("deletes a move with all that follows, and puts it back where it was", () => {
  const root = tree("1 (2 5) (3)");
  const back = remove(find(root, 2));
  expect(shown(root)).toBe("0:1 1:3");
  back?.();
  expect(shown(root)).toBe("0:1 1:2,5 1:3");
  expect(remove(root)).toBeNull();
});

it("finds its way", () => {
  const root = tree("1 2 (4 5) 3");
  const five = find(root, 1, 4, 5);
  expect(pathTo(five).map(({ move }) => move)).toEqual([1, 4, 5]);
  expect(plyOf(five)).toBe(3);
  expect(endOf(root).move).toBe(3);
  expect(sibling(find(root, 1, 4), 1).move).toBe(2);
  expect(sibling(find(root, 1, 4), -1).move).toBe(2);
  expect(sibling(root, 1)).toBe(root);
});

it("takes a long line without deep recursion", () => {
  const root = newRoot();
  let at = root;
  for (let move = 0; move < 3000; move += 1) at = follow(at, move);
  expect(runs(root)[0]?.nodes.length).toBe(3000);
  expect(plyOf(endOf(root))).toBe(3000);
});
