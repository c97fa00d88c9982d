// Columns of the table of changes: both times of a mean step, the difference, and how often it was called.
import { formatCount } from '../../../charts/base/format.ts';
import { difference, relative, type ChangedRow } from '../../../kinds/profile/compare.ts';
import { inUnit, unitFor } from '../../../kinds/profile/spans.ts';
import type { TableColumn } from '../tables/columns.ts';

export function changeColumns(rows: readonly ChangedRow[], title: string): TableColumn<ChangedRow>[] {
  const most = rows.reduce((largest, row) => Math.max(largest, row.a_ns, row.b_ns), 0);
  const largest = rows.reduce((least, row) => Math.max(least, Math.abs(row.difference_ns)), 0);
  const unit = unitFor(most);
  const tone = (row: ChangedRow): '' | 'better' | 'worse' =>
    row.state === 'same' ? '' : row.difference_ns < 0 ? 'better' : 'worse';
  return [
    {
      key: 'name',
      title,
      isText: true,
      field: 'name',
      value: (row) => row.name,
      text: (row) => row.shortName,
    },
    {
      key: 'state',
      title: 'state',
      width_px: 78,
      drop: 1,
      value: (row) => row.state,
      text: (row) => (row.state === 'appeared' || row.state === 'vanished' ? row.state : ''),
    },
    {
      key: 'a_ns',
      field: 'a',
      measure: 'time',
      title: `A, ${unit.name}`,
      width_px: 78,
      value: (row) => row.a_ns,
      text: (row) => (row.calls_a === 0 ? '—' : inUnit(row.a_ns, unit)),
    },
    {
      key: 'b_ns',
      field: 'b',
      measure: 'time',
      title: `B, ${unit.name}`,
      width_px: 78,
      value: (row) => row.b_ns,
      text: (row) => (row.calls_b === 0 ? '—' : inUnit(row.b_ns, unit)),
    },
    {
      key: 'size_ns',
      title: `B − A, ${unit.name}`,
      width_px: 92,
      isStrong: true,
      value: (row) => Math.abs(row.difference_ns),
      text: (row) => difference(row.difference_ns, unit),
      tone,
    },
    {
      key: 'change',
      field: 'change',
      measure: 'share',
      title: 'change',
      width_px: 78,
      drop: 2,
      value: (row) => (row.a_ns > 0 ? row.b_ns / row.a_ns - 1 : Infinity),
      text: (row) => relative(row.a_ns, row.b_ns),
      tone,
    },
    {
      key: 'difference_ns',
      field: 'difference',
      measure: 'time',
      title: 'faster | slower',
      width_px: 150,
      drop: 3,
      value: (row) => row.difference_ns,
      text: () => '',
      swing: (row) => (largest > 0 ? row.difference_ns / largest : 0),
    },
    ...(['a', 'b'] as const).map((side): TableColumn<ChangedRow> => ({
      key: `share_${side}`,
      title: `of step ${side.toUpperCase()}`,
      width_px: 78,
      drop: 5,
      value: (row) => row[`share_${side}`],
      text: (row) => (row[`calls_${side}`] === 0 ? '—' : share(row[`share_${side}`])),
    })),
    ...(['a', 'b'] as const).map((side): TableColumn<ChangedRow> => ({
      key: `calls_${side}`,
      field: `calls_${side}`,
      title: `calls ${side.toUpperCase()}`,
      width_px: 72,
      drop: 4,
      value: (row) => row[`calls_${side}`],
      text: (row) => calls(row[`calls_${side}`]),
    })),
  ];
}

/** Calls per step: a mean, so that it may have a part. */
function calls(value: number): string {
  if (value === 0) return '—';
  return Number.isInteger(value) || value >= 100 ? formatCount(Math.round(value)) : value.toFixed(1);
}

function share(value: number): string {
  if (!Number.isFinite(value)) return '—';
  return value < 0.0005 ? '<0.1 %' : `${(value * 100).toFixed(1)} %`;
}
