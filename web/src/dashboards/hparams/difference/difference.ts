// The server's answer about configurations that differ, its values in words, and as Markdown.
import { formatSetting } from '../../../kinds/hparams/cells.ts';
import { markdownCell, markdownTable } from '../../../kinds/hparams/markdown.ts';

export interface Difference {
  run: readonly number[];
  sources: readonly (readonly string[])[];
  remarks: readonly (readonly string[])[];
  n_keys: number;
  keys: readonly {
    key: string;
    values: readonly (string | number | boolean | null)[];
    has: readonly boolean[];
  }[];
}

/** A value as logged; a dash where the run has no such key. */
export function valueText(value: string | number | boolean | null, has: boolean): string {
  if (!has) return '—';
  return typeof value === 'number' ? formatSetting(value) : String(value);
}

export function differenceMarkdown({ keys }: Difference, labels: readonly string[]): string {
  const rows = keys.map(({ key, values, has }) => [
    markdownCell(key),
    ...values.map((value, i) => markdownCell(valueText(value, has[i] === true))),
  ]);
  return markdownTable(['key', ...labels.map(markdownCell)], [false, ...labels.map(() => true)], rows);
}
