// The browser's review of a game: node review.mjs BUNDLE_FOLDER ENGINE_FOLDER < job.json > review.json. See test_review.py.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [bundle, folder] = process.argv.slice(2);
const { game, record, effort, learned } = JSON.parse(fs.readFileSync(0, "utf8"));
const from = (place, name) => import(pathToFileURL(path.join(place, name)));
const [{ GameKit }, { Desk, readGame, reviewGame }, { make, makeReview }] = await Promise.all([
  from(bundle, "table.mjs"),
  from(bundle, "review.mjs"),
  from(folder, `${game}.js`),
]);
const file = (ending) => fs.readFileSync(path.join(folder, `${game}.${ending}`));
const [code, description] = [new WebAssembly.Module(file("wasm")), JSON.parse(file("json"))];
const desk = await Desk.open({ code, description, network: learned ? file("network") : null }, makeReview, effort);
const functions = makeReview({ review_of: () => description.players.review });
const start = process.cpuUsage();
const found = await reviewGame(
  { functions, ask: async (asked) => structuredClone(desk.answer(structuredClone(asked))) },
  readGame({ table: new GameKit(code, description, make) }, record),
  { looked: () => undefined },
);
const { user, system } = process.cpuUsage(start);
process.stdout.write(JSON.stringify({ found, seconds: (user + system) / 1e6 }));
