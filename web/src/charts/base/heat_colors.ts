// The color scales of the theme as 256 canvas colors, low to high.
import { chartTheme } from './theme.ts';

const STOPS = 7;
const cached = new Map<string, readonly string[]>();

/** `seq`: low is near the surface's color, high stands out. `div`: below and above a middle. */
export function colorScale(kind: 'seq' | 'div'): readonly string[] {
  const key = `${chartTheme().name} ${kind}`;
  const known = cached.get(key);
  if (known) return known;
  const style = getComputedStyle(document.documentElement);
  const stops = Array.from({ length: STOPS }, (_, i) =>
    style.getPropertyValue(`--${kind}-${String(i + 1)}`).trim(),
  );
  const made = between(stops);
  cached.set(key, made);
  return made;
}

export function between(stops: readonly string[]): readonly string[] {
  const channels = stops.map((stop) => [1, 3, 5].map((at) => parseInt(stop.slice(at, at + 2), 16)));
  return Array.from({ length: 256 }, (_, i) => {
    const place = (i / 255) * (channels.length - 1);
    const below = Math.min(channels.length - 2, Math.floor(place));
    const mixed = (channels[below] ?? []).map((low, c) =>
      Math.round(low + ((channels[below + 1]?.[c] ?? low) - low) * (place - below)),
    );
    return `rgb(${mixed.join(',')})`;
  });
}

export function colorAt(scale: readonly string[], share: number): string {
  return scale[Math.max(0, Math.min(255, Math.round(share * 255)))] ?? '';
}
