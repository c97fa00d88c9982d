import { expect, it } from 'vitest';
import type { TableColumn } from './columns.ts';
import { rowFilter } from './row_filter.ts';

interface Row {
  name: string;
  device_ns: number;
  share: number;
  calls: number;
}
const ROWS: readonly Row[] = [
  { name: 'aten::mm', device_ns: 3e6, share: 0.75, calls: 12 },
  { name: 'aten::add', device_ns: 1e6, share: 0.25, calls: 4 },
  { name: 'Optimizer.step#Adam', device_ns: 0, share: 0, calls: 30 },
  { name: 'vectorized_kernel<4>', device_ns: NaN, share: 0, calls: 1 },
];
const COLUMNS: readonly TableColumn<Row>[] = [
  {
    key: 'name',
    title: 'Name',
    isText: true,
    field: 'name',
    value: (row) => row.name,
    text: (row) => row.name,
  },
  {
    key: 'device_ns',
    title: 'self',
    field: 'device',
    measure: 'time',
    value: (row) => row.device_ns,
    text: () => '',
  },
  {
    key: 'share',
    title: 'share',
    field: 'share',
    measure: 'share',
    value: (row) => row.share,
    text: () => '',
  },
  { key: 'calls', title: 'calls', field: 'calls', value: (row) => row.calls, text: () => '' },
];

function calls(filter: string): number[] {
  const found = rowFilter(filter, COLUMNS);
  expect(found.problem).toBeNull();
  return ROWS.filter(found.test).map((row) => row.calls);
}
const problem = (filter: string): string => rowFilter(filter, COLUMNS).problem ?? '';

it('filters by all words of the names', () => {
  expect(calls(' ATEN add')).toEqual([4]);
  expect(calls('')).toEqual([12, 4, 30, 1]);
  expect(calls('"kernel<4>"')).toEqual([1]);
  expect(calls('-aten -kernel')).toEqual([30]);
});

it('compares columns, all that are given', () => {
  expect(calls('name~aten device>0 calls>=10')).toEqual([12]);
  expect(calls('name ~ ^aten::(mm|add)$')).toEqual([12, 4]);
  expect(calls('name=ATEN::MM')).toEqual([12]);
  expect(calls('name!~aten')).toEqual([30, 1]);
  expect(calls('-calls<10 Calls!=30')).toEqual([12]);
});

it('takes times in ms unless they have a unit, and shares in percent', () => {
  expect(calls('device>=1')).toEqual([12, 4]);
  expect(calls('device>2000us')).toEqual([12]);
  expect(calls('device=1e6ns')).toEqual([4]);
  expect(calls('share>=25')).toEqual([12, 4]);
  expect(calls('share>25%')).toEqual([12]);
});

it('leaves out what is not known where it is compared', () => {
  expect(calls('device>=0')).toEqual([12, 4, 30]);
});

it.each([
  ['speed>3', /No column “speed”. There are name, device, share, calls; put a text with > in quotes/],
  ['device>', /device> needs a number/],
  ['name~', /name~ needs a text/],
  ['device>fast', /“fast” is no number/],
  ['device~3', /device is a number: compare it with </],
  ['name>a', /name is a text: compare it with ~/],
  ['name~(', /“\(” is no regular expression/],
  ['calls>3ms', /calls has no unit ms/],
  ['device>3%', /device has no unit %/],
])('says what is wrong with %s, and hides nothing', (filter, message) => {
  expect(problem(filter)).toMatch(message);
  expect(ROWS.filter(rowFilter(filter, COLUMNS).test)).toHaveLength(ROWS.length);
});
