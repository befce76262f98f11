// Runs a list of steps on a module: node node.mjs MODULE < steps.json > answers.json. See node.py.
import fs from "node:fs";

const { blocks, steps } = JSON.parse(fs.readFileSync(0, "utf8"));
const module = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const outside = WebAssembly.Module.imports(module);
if (outside.length) throw new Error(`the module needs ${outside.map(({ name }) => name).join(", ")} from outside`);
const { exports } = new WebAssembly.Instance(module);

const PAGE = 65536;
const places = new Map();
let free = exports.__heap_base.value;
for (const [name, size] of Object.entries(blocks)) {
  free = (free + 63) & ~63;
  places.set(name, [free, size]);
  free += size;
}
const missing = free - exports.memory.buffer.byteLength;
if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));

const bytes = ([at, size]) => new Uint8Array(exports.memory.buffer, at, size);
const address = (given) => {
  if (typeof given === "number") return given;
  const [name, offset] = given.split("+");
  return places.get(name)[0] + Number(offset ?? 0);
};
const run = {
  write: (name, text) => bytes(places.get(name)).set(Buffer.from(text, "base64")),
  copy: (source, target) => bytes(places.get(target)).set(bytes(places.get(source))),
  read: (name) => Buffer.from(bytes(places.get(name))).toString("base64"),
  call: (name, ...given) => exports[name](...given.map(address)) ?? null,
  time: (name, ...given) => {
    const start = process.cpuUsage(); // what others take of the machine does not count
    run.call(name, ...given);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  },
};
const answers = steps.map(([step, ...given]) => run[step](...given) ?? null);
process.stdout.write(JSON.stringify({ answers, memory: exports.memory.buffer.byteLength }));
