// How wide a column is: enough for its head and its longest word, within bounds.
import { cellText } from '../../kinds/hparams/cells.ts';
import type { TrialColumn } from '../../kinds/hparams/trials.ts';

const CHAR_PX = 6.4;
const SAMPLE = 24;

export function widthOf(column: TrialColumn): number {
  let longest = Math.min(column.label.length + 3, 22);
  const every = Math.max(1, Math.floor(column.numbers.length / SAMPLE));
  for (let row = 0; row < column.numbers.length; row += every) longest = Math.max(longest, Math.min(cellText(column, row).length, 28));
  return Math.round(Math.max(64, longest * CHAR_PX + 20));
}
