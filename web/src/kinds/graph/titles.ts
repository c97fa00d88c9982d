// How an entry of a graph is called: torch's "Linear[fc1]" is fc1 and a Linear, a number says less than an op.
import type { GraphRow } from './level.ts';

export interface Title {
  title: string;
  /** What it is, for a second line. */
  kind: string;
}

const MODULE = /^([^[\]]+)\[([^[\]]+)\]$/;
/** Names that a trace made up: 682, input.5, x.13. */
const MADE_UP = /^(\d+|[a-z]+\.\d+)$/i;

/** "aten::layer_norm" and "prim::GetAttr" without their namespaces. */
export const shortOp = (op: string): string => op.slice(op.lastIndexOf(':') + 1);

export function titleOf(row: Pick<GraphRow, 'label' | 'op' | 'part'>): Title {
  const parts = row.label.split('/');
  const own = parts.map((part) => MODULE.exec(part)?.[2] ?? part);
  const last = parts.at(-1) ?? '';
  const module = MODULE.exec(last);
  if (row.part === 'series') return { title: joined([...own.slice(0, -1), seriesName(last)]), kind: '' };
  if (row.part !== 'operation') return { title: joined(own), kind: module?.[1] ?? '' };
  const above = own.slice(0, -1);
  // Of a scope with one operation the scope's name says more.
  if (MADE_UP.test(last))
    return above.length > 0 && above.at(-1) !== 'output'
      ? { title: joined(above), kind: shortOp(row.op) }
      : { title: above.length > 0 ? joined(above) : shortOp(row.op), kind: last };
  const op = shortOp(row.op);
  return { title: joined(own), kind: op === last ? '' : op };
}

/** "Block[0] … Block[11]" without the class that all have. */
function seriesName(label: string): string {
  return label
    .split(' … ')
    .map((part) => MODULE.exec(part)?.[2] ?? part)
    .join(' … ');
}

/** The number of a list's member belongs to the list's name: layers.0. */
function joined(parts: readonly string[]): string {
  return parts.reduce(
    (text, part) =>
      text === '' ? part : /^\d+( … \d+)?$/.test(part) ? `${text}.${part}` : `${text} / ${part}`,
    '',
  );
}
