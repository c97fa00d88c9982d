// Columns of the table of collectives.
import { formatBytes, formatCount } from '../../../charts/base/format.ts';
import { workerLabel, type CollectiveRow, type Distributed } from '../../../kinds/profile/distributed.ts';
import { inUnit, unitFor } from '../../../kinds/profile/spans.ts';
import type { TableColumn } from '../tables/columns.ts';

const COMMUNICATION = 'var(--run-6)';

export function collectiveColumns({
  collectives,
  workers,
  n_matched,
}: Distributed): TableColumn<CollectiveRow>[] {
  const unit = unitFor(Math.max(0, ...collectives.map((row) => row.mean_ns)));
  const longest = Math.max(1, ...collectives.map((row) => row.total_ns));
  const time = (
    key: string,
    title: string,
    value: (row: CollectiveRow) => number | null,
    drop = 0,
  ): TableColumn<CollectiveRow> => ({
    key,
    title,
    width_px: 84,
    drop,
    value: (row) => value(row) ?? NaN,
    text: (row) => {
      const ns = value(row);
      return ns === null ? '—' : inUnit(ns, unit);
    },
  });
  const name = (row: CollectiveRow): string => row.collective;
  return [
    { key: 'collective', title: 'Collective', isText: true, value: name, text: name },
    {
      key: 'bytes',
      title: 'size',
      width_px: 92,
      value: (row) => row.bytes ?? NaN,
      text: (row) => (row.bytes === null ? '—' : formatBytes(row.bytes)),
    },
    {
      key: 'dtype',
      title: 'type',
      width_px: 78,
      drop: 4,
      value: (row) => row.dtype,
      text: (row) => row.dtype || '—',
    },
    {
      key: 'calls',
      title: 'calls',
      width_px: 60,
      drop: 1,
      value: (row) => row.calls,
      text: (row) => formatCount(Math.round(row.calls)),
    },
    {
      key: 'total_ns',
      title: 'sum',
      width_px: 120,
      drop: 2,
      value: (row) => row.total_ns,
      text: (row) => inUnit(row.total_ns, unit),
      bar: (row) => [{ share: row.total_ns / longest, color: COMMUNICATION }],
    },
    { ...time('mean_ns', `one call, ${unit.name}`, (row) => row.mean_ns), width_px: 96, isStrong: true },
    ...(n_matched > 0
      ? [
          time('transfer_ns', 'transfer', (row) => row.transfer_ns),
          time('waiting_ns', 'waiting', (row) => row.waiting_ns),
          time('skew_ns', 'skew', (row) => row.skew_ns, 2),
          {
            key: 'bus_gb_s',
            title: 'bus GB/s',
            width_px: 76,
            drop: 1,
            value: (row: CollectiveRow) => row.bus_gb_s ?? NaN,
            text: (row: CollectiveRow) => (row.bus_gb_s === null ? '—' : rate(row.bus_gb_s)),
          },
          {
            key: 'last_worker',
            title: 'mostly last',
            width_px: 136,
            drop: 3,
            value: (row: CollectiveRow) => row.last_worker ?? NaN,
            text: (row: CollectiveRow) => {
              const worker = row.last_worker === null ? undefined : workers[row.last_worker];
              return worker
                ? `${workerLabel(worker)}, ${formatCount(row.n_last ?? 0)} of ${formatCount(row.n_matched)}`
                : '—';
            },
          },
        ]
      : []),
  ];
}

function rate(gb_s: number): string {
  return gb_s >= 100 ? gb_s.toFixed(0) : gb_s >= 0.1 ? gb_s.toFixed(1) : '<0.1';
}
