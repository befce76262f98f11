/** How long something takes, in words: the largest unit that says enough. */

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

export function spanOf(milliseconds: number, language: string): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  // Two minutes and more are told in minutes, and so on: "1 minute" for ninety seconds would be half the truth.
  const [unit, size] = UNITS.find(([, length]) => seconds >= 2 * length || length === 1) ?? ["second", 1];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Math.ceil(seconds / size));
}
