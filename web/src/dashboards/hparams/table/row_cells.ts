// The cells of a row as the table draws them, worked out all at once.
import { cellText, cellTitle, isNaNCell } from '../../../kinds/hparams/cells.ts';
import type { Trials } from '../../../kinds/hparams/trials.ts';
import type { SeenColumn } from './column_window.ts';
import { mayOverflow } from './widths.ts';

export interface Cell {
  place: number;
  text: string;
  /** Colored behind its text. */
  isPill: boolean;
  /** Its classes. */
  look: string;
  style: string;
  /** What else was logged under its key, else its whole text. */
  title: string;
}

/** What the table says of its columns as a whole. */
export interface Marks {
  remarks: Trials['remarks'];
  pills: ReadonlyMap<string, (row: number) => number | null>;
  /** The row that is best, and in which column. */
  best: { row: number; id: string } | null;
}

export function rowCells(row: number, seen: readonly SeenColumn[], { remarks, pills, best }: Marks): Cell[] {
  const remark = remarks[row] ?? null;
  return seen.map(({ column, place, isPinned, width_px, style }) => {
    const text = cellText(column, row);
    const detail = column.role === 'hparam' ? remark?.[column.key]?.join('; ') : undefined;
    const looks = ['cell'];
    if (mayOverflow(text, width_px)) looks.push('cut');
    if (column.words === null) looks.push('num');
    if (isPinned) looks.push('stuck');
    if (column.role === 'fact') looks.push('dim');
    if (isNaNCell(column, row)) looks.push('bad');
    if (best?.row === row && best.id === column.id) looks.push('best');
    if (detail !== undefined) looks.push('remarked');
    const share = pills.get(column.id)?.(row) ?? null;
    if (share !== null) looks.push('pill');
    return {
      place,
      text,
      isPill: share !== null,
      look: looks.join(' '),
      style: share === null ? style : `${style}--share:${String(share)}%`,
      title: detail ?? cellTitle(column, row),
    };
  });
}
