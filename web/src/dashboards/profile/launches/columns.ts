// Columns of the tables of launches.
import { formatCount } from '../../../charts/base/format.ts';
import {
  CAUSES,
  type IdleGap,
  type LaunchOutlier,
  type ShortKernel,
} from '../../../kinds/profile/launches.ts';
import { formatSpan } from '../../../kinds/profile/spans.ts';
import { count, type TableColumn } from '../tables/columns.ts';

const causeOf = (row: IdleGap): string =>
  CAUSES.find(({ cause }) => cause === row.cause)?.label.toLowerCase() ?? '';

export const shortColumns: readonly TableColumn<ShortKernel>[] = [
  kernel<ShortKernel>(),
  { ...count<ShortKernel>('count', 'launches', (row) => row.count), width_px: 78, isStrong: true },
  span<ShortKernel>('call_ns', 'calls', (row) => row.call_ns),
  span<ShortKernel>('device_ns', 'on the device', (row) => row.device_ns),
  {
    key: 'ratio',
    title: 'call ÷ work',
    width_px: 92,
    drop: 1,
    value: (row) => row.call_ns / Math.max(1, row.device_ns),
    text: (row) => `${formatCount(Number((row.call_ns / Math.max(1, row.device_ns)).toFixed(1)))} ×`,
  },
];

export const outlierColumns: readonly TableColumn<LaunchOutlier>[] = [
  { key: 'call', title: 'Call', isText: true, value: (row) => row.call, text: (row) => row.call },
  { ...kernel<LaunchOutlier>(), width_px: 260, drop: 1 },
  span<LaunchOutlier>('start_ns', 'at', (row) => row.start_ns),
  span<LaunchOutlier>('call_ns', 'call', (row) => row.call_ns),
  span<LaunchOutlier>('delay_ns', 'delay', (row) => row.delay_ns),
];

export const gapColumns: readonly TableColumn<IdleGap>[] = [
  kernel<IdleGap>('Ended by'),
  span<IdleGap>('start_ns', 'from', (row) => row.start_ns),
  { ...span<IdleGap>('idle_ns', 'idle', (row) => row.idle_ns), isStrong: true },
  { key: 'cause', title: 'Waited for', isText: true, width_px: 130, value: causeOf, text: causeOf },
];

function kernel<T extends { kernel: string; short_name: string }>(title = 'Kernel'): TableColumn<T> {
  return {
    key: 'kernel',
    title,
    isText: true,
    value: (row) => row.kernel,
    text: (row) => row.short_name,
  };
}

function span<T>(key: string, title: string, value: (row: T) => number): TableColumn<T> {
  return { key, title, width_px: 96, value, text: (row) => formatSpan(value(row)) };
}
