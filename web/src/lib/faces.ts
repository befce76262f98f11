/**
 * The computer's eight persons, drawn here from a few shared parts: a painted tile, shoulders, a head, hair behind and before it,
 * eyes, a mouth. They are shown as images, like the tiles.
 */

import { imageOf } from "./tiles";

interface Looks {
  ground: [face: string, edge: string];
  skin: [face: string, shade: string];
  clothes: string;
  /** Drawn behind the head, and before it. */
  behind: string;
  before: string;
  eyes: string;
  mouth: string;
  collar?: string;
}

const INK = "#33251e";
const EYES =
  `<g fill="${INK}"><ellipse cx="26.500" cy="33" rx="1.900" ry="2.300"/>` + `<ellipse cx="37.500" cy="33" rx="1.900" ry="2.300"/></g>`;
const GLINT = '<g fill="#fff"><circle cx="27.200" cy="32.200" r=".7"/><circle cx="38.200" cy="32.200" r=".7"/></g>';
const WIDE =
  '<g fill="#fff"><circle cx="26.500" cy="33" r="3.300"/><circle cx="37.500" cy="33" r="3.300"/></g>' +
  `<g fill="${INK}"><circle cx="27" cy="33.200" r="2"/><circle cx="38" cy="33.200" r="2"/></g>`;
const line = (path: string, width = 1.6, colour = INK): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const brows = (colour: string, left = "M23.500 28.500q3-2 5.800-.4", right = "M34.700 28.100q2.800-1.600 5.800.4"): string =>
  line(left, 1.7, colour) + line(right, 1.7, colour);
const SMILE = line("M27.500 40.500q4.500 3.600 9 0");
const GRIN =
  `<path d="M26.500 39.500q5.500 1.800 11 0q-1.500 5.500-5.500 5.500t-5.500-5.500Z" fill="#7c2b26"/>` +
  `<path d="M28 40.300q4 .9 8 0v1.400q-4 .8-8 0Z" fill="#fff"/>`;

const PEOPLE: Looks[] = [
  {
    // Mia: pigtails, freckles, a wide grin
    ground: ["#ebb544", "#b8801b"],
    skin: ["#f6cfa6", "#e2ae81"],
    clothes: "#c2453a",
    behind:
      '<g fill="#a9562a"><ellipse cx="12.500" cy="33" rx="6" ry="8.500"/><ellipse cx="51.500" cy="33" rx="6" ry="8.500"/></g>' +
      '<g fill="#2b9f97"><circle cx="16.500" cy="26" r="2.400"/><circle cx="47.500" cy="26" r="2.400"/></g>',
    before:
      '<path d="M18.500 31q-1-15 13.500-15t13.500 15q-2-7-7-8.500q-6 3-13.500 1.500q-5 2-6.500 7Z" fill="#b9622f"/>' +
      '<g fill="#c98552"><circle cx="23.500" cy="37" r=".7"/><circle cx="25.800" cy="38.200" r=".7"/>' +
      '<circle cx="40.500" cy="37" r=".7"/><circle cx="38.200" cy="38.200" r=".7"/></g>',
    eyes: WIDE + brows("#8f4823", "M23.500 27.500q3-1.800 5.600-.6", "M34.900 26.900q2.600-1.200 5.600.6"),
    mouth: GRIN,
    collar: '<path d="M25 53q7 5 14 0l2 4q-9 6-18 0Z" fill="#fff3dd"/>',
  },
  {
    // Leo: curls and a cheerful look
    ground: ["#4b8a3f", "#2c5a24"],
    skin: ["#a9714b", "#8c5836"],
    clothes: "#ebb544",
    behind: "",
    before:
      '<g fill="#2d1d17"><circle cx="19.500" cy="24" r="4.600"/><circle cx="23" cy="18.500" r="5"/>' +
      '<circle cx="29" cy="16" r="5.200"/><circle cx="35.500" cy="16" r="5.200"/>' +
      '<circle cx="41" cy="18.800" r="5"/><circle cx="44.500" cy="24" r="4.600"/>' +
      '<circle cx="26" cy="22" r="4"/><circle cx="32" cy="21" r="4.200"/><circle cx="38" cy="22" r="4"/>' +
      "</g>",
    eyes: EYES + GLINT + brows("#2d1d17", "M23.300 28.600q3-2.600 5.800-1.200", "M34.900 27.400q2.800-1.400 5.800 1.200"),
    mouth: GRIN,
    collar: line("M24 53.500q8 5 16 0", 2.4, "#b8801b"),
  },
  {
    // Rosa: a bun, a flower, long earrings
    ground: ["#c2453a", "#8a2a22"],
    skin: ["#e3ad80", "#c88c5f"],
    clothes: "#2f62ad",
    behind: '<circle cx="32" cy="12.500" r="6.500" fill="#241a1c"/><path d="M17 34q-1-18 15-18t15 18v6h-30Z" fill="#241a1c"/>',
    before:
      '<path d="M18.500 31q0-13.500 13.500-13.500T45.500 31q-3-8-12-9.500Q22 22.500 18.500 31Z" fill="#2f2225"/>' +
      '<g transform="translate(44 19)"><g fill="#f6b6a6"><circle cx="0" cy="-3" r="2.300"/>' +
      '<circle cx="2.900" cy="-.9" r="2.300"/><circle cx="1.800" cy="2.500" r="2.300"/>' +
      '<circle cx="-1.800" cy="2.500" r="2.300"/><circle cx="-2.900" cy="-.9" r="2.300"/></g>' +
      '<circle r="1.700" fill="#f0c25b"/></g>' +
      '<g fill="#f0c25b"><circle cx="18.300" cy="40.500" r="1.600"/>' +
      '<circle cx="45.700" cy="40.500" r="1.600"/>' +
      '<path d="M17.300 42.500h2l-.4 3.400h-1.200zM44.700 42.500h2l-.4 3.400h-1.200z"/></g>',
    eyes: EYES + GLINT + brows("#2f2225") + line("M22.800 31.600l1.600.8M41.200 31.600l-1.600.8", 1.2),
    mouth: '<path d="M27.500 40q4.500-1.600 9 0q-2 3.800-4.500 3.800T27.500 40Z" fill="#a9352f"/>',
  },
  {
    // Felix: a red beard and a striped scarf
    ground: ["#2b9f97", "#166a64"],
    skin: ["#f4cdb0", "#dfa988"],
    clothes: "#3b3942",
    behind: "",
    before:
      '<path d="M18.800 36q1.500 14 13.200 14t13.200-14q-1 3-3.600 3.200q-3-2.600-9.600-2.600t-9.600 ' +
      '2.600q-2.600-.2-3.600-3.200Z" fill="#c8622a"/>' +
      '<path d="M18.500 30q-1-13 10-14.500q12-1.500 17 6.500q.8 4 0 8q-1.500-6-5-8q-6 3.500-15 1q-5 1.500-7 7Z" fill="#d2702f"/>',
    eyes: EYES + GLINT + brows("#a94f1f", "M23 28.800q3.400-2.400 6.400-.2", "M34.600 28.600q3-2.200 6.400.2"),
    mouth: line("M28.500 41.600q3.500 2.600 7 0", 1.8, "#7c2b26"),
    collar:
      '<path d="M20 51q12 7 24 0l1.500 5.500q-13.500 8-27 0Z" fill="#ebb544"/>' +
      '<path d="M26 53.500l-1 5.500M32 54.800v6M38 53.500l1 5.500" stroke="#c2453a" stroke-width="2.200"/>',
  },
  {
    // Nora: a bob and round glasses
    ground: ["#8450a0", "#553068"],
    skin: ["#f6d5b8", "#e4b692"],
    clothes: "#f3e9d6",
    behind: '<path d="M15.500 42q-2.500-27 16.500-27t16.500 27q-3 2-6 1.500V26h-21v17.500q-3 .5-6-1.500Z" fill="#2b2530"/>',
    before: '<path d="M18 31q-1-14.500 14-14.500T46 31q-1.500-4-3-7.500q-11 1.500-22 0q-1.500 3.500-3 7.500Z" fill="#3a3142"/>',
    eyes:
      EYES +
      `<g fill="#fff" fill-opacity=".28" stroke="${INK}" stroke-width="1.500">` +
      `<circle cx="26.300" cy="33" r="5"/><circle cx="37.700" cy="33" r="5"/></g>` +
      line("M31.300 32.500q.7-.7 1.400 0M21.300 32l-2.300-1M42.700 32l2.300-1", 1.4),
    mouth: SMILE,
    collar: '<path d="M27 52l5 6l5-6l4 2l-9 10l-9-10Z" fill="#2b9f97"/>',
  },
  {
    // Hugo: grey temples, a moustache, a rolled collar
    ground: ["#2f62ad", "#1d4379"],
    skin: ["#8a583c", "#6f432c"],
    clothes: "#8a2a22",
    behind: "",
    before:
      '<path d="M18.700 33q-2-16 13.300-16t13.300 16q-1-4-2.300-6.500q-4.500-3.500-11-3.500t-11 3.500q-1.300 ' +
      '2.500-2.300 6.500Z" fill="#241c1b"/>' +
      '<path d="M18.700 33q-.6-4 .4-7.500l2 1q-.9 3-2.400 6.500ZM45.300 33q.6-4-.4-7.500l-2 1q.9 3 2.400 6.500Z" fill="#b9b2a8"/>' +
      '<path d="M25 40.300q3.500-3 7-1.600q3.500-1.400 7 1.600q-3.500 1.300-7 .2q-3.500 1.100-7-.2Z" fill="#3b2d28"/>',
    eyes: EYES + GLINT + brows("#241c1b", "M23 28.800q3-1.400 6.300.4", "M34.700 29.200q3.300-1.800 6.300-.4"),
    mouth: line("M29 43.500q3 1.500 6 0", 1.5),
    collar: '<rect x="23.500" y="47.500" width="17" height="7.500" rx="3.400" fill="#a03a30"/>' + line("M24.500 51.200h15", 1, "#7a241d"),
  },
  {
    // Clara: silver hair, a shawl, a calm smile
    ground: ["#5d7f6e", "#3a5648"],
    skin: ["#f3cfb1", "#dcab88"],
    clothes: "#553068",
    behind: '<path d="M15 47q-4-32 17-32t17 32q-4 2.500-7.500 1.500V30h-19v18.500Q19 49.500 15 47Z" fill="#cfc9c2"/>',
    before:
      '<path d="M18.500 32q-1.500-15.500 13.500-15.500T45.500 32q-1.500-6-6-9.500q-4 0-8.500-3.500q-3 6-10 ' +
      '7.500q-1.500 2.500-2.500 5.500Z" fill="#e7e2dc"/>' +
      '<g fill="#2b9f97"><circle cx="18.800" cy="40.800" r="1.700"/><circle cx="45.200" cy="40.800" r="1.700"/></g>',
    eyes:
      line("M24 33.400q2.500-2.600 5 0M35 33.400q2.500-2.600 5 0", 1.9) +
      brows("#9c958c", "M23.500 28.800q3-1.800 5.800-.6", "M34.700 28.200q2.800-1.200 5.800.6") +
      line("M22.400 36.500l-1.400.8M41.600 36.500l1.400.8", 0.9, "#c08f6d"),
    mouth: SMILE,
    collar: '<path d="M19 53q13 8 26 0l4 11h-34Z" fill="#c9a24a"/>' + line("M20.500 56.500q11.500 6.500 23 0", 1.1, "#8f6d24"),
  },
  {
    // Ada: a crown of braids, a high collar, a star
    ground: ["#2b2530", "#120f15"],
    skin: ["#f1cfae", "#d9a985"],
    clothes: "#1f4a6e",
    behind: '<path d="M16.500 40q-2.500-24 15.500-24t15.500 24l-4 2V28h-23v14Z" fill="#4a2c1d"/>',
    before:
      '<path d="M18.500 32.500Q18 19 32 18.500Q46 19 45.500 32.500Q43 25.500 32 22.500Q21 25.500 18.500 32.500Z" fill="#5a3724"/>' +
      '<g fill="#6d452e" stroke="#3d2417" stroke-width=".9">' +
      '<ellipse cx="20.500" cy="21" rx="3.600" ry="2.800" transform="rotate(-50 20.500 21)"/>' +
      '<ellipse cx="25" cy="16.800" rx="3.600" ry="2.800" transform="rotate(-28 25 16.800)"/>' +
      '<ellipse cx="32" cy="15.200" rx="3.800" ry="2.800"/>' +
      '<ellipse cx="39" cy="16.800" rx="3.600" ry="2.800" transform="rotate(28 39 16.800)"/>' +
      '<ellipse cx="43.500" cy="21" rx="3.600" ry="2.800" transform="rotate(50 43.500 21)"/></g>' +
      '<path d="M52 8.500l1.500 3.600l3.900.3l-3 2.500l1 3.800l-3.400-2.100l-3.400 2.100l1-3.800l-3-2.500l3.900-.3Z" fill="#f0c25b"/>',
    eyes: EYES + GLINT + brows("#4a2c1d", "M23 28.600q3.200-2.600 6.400-.6", "M34.600 28q3.200-2 6.400.6"),
    mouth: line("M28 41q4.500 2.800 8.500-.8"),
    collar: '<path d="M24.500 48.500h15l2.500 5q-10 5-20 0Z" fill="#f6ecd2"/><circle cx="32" cy="54" r="2.200" fill="#c2453a"/>',
  },
];

const tile = ([face, edge]: Looks["ground"]): string =>
  '<linearGradient id="light" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".3"/>' +
  '<stop offset=".6" stop-color="#fff" stop-opacity="0"/></linearGradient>' +
  `<clipPath id="tile"><rect x="1.500" y="1.500" width="61" height="60.500" rx="12"/></clipPath>` +
  `<rect x="1" y="1" width="62" height="62" rx="12.500" fill="${edge}"/>` +
  `<rect x="1.500" y="1.500" width="61" height="60" rx="12" fill="${face}"/>` +
  '<rect x="1.500" y="1.500" width="61" height="60" rx="12" fill="url(#light)"/>' +
  '<path d="M1.500 17Q17 17 17 1.500M62.500 17Q47 17 47 1.500" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="1.600"/>';

function person({ ground, skin, clothes, behind, before, eyes, mouth, collar = "" }: Looks): string {
  const [face, shade] = skin;
  return (
    tile(ground) +
    `<g clip-path="url(#tile)">${behind}` +
    `<path d="M8 64q0-12.500 15-14.500h18q15 2 15 14.500Z" fill="${clothes}"/>` +
    `<path d="M27 43h10v7.500q-5 4-10 0Z" fill="${shade}"/>${collar}` +
    `<g fill="${face}"><circle cx="18.800" cy="34" r="2.900"/><circle cx="45.200" cy="34" r="2.900"/>` +
    `<path d="M19 30q0-12 13-12t13 12v4q0 13-13 13T19 34Z"/></g>` +
    `<g fill="#d9604c" fill-opacity=".22"><circle cx="23.500" cy="38.500" r="3"/><circle cx="40.500" cy="38.500" r="3"/></g>` +
    `${before}${eyes}${line("M32 34.500q1.400 2.200-.6 3", 1.2, shade)}${mouth}</g>`
  );
}

const OTHERS: Record<string, string> = {
  random:
    tile(["#d8c6a5", "#a58e66"]) +
    '<g transform="rotate(-12 32 33)">' +
    '<rect x="16" y="17" width="32" height="32" rx="7" fill="#fffaf0" stroke="#8d7c68" stroke-width="1.500"/>' +
    '<g fill="#a03f1b"><circle cx="24.500" cy="25.500" r="3"/><circle cx="39.500" cy="25.500" r="3"/>' +
    '<circle cx="32" cy="33" r="3"/><circle cx="24.500" cy="40.500" r="3"/>' +
    '<circle cx="39.500" cy="40.500" r="3"/></g></g>',
  greedy:
    tile(["#8fa0c8", "#5d6d97"]) +
    '<g clip-path="url(#tile)"><path d="M44 52q14 2 20 12h-24Z" fill="#1d2b3d"/>' +
    '<path d="M14 62q-2-18 8-26q6-14 20-11q8 2 8 10q0 16-14 27Z" fill="#22222a"/>' +
    '<path d="M20 62q0-12 9-19q8 4 8 19Z" fill="#fffaf0"/><path d="M36 34q9-3 13 4q-3 9-12 13q-4-9-1-17Z" fill="#2f62ad"/>' +
    '<path d="M23 31L8 34.500q8 3 15 1.500Z" fill="#3b3942"/>' +
    '<circle cx="28" cy="30" r="2.600" fill="#fff"/>' +
    '<circle cx="27.600" cy="30" r="1.500" fill="#120f15"/>' +
    '<circle cx="8.500" cy="36" r="4" fill="#f0c25b"/><circle cx="7.500" cy="35" r="1.200" fill="#fff6d8"/></g>',
};

/** The portrait of a computer player, such as `level:3`, as an address; empty if it has none. */
export function faceImage(player: string): string {
  const [kind = "", level] = player.split(":");
  const looks = kind === "level" ? PEOPLE[Number(level) - 1] : undefined;
  const drawing = looks ? person(looks) : OTHERS[kind];
  return drawing ? imageOf(`face/${player}`, 64, drawing) : "";
}
