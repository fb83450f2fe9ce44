/** Short, quiet sounds of wood on paper, made on the spot; only when the person wants them. */
import { settings } from "./settings.svelte";

export type Sound = "place" | "turn" | "worker" | "lay";

const PITCH: Record<Sound, readonly [from: number, to: number, seconds: number, loudness: number]> = {
  place: [320, 180, 0.07, 0.05],
  turn: [520, 420, 0.04, 0.03],
  worker: [760, 520, 0.05, 0.05],
  lay: [240, 90, 0.16, 0.08],
};
let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sounds) return;
  context ??= new AudioContext();
  const [from, to, seconds, loudness] = PITCH[sound];
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(from, now);
  tone.frequency.exponentialRampToValueAtTime(to, now + seconds);
  volume.gain.setValueAtTime(loudness, now);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + seconds);
}
