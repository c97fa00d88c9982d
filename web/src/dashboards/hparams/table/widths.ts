// How wide a column is: enough for its head and its longest word, within bounds.
import { cellText } from '../../../kinds/hparams/cells.ts';
import { shortName } from '../../../charts/base/short_name.ts';
import type { TrialColumn } from '../../../kinds/hparams/trials.ts';

/** Longer heads are cut. */
export const HEAD_CHARS = 26;

const CHAR_PX = 6.4;
/** Of a text in wide letters. */
const WIDE_PX = 7.5;
const PADDING_PX = 20;
const SAMPLE = 24;
/** For the mark of a column that is sorted by. */
const SORT_CHARS = 3;

export function widthOf(column: TrialColumn): number {
  let longest = shortName(column.label, HEAD_CHARS).length + SORT_CHARS;
  const every = Math.max(1, Math.floor(column.numbers.length / SAMPLE));
  for (let row = 0; row < column.numbers.length; row += every)
    longest = Math.max(longest, Math.min(cellText(column, row).length, 28));
  return Math.round(Math.max(64, longest * CHAR_PX + PADDING_PX));
}

/** What stands beside a name in its cell: the color, the mark of a growing run, padding. */
export const BESIDE_NAME_PX = 56;
const NAME_PX = { least: 200, least_phone: 140, most: 460 };
const PHONE_PX = 640;

/** The column of names: wide enough for the longest, as far as the other columns leave room. */
export function nameWidth(names: readonly string[], view_px: number, columns_px: number): number {
  const least = view_px < PHONE_PX ? NAME_PX.least_phone : NAME_PX.least;
  const longest = names.reduce((most, name) => Math.max(most, name.length), 0);
  const wanted = Math.ceil(longest * WIDE_PX) + PADDING_PX + BESIDE_NAME_PX;
  return Math.round(Math.max(least, Math.min(wanted, NAME_PX.most, view_px - columns_px)));
}

/** Whether a text is perhaps too long for a cell. Cutting off takes a browser time, so cells do it only where they must. */
export function mayOverflow(text: string, width_px: number): boolean {
  return text.length * WIDE_PX > width_px - PADDING_PX;
}
