// Columns of the tables of frames.
import { formatCount } from '../../../charts/base/format.ts';
import { inUnit, unitFor } from '../../../kinds/profile/spans.ts';
import {
  nameOf,
  ownTime,
  type FrameRow,
  type Stacks,
  type StackWeight,
} from '../../../kinds/profile/stacks.ts';
import { count, NEUTRAL, percent, time, type TableColumn } from '../tables/columns.ts';

const shareOf = (part_ns: number, whole_ns: number): number => (whole_ns > 0 ? part_ns / whole_ns : 0);

export function frameColumns(
  rows: readonly FrameRow[],
  weight: StackWeight,
  whole_ns: number,
): TableColumn<FrameRow>[] {
  const most = rows.reduce((largest, row) => Math.max(largest, row.self_ns), 0);
  const unit = unitFor(whole_ns);
  const band = `${weight}, ${unit.name}`;
  return [
    { key: 'frame', title: 'Frame', isText: true, value: (row) => row.frame, text: (row) => row.name },
    ...(rows.some((row) => row.place !== '')
      ? [
          {
            key: 'file',
            title: 'File',
            isText: true,
            width_px: 260,
            drop: 3,
            value: (row: FrameRow) => row.place,
            text: (row: FrameRow) => row.place || '—',
          },
        ]
      : []),
    time<FrameRow>('self_ns', 'self', band, unit, (row) => row.self_ns, true),
    {
      key: 'share',
      title: 'share',
      band,
      width_px: 138,
      drop: 2,
      value: (row) => shareOf(row.self_ns, whole_ns),
      text: (row) => percent(shareOf(row.self_ns, whole_ns)),
      bar: (row) => [{ share: shareOf(row.self_ns, most), color: NEUTRAL }],
    },
    time<FrameRow>('total_ns', 'total', band, unit, (row) => row.total_ns),
    { ...count<FrameRow>('calls', 'calls', (row) => row.calls), drop: 1 },
  ];
}

/** Rows are those of the stacks. */
export function treeColumns(
  stacks: Stacks,
  weight: StackWeight,
  zoom: number,
  open: ReadonlySet<number>,
): TableColumn<number>[] {
  const total = stacks.total[weight];
  const whole_ns = total[zoom] ?? 0;
  const unit = unitFor(whole_ns);
  const band = `${weight}, ${unit.name}`;
  const base = (stacks.depth[zoom] ?? 0) + (stacks.node[zoom] === 0 ? 1 : 0);
  const sign = (row: number): string =>
    (stacks.end[row] ?? 0) === row + 1 ? '  ' : open.has(stacks.node[row] ?? -1) ? '▾' : '▸';
  return [
    {
      key: 'frame',
      title: 'Frame',
      isText: true,
      value: (row) => stacks.frame[row] ?? '',
      text: (row) => `${sign(row)} ${nameOf(stacks.frame[row] ?? '').name}`,
      indent_px: (row) => Math.min(40, (stacks.depth[row] ?? 0) - base) * 12,
    },
    time<number>('total_ns', 'total', band, unit, (row) => total[row] ?? 0, true),
    {
      key: 'share',
      title: 'share',
      band,
      width_px: 138,
      drop: 2,
      value: (row) => shareOf(total[row] ?? 0, whole_ns),
      text: (row) => percent(shareOf(total[row] ?? 0, whole_ns)),
      bar: (row) => [{ share: shareOf(total[row] ?? 0, whole_ns), color: NEUTRAL }],
    },
    {
      key: 'self_ns',
      title: 'self',
      band,
      width_px: 78,
      value: (row) => ownTime(stacks, weight, row) ?? total[row] ?? 0,
      text: (row) => inUnit(ownTime(stacks, weight, row) ?? total[row] ?? 0, unit),
    },
    {
      key: 'calls',
      title: 'calls',
      width_px: 64,
      drop: 1,
      value: (row) => stacks.calls[row] ?? 0,
      text: (row) => formatCount(stacks.calls[row] ?? 0),
    },
  ];
}
