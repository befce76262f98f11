/**
 * Sounds of a wooden table, made on the spot: a struck body rings in a few partials that die away at their own pace, after the short
 * noise of the blow. Wood is low and dull, ceramic high and clear.
 */

import { settings } from "./settings.svelte";

export type Sound = "lay" | "score" | "loss" | "turn" | "cheer" | "over";

interface Struck {
  /** Seconds from now. */
  after: number;
  /** The lowest partial, in hertz. */
  pitch: number;
  /** What rings: each partial as a multiple of the lowest, its loudness, and how many seconds it takes to die away. */
  partials: readonly (readonly [multiple: number, loud: number, length: number])[];
  /** How loud the noise of the blow is, and where it lies. */
  blow: number;
  colour: number;
  loud: number;
}

const WOOD = [
  [1, 1, 0.11],
  [2.57, 0.42, 0.06],
  [4.95, 0.16, 0.035],
] as const;
const CERAMIC = [
  [1, 0.8, 0.09],
  [1.62, 0.55, 0.13],
  [2.71, 0.34, 0.08],
  [4.13, 0.18, 0.05],
] as const;
const BAR = [
  [1, 1, 0.55],
  [3.93, 0.22, 0.16],
  [9.2, 0.06, 0.06],
] as const;

const wood = (after: number, pitch: number, loud: number): Struck => ({ after, pitch, partials: WOOD, blow: 0.5, colour: 900, loud });
const ceramic = (after: number, pitch: number, loud: number): Struck => ({
  after,
  pitch,
  partials: CERAMIC,
  blow: 0.6,
  colour: 4200,
  loud,
});
/** A bar of a marimba, for what is to be heard as a tone. */
const bar = (after: number, pitch: number, loud: number): Struck => ({ after, pitch, partials: BAR, blow: 0.12, colour: 1800, loud });

const PLAYED: Record<Sound, Struck[]> = {
  lay: [wood(0, 210, 0.34), ceramic(0.006, 1380, 0.14), wood(0.055, 236, 0.09)],
  score: [wood(0, 230, 0.12), bar(0, 523.25, 0.12), bar(0.085, 659.25, 0.11)],
  loss: [wood(0, 150, 0.3), wood(0.09, 128, 0.22)],
  turn: [bar(0, 392, 0.1), bar(0.11, 587.33, 0.08)],
  cheer: [bar(0, 523.25, 0.1), bar(0.07, 659.25, 0.1), bar(0.14, 783.99, 0.1), bar(0.21, 1046.5, 0.09), ceramic(0.21, 2300, 0.06)],
  over: [bar(0, 392, 0.11), bar(0.14, 493.88, 0.11), bar(0.28, 587.33, 0.11), bar(0.42, 783.99, 0.12), bar(0.42, 392, 0.09)],
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
let out: AudioNode | null = null;

/** What everything is heard through: a little dull, as in a room, and never too loud when many tiles fall at once. */
function output(audio: AudioContext): AudioNode {
  if (out) return out;
  const dull = new BiquadFilterNode(audio, { type: "lowpass", frequency: 7500 });
  const limit = new DynamicsCompressorNode(audio, { threshold: -18, ratio: 6, attack: 0.002, release: 0.12 });
  dull.connect(limit).connect(audio.destination);
  return (out = dull);
}

function blowNoise(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, Math.round(audio.sampleRate * 0.03), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return noise;
}

export function sound(name: Sound): void {
  if (!settings.sounds || document.hidden) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  // No two blows are alike: every one a little higher or lower than the last.
  const bent = 1 + (Math.random() - 0.5) * (name === "lay" ? 0.09 : 0.004);
  for (const struck of PLAYED[name]) strike(context, struck, bent);
}

function strike(audio: AudioContext, struck: Struck, bent: number): void {
  const start = audio.currentTime + 0.004 + struck.after;
  for (const [multiple, loud, length] of struck.partials) {
    const tone = new OscillatorNode(audio, { frequency: struck.pitch * bent * multiple });
    const volume = fading(audio, start, loud * struck.loud, length);
    tone.connect(volume);
    tone.start(start);
    tone.stop(start + length * 1.6);
  }
  const blow = new AudioBufferSourceNode(audio, { buffer: blowNoise(audio) });
  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: struck.colour, Q: 0.8 });
  blow.connect(band).connect(fading(audio, start, struck.blow * struck.loud, 0.018));
  blow.start(start);
}

/** A volume that is at its loudest at once and dies away. */
function fading(audio: AudioContext, start: number, loud: number, length: number): GainNode {
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.0015);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length * 1.5);
  volume.connect(output(audio));
  return volume;
}
