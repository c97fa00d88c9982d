// Columns of the tables of memory.
import { formatBytes } from '../../../charts/base/format.ts';
import { formatChange, type MemoryGroup, type MemoryOperator } from '../../../kinds/profile/memory.ts';
import { nameOf } from '../../../kinds/profile/stacks.ts';
import { colorOf } from '../../../kinds/profile/roles.ts';
import { count, type TableColumn } from '../tables/columns.ts';

const ownPlace = (group: MemoryGroup): string => {
  const frame = group.stack.find((one) => nameOf(one).place !== '') ?? group.stack[0];
  return frame === undefined ? '' : nameOf(frame).place || nameOf(frame).name;
};

/** `isFile`: of a memory file, whose groups are by stack; else by operator and size. */
export function groupColumns(hasStacks: boolean, isFile: boolean): TableColumn<MemoryGroup>[] {
  return [
    {
      key: 'operator',
      title: isFile ? 'Function' : 'Operator',
      isText: true,
      value: (row) => row.operator,
      text: (row) => row.operator || (isFile ? 'no stack' : 'outside of operators'),
    },
    { ...bytes<MemoryGroup>('bytes', 'sum', (row) => row.bytes), isStrong: true },
    bytes<MemoryGroup>('each_bytes', isFile ? 'largest' : 'each', (row) => row.each_bytes),
    { ...count<MemoryGroup>('count', 'n', (row) => row.count), width_px: 52 },
    ...(hasStacks
      ? [
          {
            key: 'stack',
            title: 'Stack',
            isText: true,
            width_px: 190,
            drop: 1,
            value: ownPlace,
            text: (row: MemoryGroup) => ownPlace(row) || '—',
          },
        ]
      : []),
  ];
}

export function operatorColumns(
  rows: readonly MemoryOperator[],
  hasPairs: boolean,
): TableColumn<MemoryOperator>[] {
  const most = rows.reduce((largest, row) => Math.max(largest, row.self_allocated_bytes), 0);
  const [own, all] = ['self', 'with what it calls'];
  const growth = (key: 'self_growth_bytes' | 'growth_bytes', band: string): TableColumn<MemoryOperator>[] =>
    hasPairs
      ? [
          {
            ...bytes<MemoryOperator>(key, 'growth', (row) => row[key]),
            band,
            drop: 1,
          },
        ]
      : [];
  return [
    {
      key: 'operator',
      title: 'Operator',
      isText: true,
      value: (row) => row.operator,
      text: (row) => row.operator || 'outside of operators',
    },
    {
      key: 'self_allocated_bytes',
      title: 'allocated',
      band: own,
      width_px: 156,
      isStrong: true,
      value: (row) => row.self_allocated_bytes,
      text: (row) => formatBytes(row.self_allocated_bytes),
      bar: (row) => [{ share: most > 0 ? row.self_allocated_bytes / most : 0, color: colorOf('cpu') }],
    },
    ...growth('self_growth_bytes', own),
    { ...count<MemoryOperator>('self_count', 'n', (row) => row.self_count), band: own, drop: 3 },
    { ...bytes<MemoryOperator>('allocated_bytes', 'allocated', (row) => row.allocated_bytes), band: all },
    ...growth('growth_bytes', all),
    { ...count<MemoryOperator>('count', 'n', (row) => row.count), band: all, drop: 2 },
  ];
}

function bytes<T>(key: string, title: string, value: (row: T) => number): TableColumn<T> {
  return { key, title, width_px: 92, value, text: (row) => formatChange(value(row), formatBytes) };
}
