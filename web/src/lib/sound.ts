/** Small sounds, made on the spot: a tile on wood, a rising pair for points, a falling one for losses. */

import { settings } from "./settings.svelte";

export type Sound = "lay" | "score" | "loss" | "turn" | "over";

let context: AudioContext | null = null;

const TUNES: Record<Sound, { notes: number[]; shape: OscillatorType; length: number; loud: number }> = {
  lay: { notes: [190], shape: "triangle", length: 0.07, loud: 0.25 },
  score: { notes: [523, 659], shape: "sine", length: 0.12, loud: 0.12 },
  loss: { notes: [330, 262], shape: "sine", length: 0.14, loud: 0.12 },
  turn: { notes: [392, 523], shape: "sine", length: 0.12, loud: 0.1 },
  over: { notes: [392, 494, 587, 784], shape: "triangle", length: 0.2, loud: 0.12 },
};

export function sound(name: Sound): void {
  if (!settings.sounds || document.hidden) return;
  context ??= new AudioContext();
  const { notes, shape, length, loud } = TUNES[name];
  notes.forEach((note, at) => play(note, shape, length, loud, at * length * 0.8));
}

function play(note: number, shape: OscillatorType, length: number, loud: number, after: number): void {
  if (!context) return;
  const start = context.currentTime + after;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = shape;
  tone.frequency.value = note;
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}
