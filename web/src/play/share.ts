/** A picture of how a game ended, to send to a friend: the boards as they lie, who won, and the points. */

import { listed, marked } from "../lib/people";
import { HEIGHT, pictureOf, WIDTH } from "../lib/pictures";
import type { Facts, Result, Summary } from "../lib/types";
import { t } from "../lib/words.svelte";

const W = 1200;
const H = 630;

export interface Ending {
  summary: Summary;
  result: Result;
  facts: Facts;
  /** What decided it. */
  decision: string;
}

interface Line {
  x: number;
  y: number;
  font: string;
  said: string;
  align?: CanvasTextAlign;
}

/** Whoever gets the picture is not the one who made it: everybody has a name. */
const name = ({ summary }: Ending, seat: number): string => marked(summary.seats[seat] ?? { name: "" });

function victory(ending: Ending): string {
  const names = ending.result.winners.map((seat) => name(ending, seat));
  return names.length === 1 ? t("final.won", { name: names[0] ?? "" }) : t("final.shared", { names: listed(names) });
}

interface Shown {
  seat: number;
  x: number;
  y: number;
  width: number;
}

/** Which boards are shown, the best first: the first two players' own, or the one that all share. */
function boards({ summary, result }: Ending): Shown[] {
  if (summary.name === "blockers") return [{ seat: 0, x: (W - 800) / 2, y: 205, width: 800 }];
  const order = result.places.map((_, seat) => seat).sort((a, b) => (result.places[a] ?? 0) - (result.places[b] ?? 0));
  return order.slice(0, 2).map((seat, at) => ({ seat, x: 45 + at * 570, y: 265, width: 540 }));
}

/** What is drawn: a wooden table with the boards on it. */
export function drawing(ending: Ending): string {
  const { summary, facts } = ending;
  const laid = boards(ending).map(({ seat, x, y, width }) => {
    const inside = pictureOf(summary.name, facts, seat, { grey: summary.options.wall === "grey", whole: true });
    return `<svg x="${x}" y="${y}" width="${width}" height="${(width * HEIGHT) / WIDTH}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${inside}</svg>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">` +
    '<defs><linearGradient id="wood" x2="0" y2="1"><stop stop-color="#80532f"/><stop offset="1" stop-color="#5b371d"/></linearGradient>' +
    '<radialGradient id="lamp" cx=".3" cy=".3" r=".9"><stop stop-color="#ffd9a0" stop-opacity=".3"/>' +
    '<stop offset="1" stop-color="#1b0d05" stop-opacity=".45"/></radialGradient></defs>' +
    `<rect width="${W}" height="${H}" fill="url(#wood)"/><rect width="${W}" height="${H}" fill="url(#lamp)"/>${laid.join("")}</svg>`
  );
}

/** What is written. Not in the drawing: there the page's typefaces are unknown. */
export function writing(ending: Ending): Line[] {
  const { summary, result, decision } = ending;
  const points = (seat: number): string => `${name(ending, seat)}: ${result.points[seat] ?? 0}`;
  const all = result.places.map((_, seat) => points(seat)).join("  ·  ");
  const own = summary.name !== "blockers" && result.places.length < 3;
  return [
    { x: 50, y: 62, font: "500 28px Figtree, sans-serif", said: summary.title },
    { x: 50, y: 128, font: "660 60px Fraunces, serif", said: victory(ending) },
    { x: 50, y: 176, font: "500 27px Figtree, sans-serif", said: own ? decision : all },
    ...(summary.name === "blockers" ? [] : boards(ending)).map(({ seat, x, y }) => ({
      x: x + 8,
      y: y - 16,
      font: "620 27px Fraunces, serif",
      said: points(seat),
    })),
    { x: W - 45, y: H - 28, font: "640 27px Fraunces, serif", said: "Tegel", align: "end" as const },
  ];
}

async function rasterise(ending: Ending): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(drawing(ending))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: W, height: H });
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  pen.drawImage(image, 0, 0);
  pen.fillStyle = "#fff3df";
  for (const { x, y, font, said, align } of writing(ending)) {
    pen.font = font;
    pen.textAlign = align ?? "start";
    pen.fillText(said, x, y, W - 100);
  }
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}

/** Hand the picture to the device's own sharing, or save it where there is none. */
export async function share(ending: Ending): Promise<void> {
  const file = new File([await rasterise(ending)], `tegel-${ending.summary.name}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: "Tegel", text: victory(ending) }).catch(() => undefined);
    return;
  }
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
