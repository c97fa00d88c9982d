// The table of differences: a row per tag, for each column its value and how far that is from the baseline's.
import { formatDelta, formatPercent, formatValue } from '../../charts/base/format.ts';
import type { Tag } from '../../data/shapes.ts';
import type { Figures } from '../../kinds/scalar/data/figures.ts';
import { direction, verdict } from '../../public/runs/direction.ts';
import type { TextTable } from '../../public/tables/text_table.ts';
import type { ComparedColumn } from './columns.ts';

export type Show = 'value' | 'delta' | 'percent';

const LEAST_FULL_SHARE = 0.02;
const MOST_FULL_SHARE = 0.5;

export interface DifferenceCell {
  /** Undefined where the column has no such value. */
  value: number | undefined;
  /** Undefined for the baseline, and where either has no value. */
  delta: number | undefined;
  /** The delta in parts of the baseline's value. */
  share: number | undefined;
  verdict: 'better' | 'worse' | 'faint';
}

const UNKNOWN: DifferenceCell = { value: undefined, delta: undefined, share: undefined, verdict: 'faint' };

export interface DifferenceRow {
  tag: Tag;
  /** As the columns stand, the baseline first. */
  cells: readonly DifferenceCell[];
}

/** Pinned tags, then those of which it is known what is better, then the others. */
export function tellingFirst(tags: readonly Tag[], pinned: readonly string[]): Tag[] {
  const rank = ({ tag }: Tag): number => {
    const place = pinned.indexOf(tag);
    if (place >= 0) return place - pinned.length;
    return direction(tag) === null ? 1 : 0;
  };
  return [...tags].sort((a, b) => rank(a) - rank(b));
}

/** Tags that the baseline and at least one other column have; until the figures are known, all of them, without values. */
export function differenceRows(
  tags: readonly Tag[],
  columns: readonly ComparedColumn[],
  figures: Figures | null,
): DifferenceRow[] {
  if (figures === null) return tags.map((tag) => ({ tag, cells: columns.map(() => UNKNOWN) }));
  return tags
    .map((tag) => ({ tag, cells: cellsOf(tag.tag, columns, figures) }))
    .filter(({ cells }) => cells.some((cell) => cell.delta !== undefined));
}

function cellsOf(tag: string, columns: readonly ComparedColumn[], figures: Figures): DifferenceCell[] {
  const [base, ...values] = columns.map((column) => columnValue(column, tag, figures));
  const differences = values.map((value): DifferenceCell => {
    const delta = value === undefined || base === undefined ? undefined : value - base;
    const share = delta === undefined || base === undefined ? undefined : delta / Math.abs(base);
    return { value, delta, share, verdict: verdict(tag, delta ?? null) };
  });
  return [{ value: base, delta: undefined, share: undefined, verdict: 'faint' }, ...differences];
}

/** A group's mean; a run's own value, or else that of the only sub-run that has one. */
export function columnValue(
  { runs, isGroup }: ComparedColumn,
  tag: string,
  figures: Figures,
): number | undefined {
  const values = runs.map((run) => figures.value(run, tag));
  const found = values.filter((value) => value !== undefined);
  if (isGroup) return found.length > 0 ? found.reduce((sum, one) => sum + one, 0) / found.length : undefined;
  return values[0] ?? (found.length === 1 ? found[0] : undefined);
}

/** Largest difference of a column first; what has none comes last. */
export function sortedByChange(rows: readonly DifferenceRow[], place: number): DifferenceRow[] {
  const size = ({ cells }: DifferenceRow): number => {
    const share = Math.abs(cells[place]?.share ?? NaN);
    return Number.isNaN(share) ? -1 : share;
  };
  return [...rows].sort((a, b) => size(b) - size(a));
}

/** The difference at which a bar is full: the largest there is, within bounds that keep the others readable. */
export function fullBar(rows: readonly DifferenceRow[]): number {
  const sizes = rows.flatMap(({ cells }) => cells.map(({ share }) => Math.abs(share ?? 0)));
  const most = sizes.filter(Number.isFinite).reduce((a, b) => Math.max(a, b), 0);
  return Math.max(LEAST_FULL_SHARE, Math.min(MOST_FULL_SHARE, most));
}

export function differenceText({ delta, share }: DifferenceCell, show: Show): string {
  if (show === 'value' || delta === undefined) return '';
  return show === 'delta' ? formatDelta(delta) : formatPercent(share ?? NaN);
}

/** For copying: a cell has the value, and beside it the difference. */
export function differencesTable(
  rows: readonly DifferenceRow[],
  labels: readonly string[],
  show: Show,
): TextTable {
  const cellText = (cell: DifferenceCell): string => {
    const value = cell.value === undefined ? '' : formatValue(cell.value);
    const difference = differenceText(cell, show);
    return difference === '' ? value : `${value} (${difference})`;
  };
  return {
    columns: [
      { title: 'tag', isNumber: false },
      ...labels.map((label) => ({ title: label, isNumber: true })),
    ],
    rows: rows.map(({ tag, cells }) => [tag.tag, ...cells.map(cellText)]),
  };
}
