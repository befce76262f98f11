/**
 * The room a table has, as lengths that its drawing can reckon with. Browsers have units for this (cqw, cqh), but with sizes
 * that derive from one another every small change then cost a tenth of a second of layout; with plain lengths it costs a fiftieth of that.
 */

import type { Attachment } from "svelte/attachments";

export const measured: Attachment<HTMLElement> = (node) => {
  const observer = new ResizeObserver((entries) => {
    const size = entries.at(-1)?.contentRect;
    if (!size) return;
    node.style.setProperty("--room-w", `${size.width}px`);
    node.style.setProperty("--room-h", `${size.height}px`);
  });
  observer.observe(node);
  return () => observer.disconnect();
};
