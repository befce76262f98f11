// What the browser's table says of positions: node table.mjs TABLE_MODULE ENGINE_FOLDER < job.json > answers.json. See test_table.py.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [bundle, folder] = process.argv.slice(2);
const { game, positions } = JSON.parse(fs.readFileSync(0, "utf8"));
const { explain, GameKit, Table } = await import(pathToFileURL(bundle));
const { make } = await import(pathToFileURL(path.join(folder, `${game}.js`)));
const description = JSON.parse(fs.readFileSync(path.join(folder, `${game}.json`), "utf8"));
const kit = new GameKit(new WebAssembly.Module(fs.readFileSync(path.join(folder, `${game}.wasm`))), description, make);

function said({ state, move, names, language }) {
  const table = new Table(kit, { state: new Uint8Array(Buffer.from(state, "base64")) });
  const { players, turn } = table;
  const viewers = Array.from({ length: players + 1 }, (_, at) => at - 1);
  const parts = viewers.map((viewer) => table.show(viewer, language));
  parts.push(...viewers.map((viewer) => table.position(viewer)), table.position(null));
  if (turn === null) return parts;
  const again = Table.at(kit, table.position(null)).state;
  parts.push(Buffer.from(again).equals(Buffer.from(table.state)));
  parts.push(...viewers.slice(1).map((seat) => table.ahead(seat, language)));
  const { scoring, choices } = table.previews(table.legal.slice(0, 6));
  parts.push(scoring, choices, kit.rules.reveals(table.state, move));
  const { legal } = table;
  const reasons = explain(kit, table.state, [legal[0], move], names, language);
  parts.push(reasons.map(({ name, better, other, though, say }) => [name, better, other, though, say]));
  table.play(move);
  for (const viewer of viewers) parts.push(table.story(table.made[0], names, viewer < 0 ? [] : [viewer], language, viewer));
  table.undo();
  parts.push(Buffer.from(table.state).toString("base64") === state);
  return parts;
}

process.stdout.write(JSON.stringify(positions.map((position) => said(position).map((part) => JSON.stringify(part)))));
