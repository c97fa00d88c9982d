// The color of a frame: Python is neutral, work has the color of its category in all views; backward passes stand out.
import type { ChartTheme } from '../../../charts/base/theme.ts';
import type { Stacks } from '../../../kinds/profile/stacks.ts';
import { mixed, slotOf } from '../timeline/slice_colors.ts';

const PYTHON = 3;
const BACKWARD_SLOT = 4;
const BACKWARD = /^autograd::engine|Backward\d*$/;

export type FrameSort = 'python' | 'backward' | number;

/** For each row its sort: a slot of the run colors for operators and device work. */
export function sortsOf(stacks: Stacks): FrameSort[] {
  const sorts: FrameSort[] = [];
  for (let row = 0; row < stacks.length; row += 1) {
    const category = stacks.category[row] ?? 0;
    const frame = stacks.frame[row] ?? '';
    const above = sorts[stacks.parent[row] ?? -1];
    if (category === PYTHON) sorts.push('python');
    else if (category < PYTHON && (above === 'backward' || BACKWARD.test(frame))) sorts.push('backward');
    else sorts.push(slotOf(category, frame));
  }
  return sorts;
}

/** What a sort is called, and its color as CSS. */
export const SORTS: readonly { sort: FrameSort; label: string; css: string }[] = [
  { sort: 'python', label: 'Python', css: 'var(--ink-3)' },
  { sort: 3, label: 'operator', css: 'var(--run-3)' },
  { sort: 'backward', label: 'backward', css: 'var(--run-4)' },
  { sort: 10, label: 'runtime', css: 'var(--run-10)' },
  { sort: 2, label: 'data loading', css: 'var(--run-2)' },
  { sort: 1, label: 'kernel', css: 'var(--run-1)' },
  { sort: 6, label: 'communication', css: 'var(--run-6)' },
  { sort: 5, label: 'copy', css: 'var(--run-5)' },
  { sort: 11, label: 'fill', css: 'var(--run-11)' },
  { sort: 12, label: 'other', css: 'var(--run-12)' },
];

/** Where two profiles are compared. */
export const CHANGES: readonly { label: string; css: string }[] = [
  { label: 'longer', css: 'var(--run-2)' },
  { label: 'the same', css: 'var(--ink-3)' },
  { label: 'shorter', css: 'var(--run-1)' },
];
const LONGER_SLOT = 2;
const SHORTER_SLOT = 1;
/** Within this share a frame counts as the same. */
const SAME = 0.01;

/** The color of a change from −1 to 1: the more of a frame is new, the stronger. */
export function changeColors(
  theme: Pick<ChartTheme, 'runs' | 'surface' | 'label'>,
  change: number,
): FrameColors {
  if (Math.abs(change) < SAME) return frameColors(theme, 'python');
  const color = theme.runs[(change > 0 ? LONGER_SLOT : SHORTER_SLOT) - 1] ?? '#888888';
  const share = 0.15 + 0.5 * Math.min(1, Math.abs(change) * 2);
  return { fill: mixed(color, theme.surface, share), edge: mixed(color, theme.surface, 0.9) };
}

export interface FrameColors {
  fill: string;
  edge: string;
}

export function frameColors(
  theme: Pick<ChartTheme, 'runs' | 'surface' | 'label'>,
  sort: FrameSort,
): FrameColors {
  if (sort === 'python')
    return { fill: mixed(theme.label, theme.surface, 0.17), edge: mixed(theme.label, theme.surface, 0.75) };
  const color = theme.runs[(sort === 'backward' ? BACKWARD_SLOT : sort) - 1] ?? '#888888';
  return { fill: mixed(color, theme.surface, 0.3), edge: mixed(color, theme.surface, 0.9) };
}
