// Where the axes stand in the plot and where each line crosses them.
import type { Axis } from '../../../charts/base/axis_scale.ts';
import { shortName } from '../../../charts/base/short_name.ts';

export const MARGIN = { left: 58, right: 64, top: 44, bottom: 22 } as const;
/** Lines of one category spread a little, so that a bundle shows how many it is. */
const JITTER = 0.05;

/** Pixel columns at equal distances. */
export function spaced(n: number, width_px: number): number[] {
  const room = Math.max(0, width_px - MARGIN.left - MARGIN.right);
  return Array.from({ length: n }, (_, i) => MARGIN.left + (n > 1 ? (room * i) / (n - 1) : room / 2));
}

/** Pixel rows of all lines on an axis. */
export function axisTops(axis: Axis, flipped: boolean, bottom_px: number, length_px: number): Float32Array {
  const spread = axis.scale === 'category' ? JITTER : 0;
  return Float32Array.from(axis.places, (place, row) => {
    const at = (flipped ? 1 - place : place) + spread * (((row * 7919) % 100) / 100 - 0.5);
    return bottom_px - length_px * at;
  });
}

const CHAR_PX = 7;

/** What stands above each axis: its whole name where there is room or another axis ends alike, else the last part. */
export function axisTitles(labels: readonly string[], room_px: number): string[] {
  const most = Math.max(8, Math.floor(room_px / CHAR_PX));
  const ends = labels.map((label) => label.split('/').at(-1) ?? label);
  return labels.map((label, i) =>
    shortName(
      label.length <= most || ends.filter((end) => end === ends[i]).length > 1 ? label : (ends[i] ?? label),
      most,
    ),
  );
}

/** Lines that do not cross an axis: their trial has no value there, or none that the scale can show. */
export function placeless(axis: Axis): number {
  return axis.places.reduce((n, place) => n + Number(Number.isNaN(place)), 0);
}

/** A tick's text within the room beside its axis, which is less beyond the last one. */
export function tickText(text: string, isLast: boolean): string {
  const most = isLast ? 9 : 14;
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
