/** A picture of how a game ended, to send to a friend: the boards as they lie, who won, and the points. */

import { nameOf } from "../lib/people";
import { HEIGHT, pictureOf, WIDTH } from "../lib/pictures";
import type { Facts, Result, Summary } from "../lib/types";

const W = 1200;
const H = 630;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const text = (x: number, y: number, size: number, said: string, more = ""): string =>
  `<text x="${x}" y="${y}" font-size="${size}" ${more}>${escaped(said)}</text>`;

export interface Ending {
  summary: Summary;
  result: Result;
  facts: Facts;
  /** Who won, and what decided it. */
  victory: string;
  decision: string;
}

/** Which boards are shown, the best first: each player's own, or the one that all share. */
function boards({ summary, result, facts }: Ending): string {
  const order = result.places.map((_, seat) => seat).sort((a, b) => (result.places[a] ?? 0) - (result.places[b] ?? 0));
  const own = summary.name !== "blockers";
  const shown = own ? order.slice(0, 2) : [0];
  const size = own ? 540 : 760;
  return shown
    .map((seat, at) => {
      const x = own ? 45 + at * 570 : (W - size) / 2;
      const drawing = pictureOf(summary.name, facts, seat, { grey: summary.options.wall === "grey", whole: true });
      const high = (size * HEIGHT) / WIDTH;
      const y = own ? 250 : 190;
      const title = own ? text(x + 6, y - 14, 27, `${nameOf(summary, seat)}: ${result.points[seat] ?? 0}`, 'font-weight="600"') : "";
      return `${title}<svg x="${x}" y="${y}" width="${size}" height="${high}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${drawing}</svg>`;
    })
    .join("");
}

/** The picture as SVG. */
export function draw(ending: Ending): string {
  const { summary, result } = ending;
  const names = result.places.map((_, seat) => `${nameOf(summary, seat)} ${result.points[seat] ?? 0}`).join("   ·   ");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">` +
    '<defs><linearGradient id="wood" x2="0" y2="1"><stop stop-color="#80532f"/><stop offset="1" stop-color="#5b371d"/></linearGradient>' +
    '<radialGradient id="lamp" cx=".3" cy=".3" r=".9"><stop stop-color="#ffd9a0" stop-opacity=".3"/><stop offset="1" stop-color="#1b0d05" stop-opacity=".45"/></radialGradient></defs>' +
    `<rect width="${W}" height="${H}" fill="url(#wood)"/><rect width="${W}" height="${H}" fill="url(#lamp)"/>` +
    '<g fill="#fff3df" font-family="Fraunces, Georgia, serif">' +
    text(50, 66, 30, summary.title, 'opacity=".85"') +
    text(50, 132, 60, ending.victory, 'font-weight="700"') +
    text(50, 178, 28, summary.name === "blockers" ? names : ending.decision, 'opacity=".9" font-family="Figtree, sans-serif"') +
    boards(ending) +
    text(W - 50, H - 30, 26, "Tegel", 'text-anchor="end" opacity=".8"') +
    "</g></svg>"
  );
}

async function rasterise(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: W, height: H });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}

/** Hand the picture to the device's own sharing, or save it where there is none. */
export async function share(ending: Ending): Promise<void> {
  const file = new File([await rasterise(draw(ending))], `tegel-${ending.summary.name}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: "Tegel", text: ending.victory }).catch(() => undefined);
    return;
  }
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
