/** What Python does otherwise than JavaScript, for translated functions: it goes before them. */

const truth = (value) =>
  Array.isArray(value) || typeof value === "string"
    ? value.length > 0
    : value instanceof Set
      ? value.size > 0
      : value?.constructor === Object
        ? Object.keys(value).length > 0
        : Boolean(value);
/** An error of a kind; kinds are made by calling them. */
const failure = (kind, message) =>
  Object.setPrototypeOf(new Error(message), kind.prototype);
const and = (first, second) => (truth(first) ? second() : first);
const or = (first, second) => (truth(first) ? first : second());

const len = (value) =>
  value instanceof Set ? value.size : (value.length ?? Object.keys(value).length);
/** Methods and getters of what is made by calling its name. */
const members = (kind, methods) =>
  Object.defineProperties(kind.prototype, Object.getOwnPropertyDescriptors(methods));
const list = (items) => [...items];
const set = (items) => new Set(items);
const range = (start, end, step = 1) => {
  const [from, to] = end === undefined ? [0, start] : [start, end];
  return Array.from(
    { length: Math.max(0, Math.ceil((to - from) / step)) },
    (_, at) => from + at * step,
  );
};
const enumerate = (items, start = 0) =>
  list(items).map((item, at) => [at + start, item]);
const zip = (first, ...rest) => {
  const others = rest.map(list);
  return list(first).map((item, at) => [
    item,
    ...others.map((other) => other[at]),
  ]);
};
const map = (change, items) => list(items).map((item) => change(item));
const any = (items) => list(items).some(truth);
const all = (items) => list(items).every(truth);
const sum = (items) =>
  list(items).reduce((total, item) => total + Number(item), 0);
const several = (items) => (typeof items[0] === "object" ? items[0] : items);
const min = (...items) =>
  several(items).length > 0 ? Math.min(...several(items)) : items[1].default;
const max = (...items) =>
  several(items).length > 0 ? Math.max(...several(items)) : items[1].default;
const abs = Math.abs;
const float = Number;
/** To so many digits; what is exactly between two goes to the even one. */
const round = (number, digits = 0) => {
  const near = number.toFixed(digits);
  const [, beyond = ""] = number.toFixed(100).split(".");
  const between = /^50*$/.test(beyond.slice(digits)) && "13579".includes(near.at(-1));
  if (!between) return Number(near);
  const unit = 10 ** -digits;
  return Number((Number(near) - Math.sign(number) * unit).toFixed(digits));
};

const compare = (one, other) => {
  if (!Array.isArray(one)) return one < other ? -1 : one > other ? 1 : 0;
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const order = compare(one[at], other[at]);
    if (order) return order;
  }
  return one.length - other.length;
};
const sorted = (items, { key = (item) => item } = {}) =>
  list(items)
    .map((item) => [key(item), item])
    .sort(([one], [other]) => compare(one, other))
    .map(([, item]) => item);
const equal = (one, other) => {
  if (one === other) return true;
  if (
    typeof one !== "object" ||
    typeof other !== "object" ||
    one === null ||
    other === null
  )
    return (
      (typeof one === "boolean" || typeof other === "boolean") &&
      Number(one) === Number(other) &&
      one !== null &&
      other !== null
    );
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && equal(one[name], other[name]),
    )
  );
};
const contains = (items, item) => {
  if (typeof items === "string" || items instanceof Set)
    return items instanceof Set ? items.has(item) : items.includes(item);
  return Array.isArray(items)
    ? items.some((other) => equal(other, item))
    : Object.hasOwn(items, item);
};
const within = (part, whole) =>
  [...part].every((item) => whole.has(item));

const str = (value) => {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return value instanceof Error ? value.message : String(value);
};
const repr = (value) => {
  if (typeof value !== "string") return str(value);
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const plain = value
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return quote + plain.replaceAll(quote, `\\${quote}`) + quote;
};
/** Hexadecimal digits are words of 64 bits, and so big integers. */
const int = (value, base = 10) => (base === 16 ? BigInt(`0x${value}`) : Math.trunc(Number(value)));
const chr = (code) => String.fromCodePoint(code);
const ord = (letter) => letter.codePointAt(0);
const format_ = (value, how) => {
  if (how === "+d") return `${value < 0 ? "-" : "+"}${Math.abs(value)}`;
  if (how === "016x")
    return BigInt.asUintN(64, BigInt(value)).toString(16).padStart(16, "0");
  throw new Error(`the format ${how} is not known`);
};

const add = (one, other) =>
  Array.isArray(one) ? [...one, ...other] : one + other;
const times = (one, other) => {
  if (typeof one === "string") return one.repeat(Math.max(0, other));
  return Array.isArray(one)
    ? Array.from({ length: Math.max(0, other) }, () => one).flat()
    : one * other;
};
const floordiv = (one, other) => Math.floor(one / other);
const mod = (one, other) =>
  typeof one === "bigint" ? Number(one % BigInt(other)) : ((one % other) + other) % other;
const pow = (one, other) => one ** other;
const divmod = (one, other) => [floordiv(one, other), mod(one, other)];

const slice = (items, start, end, step) => {
  const part = items.slice(start ?? 0, end ?? undefined);
  if (step === null || step === 1) return part;
  const kept = [...part].filter((_, at) => at % step === 0);
  return typeof items === "string" ? kept.join("") : kept;
};

/** Fill an array, of any depth, with one number or with another array. */
const fill = (target, value) => {
  target.forEach((old, at) =>
    put(target, at, Array.isArray(value) ? value[at] : value),
  );
};
const put = (target, key, value) => {
  const old = target[key];
  if (Array.isArray(old) && !Array.isArray(value)) fill(old, value);
  else target[key] = typeof old === "bigint" ? BigInt(value) : typeof old === "boolean" ? truth(value) : value;
};

const split_ = (text, mark) => text.split(mark);
const splitlines_ = (text) =>
  text === "" ? [] : text.replace(/\n$/, "").split("\n");
const join_ = (between, parts) => list(parts).join(between);
const partition_ = (text, mark) => {
  const at = text.indexOf(mark);
  return at < 0
    ? [text, "", ""]
    : [text.slice(0, at), mark, text.slice(at + mark.length)];
};
const rstrip_ = (text, letters = " ") => {
  let end = text.length;
  while (end > 0 && letters.includes(text[end - 1])) end -= 1;
  return text.slice(0, end);
};
const lstrip_ = (text, letters = " ") => {
  let start = 0;
  while (start < text.length && letters.includes(text[start])) start += 1;
  return text.slice(start);
};
const strip_ = (text, letters = " ") =>
  lstrip_(rstrip_(text, letters), letters);
const ljust_ = (text, width, letter = " ") => text.padEnd(width, letter);
const count_ = (items, item) =>
  typeof items === "string"
    ? items.split(item).length - 1
    : items.filter((other) => equal(other, item)).length;
const index_ = (items, item) => items.indexOf(item);
const find_ = (text, part, start = 0) => text.indexOf(part, start);
const startswith_ = (text, start) => text.startsWith(start);
const removeprefix_ = (text, start) =>
  text.startsWith(start) ? text.slice(start.length) : text;
const replace_ = (text, old, fresh) => text.replaceAll(old, fresh);
const lower_ = (text) => text.toLowerCase();
const casefold_ = lower_;
// eslint-disable-next-line no-control-regex
const isascii_ = (text) => /^[\0-\x7f]*$/.test(text);
const isdigit_ = (text) => /^\d+$/.test(text);
const get_ = (items, key, otherwise = null) =>
  Object.hasOwn(items, String(key)) ? items[key] : otherwise;
const items_ = (items) => Object.entries(items);
const values_ = (items) => Object.values(items);
const append_ = (items, item) => {
  items.push(item);
};
const remove_ = (items, item) => {
  items.splice(
    items.findIndex((other) => equal(other, item)),
    1,
  );
};
const pop_ = (items, at = -1) => items.splice(at, 1)[0];
const tolist_ = (items) => items;
const any_ = (items) => items.flat(Infinity).some(Boolean);
