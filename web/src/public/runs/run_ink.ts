// The colors of runs as a canvas takes them, in the theme of the moment.
import type { Named } from '../../charts/export/sheet.ts';
import { chartTheme } from '../../charts/base/theme.ts';
import type { Run } from '../../data/shapes.ts';
import type { RunColor } from './colors.ts';
import type { Selection } from '../selection.ts';

export function inkOf({ slot, css }: RunColor): string {
  return chartTheme().runs[slot] ?? (css.startsWith('var') ? chartTheme().ink2 : css);
}

/** Runs by name and color, as a figure in a file explains them. */
export function runLines(selection: Selection, runs: readonly Pick<Run, 'id'>[]): Named[] {
  return runs.map(({ id }) => ({
    label: selection.label(id),
    color: inkOf(selection.color(id)),
    dash: selection.color(id).dash,
  }));
}
