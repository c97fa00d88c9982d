// Settings of images in the link: size, brightness, columns, steps of single cards, and the two that are compared.
import type { View } from '../../public/view.ts';
import type { Cell, Columns } from './cells.ts';

export const SIZES_PX = { min: 72, max: 480, usual: 160 } as const;

/** One side of a comparison. Without a step of its own it follows the ruler. */
export interface Side {
  run: string;
  tag: string;
  part: number;
  step: number | null;
}

export type Name = 'a' | 'b';

function numberOf(text: string | undefined, usual: number, low: number, high: number): number {
  const value = text === undefined || text === '' ? NaN : Number(text);
  return Number.isFinite(value) ? Math.max(low, Math.min(high, value)) : usual;
}

export const sizeOf = (view: View): number =>
  numberOf(view.own('images.size'), SIZES_PX.usual, SIZES_PX.min, SIZES_PX.max);
export const brightnessOf = (view: View): number => numberOf(view.own('images.brightness'), 1, 0, 4);
export const contrastOf = (view: View): number => numberOf(view.own('images.contrast'), 1, 0, 4);
export const columnsOf = (view: View): Columns => (view.own('images.columns') === 'steps' ? 'steps' : 'runs');

/** The CSS filter for brightness and contrast; none where both are as logged. */
export function filterOf(view: View): string {
  const [brightness, contrast] = [brightnessOf(view), contrastOf(view)];
  return brightness === 1 && contrast === 1
    ? 'none'
    : `brightness(${String(brightness)}) contrast(${String(contrast)})`;
}

export function parseSide(text: string | undefined): Side | null {
  try {
    const [run, tag, part, step] = JSON.parse(text ?? 'null') as [unknown, unknown, unknown, unknown];
    if (typeof run !== 'string' || typeof tag !== 'string' || typeof part !== 'number') return null;
    return { run, tag, part, step: typeof step === 'number' ? step : null };
  } catch {
    return null;
  }
}

export function writeSide(side: Side): string {
  return JSON.stringify([side.run, side.tag, side.part, side.step]);
}

export const sideOf = (view: View, name: Name): Side | null => parseSide(view.own(`images.${name}`));

export function isSide(side: Side | null, cell: Pick<Cell, 'tag' | 'part' | 'step'>, run: string): boolean {
  return (
    side !== null &&
    side.run === run &&
    side.tag === cell.tag &&
    side.part === cell.part &&
    (side.step === null || side.step === cell.step)
  );
}

/** A picture was chosen: the first is A, the next B, each further one B instead; A again takes it back. */
export function choose(view: View, side: Side): void {
  const [a, b] = [view.own('images.a'), view.own('images.b')];
  const chosen = writeSide(side);
  if (chosen === a) view.setOwn({ 'images.a': b, 'images.b': undefined });
  else if (chosen === b) view.setOwn({ 'images.b': undefined });
  else if (a === undefined)
    view.setOwn({ 'images.a': chosen, 'images.compare': view.own('images.compare') ?? 'swipe' });
  else view.setOwn({ 'images.b': chosen, 'images.compare': view.own('images.compare') ?? 'swipe' });
}

/** Steps of single cards that do not follow the ruler, by tag. */
function ownSteps(view: View): Record<string, number> {
  try {
    const steps = JSON.parse(view.own('images.steps') ?? '{}') as unknown;
    return steps !== null && typeof steps === 'object' ? (steps as Record<string, number>) : {};
  } catch {
    return {};
  }
}

export function ownStep(view: View, tag: string): number | null {
  const step = ownSteps(view)[tag];
  return typeof step === 'number' ? step : null;
}

export function setOwnStep(view: View, tag: string, step: number | null): void {
  const rest = Object.fromEntries(Object.entries(ownSteps(view)).filter(([one]) => one !== tag));
  const next = step === null ? rest : { ...rest, [tag]: step };
  view.setOwn({ 'images.steps': Object.keys(next).length > 0 ? JSON.stringify(next) : undefined });
}
