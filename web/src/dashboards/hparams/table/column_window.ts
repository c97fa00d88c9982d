// Which columns of the table are in sight, and where they lie: pinned ones always, of the others those between the edges.
import type { TrialColumn } from '../../../kinds/hparams/trials.ts';

export interface SeenColumn {
  column: TrialColumn;
  /** Its place among all columns, for assistive technology: the trial's name is the first. */
  place: number;
  isPinned: boolean;
  width_px: number;
  /** The room it takes, with that of the columns before it that are not made. */
  track_px: number;
  /** Its place within that, if it has to be stated. */
  style: string;
}

/** The first column in sight after the pinned ones, and one past the last; `beside_px` count as in sight too. */
export function seenRange(
  widths: readonly number[],
  nPinned: number,
  scroll_px: number,
  view_px: number,
  beside_px: number,
): readonly [number, number] {
  let left = 0;
  let first = nPinned;
  let end = nPinned;
  widths.forEach((width, i) => {
    if (i >= nPinned && left + width < scroll_px - beside_px) first = i + 1;
    if (left < scroll_px + view_px + beside_px) end = i + 1;
    left += width;
  });
  return [Math.min(first, widths.length), Math.max(first, end)];
}

/** Pinned columns stick where they are; the first of the others keeps the room of those before it that are not made. */
export function seenColumns(
  columns: readonly TrialColumn[],
  widths: readonly number[],
  nPinned: number,
  first: number,
  end: number,
): SeenColumn[] {
  const seen: SeenColumn[] = [];
  let left = 0;
  let skipped = 0;
  columns.forEach((column, i) => {
    const width = widths[i] ?? 0;
    const isPinned = i < nPinned;
    if (isPinned || (i >= first && i < end)) {
      const style = isPinned
        ? `left:calc(var(--name-px) + ${String(left)}px);`
        : skipped > 0
          ? `margin-left:${String(skipped)}px;`
          : '';
      seen.push({ column, place: i + 2, isPinned, width_px: width, track_px: skipped + width, style });
      skipped = 0;
    } else skipped += width;
    left += width;
  });
  return seen;
}
