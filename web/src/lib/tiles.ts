/**
 * All tiles, drawn by hand in SVG. Each colour has a pattern of its own, so that none is told by its colour alone.
 * They are shown as images: a board has some two hundred of them, and an image costs the browser next to nothing.
 */

const turned = (turns: number[], shape: string): string =>
  turns.map((turn) => `<g transform="rotate(${turn} 24 24)">${shape}</g>`).join("");
const PETALS = [45, 135, 225, 315];
const RAYS = [0, 45, 90, 135, 180, 225, 270, 315];
const ARMS = [0, 60, 120, 180, 240, 300];
const CREAM = "#fff7ea";
const INK = "#2b2530";

/** The glazed body of a tile: a rim in shade, the face, light from above that fades, and a glint along the upper edge. */
function glaze(base: string, edge: string): string {
  return (
    '<linearGradient id="light" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".26"/>' +
    '<stop offset=".5" stop-color="#fff" stop-opacity="0"/>' +
    '<stop offset=".55" stop-opacity="0"/><stop offset="1" stop-opacity=".2"/></linearGradient>' +
    `<rect x="1" y="1" width="46" height="46" rx="7" fill="${edge}"/>` +
    `<rect x="1.6" y="1.4" width="44.8" height="44" rx="6.4" fill="${base}"/>` +
    '<rect x="1.6" y="1.4" width="44.8" height="44" rx="6.4" fill="url(#light)"/>' +
    '<path d="M4 9.500Q4 4.400 9.200 4.400H38.800Q44 4.400 44 9.500"' +
    ' fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.400" stroke-linecap="round"/>'
  );
}

const CORNERS =
  "M4.500 19.500V10Q4.500 4.500 10 4.500H19.500A15 15 0 0 1 4.500 19.500Z" +
  "M43.500 19.500V10Q43.500 4.500 38 4.500H28.500A15 15 0 0 0 43.500 19.500Z" +
  "M4.500 28.500V38Q4.500 43.500 10 43.500H19.500A15 15 0 0 0 4.500 28.500Z" +
  "M43.500 28.500V38Q43.500 43.500 38 43.500H28.500A15 15 0 0 1 43.500 28.500Z";
const STAR =
  "M24 8L28.300 18.400L39.500 19.200L30.900 26.400L33.600 37.300L24 31.400L14.400 37.300L17.100 26.400L8.500 19.200L19.700 18.400Z";

const TILES: Record<string, string> = {
  blue:
    glaze("#2f62ad", "#1d4379") +
    `<g fill="#dfe9f7">${turned(PETALS, '<ellipse cx="24" cy="14.600" rx="4.600" ry="8.200"/>')}</g>` +
    '<circle cx="24" cy="24" r="3.600" fill="#f0c25b"/>' +
    '<path d="M24 8h0M24 40h0M8 24h0M40 24h0" stroke="#9dbce6" stroke-width="4.200" stroke-linecap="round"/>',
  yellow:
    glaze("#ebb544", "#b8801b") +
    `<g fill="#8a4a12">${turned(RAYS, '<path d="M24 6.200L27.200 15.500H20.800Z"/>')}<circle cx="24" cy="24" r="7.600"/></g>` +
    `<circle cx="24" cy="24" r="4.400" fill="#fbe3a0"/>`,
  red:
    glaze("#c2453a", "#8a2a22") +
    `<path d="${CORNERS}M24 15.500L32.500 24L24 32.500L15.500 24Z" fill="#f7d9c9"/><path d="M24 20L28 24L24 28L20 24Z" fill="#8a2a22"/>`,
  black:
    glaze("#3b3942", "#1c1b21") +
    `<g fill="none" stroke="#cfd3da" stroke-width="2.600" stroke-linejoin="round">` +
    turned([0, 45], '<rect x="13" y="13" width="22" height="22"/>') +
    `</g>` +
    `<circle cx="24" cy="24" r="3.800" fill="#cfd3da"/>`,
  white:
    glaze("#fbf8f0", "#b3ab9a") +
    '<rect x="5.500" y="5.500" width="37" height="37" rx="3" fill="none" stroke="#7f9db5" stroke-width="1.300"/>' +
    '<g stroke="#4a7596" stroke-width="2.300" stroke-linecap="round" fill="none">' +
    turned(ARMS, '<path d="M24 24V9.500M24 14L20.500 11M24 14L27.500 11M24 19L21 16.500M24 19L27 16.500"/>') +
    "</g>",
  turquoise:
    glaze("#2b9f97", "#166a64") +
    '<path d="M6 14q4.500-6 9 0t9 0t9 0t9 0M6 24q4.500-6 9 0t9 0t9 0t9 0M6 34q4.500-6 9 0t9 0t9 0t9 0"' +
    ' fill="none" stroke="#dcf5ee" stroke-width="2.800" stroke-linecap="round"/>',
  special:
    glaze("#f6ecd2", "#b08d3a") +
    `<rect x="5.500" y="5.500" width="37" height="37" rx="3" fill="none" stroke="#b08d3a" stroke-width="1.600"/>` +
    `<path d="${STAR}" fill="#c8952a"/>` +
    `<circle cx="24" cy="24" r="4" fill="#f6ecd2"/>`,
  joker:
    '<g fill="none" stroke="#8d7c68" stroke-width="2.200"><circle cx="24" cy="24" r="14"/>' +
    '<path d="M24 6V42M6 24H42M11 11L37 37M37 11L11 37"/></g>',
  marker:
    '<path d="M15 2.500H33L45.500 15V33L33 45.500H15L2.500 33V15Z"' +
    ' fill="#7b3f68"/>' +
    '<path d="M16.200 5.500H31.800L42.500 16.200V31.800L31.800 42.500H16.200L5.500 31.800V16.200Z"' +
    ' fill="none" stroke="#f3dbe9" stroke-width="1.400"/>' +
    '<path d="M20 17.500L26 12.500V35.500M20 35.500H32"' +
    ' fill="none" stroke="#fbeef5" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>',
  sun:
    `<circle cx="24" cy="24" r="9" fill="#b98a2c"/>` +
    `<g stroke="#b98a2c" stroke-width="4" stroke-linecap="round">${turned(RAYS, '<path d="M24 5V9"/>')}</g>`,
  moon: '<path d="M38 29.500A17 17 0 1 1 20 6.500A13.500 13.500 0 0 0 38 29.500Z" fill="#8fa0c8"/>',
  "chip-down":
    '<circle cx="24" cy="24" r="21.500" fill="#6d5a48" stroke="#b08d3a" stroke-width="3"/>' +
    '<path d="M24 10v28M10 24h28M14 14l20 20M34 14L14 34" stroke="#cdb99d" stroke-width="2"/>',
};

/** The five colours of Blockers!: base, edge, a pattern and the shape of the plate on which the print stands. */
const BLOCKS: Record<string, string> = {
  red:
    glaze("#c2453a", "#8a2a22") +
    `<path d="M3 14L14 3M3 26L26 3M45 22L22 45M45 34L34 45" stroke="#fff" stroke-opacity=".45" stroke-width="2"/>` +
    `<circle cx="24" cy="24" r="15.500" fill="${CREAM}"/>`,
  green:
    glaze("#4b8a3f", "#2c5a24") +
    `<path d="M8 8h0M40 8h0M8 40h0M40 40h0M24 5h0M24 43h0M5 24h0M43 24h0"` +
    ` stroke="#fff" stroke-opacity=".55" stroke-width="5" stroke-linecap="round"/>` +
    `<rect x="9.500" y="9.500" width="29" height="29" rx="4" fill="${CREAM}"/>`,
  blue:
    glaze("#2f62ad", "#1d4379") +
    '<path d="M3 8q5-4 10 0t10 0t10 0t10 0M3 41q5-4 10 0t10 0t10 0t10 0"' +
    ` fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="2"/>` +
    `<path d="M24 5.500L42.500 24L24 42.500L5.500 24Z"` +
    ` fill="${CREAM}"/>`,
  yellow:
    glaze("#ebb544", "#b8801b") +
    `<path d="M3 3h10v10h-10zM35 3h10v10h-10zM3 35h10v10h-10zM35 35h10v10h-10z" fill="#7a4310" fill-opacity=".5"/>` +
    `<path d="M15.500 9H32.500L41 24L32.500 39H15.500L7 24Z" fill="${CREAM}"/>`,
  violet:
    glaze("#8450a0", "#553068") +
    `<path d="M8 3V45M40 3V45M3 8H45M3 40H45" stroke="#fff" stroke-opacity=".45" stroke-width="2"/>` +
    `<path d="M17 8H31L40 17V31L31 40H17L8 31V17Z" fill="${CREAM}"/>`,
};

const SIGNS: Record<string, string> = {
  triangle: "M24 14L34 32H14Z",
  cross: "M20.500 14H27.500V20.500H34V27.500H27.500V34H20.500V27.500H14V20.500H20.500Z",
  star: "M24 12.500L27 20.500L35.500 20.800L28.800 26L31.200 34.200L24 29.400L16.800 34.200L19.200 26L12.500 20.800L21 20.500Z",
  clover: "M24 13.500a5 5 0 0 1 4.600 7a5 5 0 1 1 -1.800 8.800q.6 3 2.200 5h-10q1.600-2 2.200-5a5 5 0 1 1 -1.800-8.800a5 5 0 0 1 4.600-7Z",
  circle: "M24 14a10 10 0 1 0 .01 0ZM24 19a5 5 0 1 1 -.01 0Z",
  diamond: "M24 12.500L33 24L24 35.500L15 24Z",
  moon: "M29 14.500A10.500 10.500 0 1 0 34 30A9 9 0 0 1 29 14.500Z",
  heart: "M24 34C12 25.500 13.500 15.500 19 15.500Q22.500 15.500 24 19Q25.500 15.500 29 15.500C34.500 15.500 36 25.500 24 34Z",
  square: "M15 15H33V33H15Z",
  joker:
    "M22.400 12.500H25.600V20.600L32.300 16.200L34 19L27 24L34 29" +
    "L32.300 31.800L25.600 27.400V35.500H22.400V27.400L15.700 31.800L14 29L21 24L14 19L15.700 16.200L22.400 20.600Z",
};

const sign = (name: string): string => `<path d="${SIGNS[name] ?? ""}" fill="${INK}"/>`;
const figure = (text: string): string =>
  `<text x="24" y="32" text-anchor="middle" font-size="22" font-weight="700" font-family="sans-serif" fill="${INK}">${text}</text>`;

/** A chip: one colour or two halves, in a ring. */
function chip(colours: string[]): string {
  const [first = "blue", second] = colours;
  const half = second ? `<g clip-path="url(#half)">${TILES[second] ?? ""}</g><path d="M24 0V48" stroke="#fff" stroke-width="2"/>` : "";
  return (
    '<clipPath id="round"><circle cx="24" cy="24" r="21"/></clipPath><clipPath id="half"><path d="M24 0H48V48H24Z"/></clipPath>' +
    `<g clip-path="url(#round)">${TILES[first] ?? ""}${half}</g>` +
    `<circle cx="24" cy="24" r="21.500" fill="none" stroke="#b08d3a" stroke-width="3"/>`
  );
}

/** The drawing of a face: `blue`, `block/red`, `block/red/7`, `block/red/star`, `sign/star`, `chip/red/turquoise`. */
function draw(face: string): string {
  const [kind = "", first = "", second] = face.split("/");
  if (kind === "block") return (BLOCKS[first] ?? "") + (second ? (second in SIGNS ? sign(second) : figure(second)) : "");
  if (kind === "sign") return sign(first);
  if (kind === "chip") return chip(face.split("/").slice(1));
  return TILES[face] ?? "";
}

/** Whether a face is a whole square tile, which throws a shadow; signs, chips and markers have shapes of their own. */
export const isSquare = (face: string): boolean =>
  face.startsWith("block/") || ["blue", "yellow", "red", "black", "white", "turquoise", "special"].includes(face);

const drawn = new Map<string, string>();

/** A drawing as the address of an image, made once for each name. */
export function imageOf(name: string, size: number, drawing: string): string {
  let image = drawn.get(name);
  if (image === undefined) {
    const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${drawing}</svg>`;
    image = `data:image/svg+xml,${encodeURIComponent(whole)}`;
    drawn.set(name, image);
  }
  return image;
}

/** The image of a tile's face, as an address. */
export const tileImage = (face: string): string => drawn.get(face) ?? imageOf(face, 48, draw(face));
