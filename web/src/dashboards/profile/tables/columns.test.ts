import { expect, it } from 'vitest';
import type { OperatorRow } from '../../../kinds/profile/rows.ts';
import {
  csvRows,
  deviceParts,
  fitting,
  operatorColumns,
  shownColumns,
  sorted,
  withoutDetails,
} from './columns.ts';

function row(operator: string, host_self_ns: number, device_self_ns = 0): OperatorRow {
  return {
    operator,
    detail: '',
    calls: 2,
    host_self_ns,
    host_total_ns: host_self_ns,
    device_self_ns,
    device_total_ns: device_self_ns,
    tensor_core_ns: device_self_ns / 2,
    memcpy_ns: 0,
    memset_ns: 0,
    shapes: 0,
  };
}
const ROWS = [row('aten::mm', 1e6, 3e6), row('aten::add', 4e6, 1e6), row('aten::add_', 2e6)];
const OPTIONS = { detail: null, hasDevice: true, shown: 'total', placeOf: null } as const;
const COLUMNS = operatorColumns(ROWS, OPTIONS);
const names = (rows: readonly OperatorRow[]): string[] => rows.map((one) => one.operator);
const cells = (key: string): string[] => {
  const column = COLUMNS.find((one) => one.key === key);
  return ROWS.map((one) => column?.text(one) ?? '');
};

it('shows shares of the sum and of tensor cores', () => {
  expect(cells('share')).toEqual(['75.0 %', '25.0 %', '—']);
  expect(cells('tensor_cores')).toEqual(['50.0 %', '50.0 %', '—']);
  expect(cells('mean_ns')).toEqual(['1,500', '500', '—']);
});

it('has no columns of a device where nothing ran on one', () => {
  expect(
    operatorColumns(ROWS, { ...OPTIONS, hasDevice: false }).some((column) => column.key.startsWith('device')),
  ).toBe(false);
});

it('shows times in percent of the sum of own times, of device and host apart', () => {
  const columns = operatorColumns(ROWS, { ...OPTIONS, shown: 'percent' });
  const text = (key: string): string[] =>
    ROWS.map((one) => columns.find((column) => column.key === key)?.text(one) ?? '');
  expect(text('device_self_ns')).toEqual(['75.00', '25.00', '0']);
  expect(text('host_self_ns')).toEqual(['14.29', '57.14', '28.57']);
  expect(columns[1]?.band).toBe('device, %');
});

it('draws device time by what it was: kernels, copies and fills', () => {
  const copied = { ...row('aten::copy_', 0, 4e6), memcpy_ns: 3e6, memset_ns: 1e6 };
  const share = operatorColumns([...ROWS, copied], OPTIONS).find((column) => column.key === 'share');
  expect(share?.bar?.(copied).map((part) => part.share)).toEqual([0.75, 0.25]);
  expect(deviceParts(copied).map((part) => part.name)).toEqual(['memcpy', 'memset']);
  expect(deviceParts(ROWS[0] as OperatorRow).map((part) => part.name)).toEqual(['kernel']);
});

it('has a column of places where the profile knows them', () => {
  const columns = operatorColumns(ROWS, {
    ...OPTIONS,
    placeOf: (one) => (one.operator === 'aten::mm' ? 'Net' : ''),
  });
  const place = columns.find((column) => column.key === 'place');
  expect(ROWS.map((one) => place?.text(one))).toEqual(['Net', '—', '—']);
});

it('sorts either way, and keeps the order for a column it does not have', () => {
  expect(names(sorted(ROWS, COLUMNS, '-host_self_ns'))).toEqual(['aten::add', 'aten::add_', 'aten::mm']);
  expect(names(sorted(ROWS, COLUMNS, 'operator'))).toEqual(['aten::add', 'aten::add_', 'aten::mm']);
  expect(sorted(ROWS, COLUMNS, '-nothing')).toBe(ROWS);
});

it('leaves columns out where the table is narrow, never the name nor the time', () => {
  expect(fitting(COLUMNS, 2000)).toEqual(COLUMNS);
  const few = fitting(COLUMNS, 360).map((column) => column.key);
  expect(few).toEqual(['operator', 'device_self_ns', 'host_self_ns', 'calls']);
});

it('shows chosen columns whatever room there is, and always the name', () => {
  const keys = (chosen: string[] | null): string[] =>
    shownColumns(COLUMNS, chosen, 360).map((column) => column.key);
  expect(keys(['share', 'mean_ns'])).toEqual(['operator', 'share', 'mean_ns']);
  expect(keys(null)).toEqual(['operator', 'device_self_ns', 'host_self_ns', 'calls']);
});

it('has a column of shapes where some were recorded', () => {
  const columns = operatorColumns([{ ...(ROWS[0] as OperatorRow), shapes: 3 }], OPTIONS);
  expect(columns.some((column) => column.key === 'shapes')).toBe(true);
  expect(COLUMNS.some((column) => column.key === 'shapes')).toBe(false);
});

it('exports nanoseconds under plain names', () => {
  const at = COLUMNS.findIndex((column) => column.key === 'device_self_ns');
  expect(csvRows(ROWS, COLUMNS).map((cells) => cells[at])).toEqual([3e6, 1e6, 0]);
});

it('keeps rows still while the details between them are scrolled by', () => {
  const scrolled = (scroll_px: number): number => withoutDetails(scroll_px, 2, 20, 100);
  expect([0, 60, 100, 160, 161, 300].map(scrolled)).toEqual([0, 60, 60, 60, 61, 200]);
  expect(withoutDetails(300, -1, 20, 100)).toBe(300);
});
