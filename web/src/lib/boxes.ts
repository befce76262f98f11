/** Where places of a table are on the screen. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const findSpot = (root: ParentNode, spot: string): Element | null => root.querySelector(`[data-spot="${spot}"]`);

export const boxOf = (root: ParentNode, spot: string): DOMRect | undefined => findSpot(root, spot)?.getBoundingClientRect();

/** A place measured from the corner of what holds it; nothing where it is not drawn. */
export function boxWithin(root: HTMLElement, spot: string): Box | null {
  const [around, found] = [root.getBoundingClientRect(), boxOf(root, spot)];
  if (!found || found.width === 0) return null;
  return { left: found.left - around.left, top: found.top - around.top, width: found.width, height: found.height };
}

/** The style that puts something over a box. */
export const over = ({ left, top, width, height }: Box): string => `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;

/** Be told of every size that elements get, the first included. */
export function watchSize(elements: Element[], tell: () => void): () => void {
  const watching = new ResizeObserver(tell);
  for (const each of elements) watching.observe(each);
  return () => watching.disconnect();
}
