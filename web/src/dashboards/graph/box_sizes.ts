// How each row is drawn: its shape, its two lines of text, and the room that they take.
import { formatShort } from '../../charts/base/format.ts';
import type { GraphRow } from '../../kinds/graph/level.ts';
import { shortOp, titleOf } from '../../kinds/graph/titles.ts';

export type Shape = 'box' | 'pill' | 'circle';

export interface DrawnRow {
  shape: Shape;
  title: string;
  second: string;
  width: number;
  height: number;
}

export const TITLE_FONT = { plain: '12px', strong: '600 12px' } as const;
export const SECOND_FONT = '10.5px';
const MIN_WIDTH = 68;
const MAX_WIDTH = 210;
const HEIGHT = 40;
const CIRCLE = 26;
/** A series has the edges of further boxes behind it. */
export const STACK_STEP = 4;

const SIGNS: Readonly<Record<string, string>> = {
  add: '+',
  addv2: '+',
  add_: '+',
  sub: '−',
  mul: '×',
  mul_: '×',
  div: '÷',
  realdiv: '÷',
};
const ENDS = new Set(['IO Node', 'Placeholder', 'Arg', 'InputLayer', 'Input', 'Output', '_Retval']);
/** Of what holds a tensor its shape says more than its op. */
const HOLDERS = new Set([...ENDS, 'Tensor', 'Parameter', 'Initializer']);

/** `measure`: the width of a text in a font of the page. */
export function drawnRow(row: GraphRow, measure: (text: string, font: string) => number): DrawnRow {
  const isGroup = row.part !== 'operation';
  const { title, kind } = titleOf(row);
  const sign = isGroup ? undefined : SIGNS[shortOp(row.op).toLowerCase()];
  if (sign) return { shape: 'circle', title: sign, second: '', width: CIRCLE, height: CIRCLE };
  const second = secondLine(row, kind);
  const room = isGroup ? 44 : 24;
  const text = Math.max(
    measure(title, isGroup ? TITLE_FONT.strong : TITLE_FONT.plain),
    measure(second, SECOND_FONT),
  );
  const width = Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, text + room)));
  return { shape: ENDS.has(row.op) ? 'pill' : 'box', title, second, width, height: HEIGHT };
}

function secondLine(row: GraphRow, kind: string): string {
  if (row.part === 'operation') return HOLDERS.has(row.op) ? row.shape || kind : kind || row.shape;
  const size =
    row.nParameters > 0
      ? `${formatShort(row.nParameters)} params`
      : `${formatShort(row.nOperations)} ${row.nOperations === 1 ? 'op' : 'ops'}`;
  const what =
    row.part === 'series' ? `× ${String(row.nMembers)}` : row.part === 'function' ? 'function' : kind;
  return what === '' ? size : `${what} · ${size}`;
}
