// The steps of a profile as marks on its timeline.
import type { StepTime } from '../../../kinds/profile/steps.ts';
import { around, xOf, type TimeSpan } from './time_span.ts';

export type StepMark = Pick<StepTime, 'step' | 'start_ns' | 'end_ns' | 'isPartial'>;

export function stepAt(steps: readonly StepMark[], time_ns: number): StepMark | null {
  return steps.findLast((mark) => mark.start_ns <= time_ns && time_ns <= mark.end_ns) ?? null;
}

export const stepText = ({ step, isPartial }: StepMark): string =>
  `step ${step.toLocaleString('en-US')}${isPartial ? ', partial' : ''}`;

export interface ShownMark {
  readonly mark: StepMark;
  readonly x_px: number;
}

/** The marks in sight that have room for a flag of this width, and all in sight where they have. */
export function marksInSight(
  steps: readonly StepMark[],
  span: TimeSpan,
  width_px: number,
  flag_px: number,
): ShownMark[] {
  const seen = steps
    .map((mark) => ({ mark, x_px: xOf(span, width_px, mark.start_ns) }))
    .filter(({ x_px }) => x_px >= -0.5 && x_px <= width_px);
  const gap =
    seen.length > 1 ? ((seen.at(-1)?.x_px ?? 0) - (seen[0]?.x_px ?? 0)) / (seen.length - 1) : Infinity;
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((n) => n * gap >= flag_px) ?? 5000;
  return seen.filter(({ mark }) => every === 1 || mark.step % every === 0);
}

/** A chosen step with a little room; several where the training began again with the same number. */
export function stepSpan(steps: readonly StepMark[], length_ns: number): TimeSpan {
  const start_ns = Math.min(...steps.map((step) => step.start_ns));
  const end_ns = Math.max(...steps.map((step) => step.end_ns));
  return around(start_ns, end_ns - start_ns, length_ns, 0.02);
}

/** Two whole steps, or what there is: the part that a preview shows. */
export function previewSpan(steps: readonly StepMark[], length_ns: number): TimeSpan {
  const marked = steps.filter(({ step }) => step >= 0);
  const whole = marked.filter(({ isPartial }) => !isPartial);
  const [first, second] = whole.length > 0 ? whole : marked;
  const end_ns = second?.end_ns ?? first?.end_ns ?? length_ns;
  return { start_ns: first?.start_ns ?? 0, end_ns: Math.max(end_ns, (first?.start_ns ?? 0) + 1) };
}
