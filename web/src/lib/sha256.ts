/**
 * SHA-256. Browsers offer it only on pages that came over HTTPS or from this computer; a game in the home network comes over plain
 * HTTP, so there is a way of our own as well.
 */

const ROUNDS = 64;

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}
/** The first 32 bits after the point. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;
const CONSTANTS = primes(ROUNDS).map((prime) => fraction(Math.cbrt(prime)));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const whole = new Uint8Array(length);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  return view;
}

function schedule(view: DataView, at: number): Int32Array {
  const words = new Int32Array(ROUNDS);
  for (let n = 0; n < ROUNDS; n += 1) {
    if (n < 16) words[n] = view.getInt32(at + 4 * n);
    else {
      const [a, b] = [words[n - 15] ?? 0, words[n - 2] ?? 0];
      const first = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const second = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      words[n] = (words[n - 16] ?? 0) + first + (words[n - 7] ?? 0) + second;
    }
  }
  return words;
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let n = 0; n < ROUNDS; n += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (CONSTANTS[n] ?? 0) + (words[n] ?? 0)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] = (state[n] ?? 0) + word));
}

/** Without the browser's help. */
export function plainSha256(bytes: Uint8Array): Uint8Array {
  const state = Int32Array.from(START);
  const view = padded(bytes);
  for (let at = 0; at < view.byteLength; at += 64) compress(state, schedule(view, at));
  const answer = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => answer.setInt32(4 * n, word));
  return new Uint8Array(answer.buffer);
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : plainSha256(bytes);
}
