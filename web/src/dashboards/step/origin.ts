// Where NaN and infinities came from: which tag went first, and how they spread over the layers that log the same.
import { formatCount } from '../../charts/base/format.ts';
import { natural } from '../../public/runs/natural.ts';
import type { Jump } from './jumps.ts';

export interface Origin {
  first: Jump;
  /** What a row of the map is called: the tag without what all rows share. */
  rows: readonly { tag: string; label: string; cells: readonly Cell[] }[];
  steps: readonly number[];
}

/** A value at a step: its size among all of the map, from 0 to 1; null where nothing was logged. */
export type Cell = { size: number } | 'nonfinite' | null;

const MOST_ROWS = 16;
const MOST_STEPS = 16;

/** Null where no tag had such a value up to the current step. */
export function originOf(jumps: readonly Jump[]): Origin | null {
  const bad = jumps.filter((jump) => jump.first_nonfinite_step <= jump.at_step);
  const [first] = bad.toSorted(
    (a, b) => a.first_nonfinite_step - b.first_nonfinite_step || natural(a.tag, b.tag),
  );
  if (!first) return null;
  const family = jumps
    .filter((jump) => patternOf(jump.tag) === patternOf(first.tag))
    .sort((a, b) => natural(b.tag, a.tag));
  const rows = around(family, family.indexOf(first));
  const steps = [...new Set(rows.flatMap((row) => [...row.recent_steps]))]
    .sort((a, b) => a - b)
    .slice(-MOST_STEPS);
  const size = sizes(rows);
  return {
    first,
    steps,
    rows: rows.map((row) => ({
      tag: row.tag,
      label: row.tag,
      cells: steps.map((step) => cellOf(row, step, size)),
    })),
  };
}

/** Layers differ in numbers: blocks.3/qkv and blocks.4/qkv are of one family. */
const patternOf = (tag: string): string => tag.replaceAll(/\d+/g, '#');

/** As many as there is room for, with the one that went first in the middle. */
function around<T>(rows: readonly T[], at: number): readonly T[] {
  const from = Math.max(0, Math.min(at - MOST_ROWS / 2, rows.length - MOST_ROWS));
  return rows.slice(from, from + MOST_ROWS);
}

/** By the logarithm: what runs away does so by powers. */
function sizes(rows: readonly Jump[]): (value: number) => number {
  const logs = rows.flatMap((row) => [...row.recent]).flatMap((value) => finiteLog(value) ?? []);
  const [low, high] = [Math.min(...logs), Math.max(...logs)];
  return (value) => {
    const log = finiteLog(value);
    return log === null || high === low ? 0 : (log - low) / (high - low);
  };
}

function finiteLog(value: number): number | null {
  return Number.isFinite(value) && value !== 0 ? Math.log(Math.abs(value)) : null;
}

function cellOf(row: Jump, step: number, size: (value: number) => number): Cell {
  const value = row.recent[row.recent_steps.indexOf(step)];
  if (value === undefined) return null;
  return Number.isFinite(value) ? { size: size(value) } : 'nonfinite';
}

/** "Inf at step 840, 60 steps before train/loss. 2 of 6 by 860, all 6 by 900." */
export function originText({ first }: Origin, jumps: readonly Jump[]): string {
  const name = Number.isNaN(first.first_nonfinite) ? 'NaN' : 'Inf';
  const later = jumps
    .filter((jump) => jump.first_nonfinite_step > first.first_nonfinite_step)
    .sort((a, b) => a.first_nonfinite_step - b.first_nonfinite_step);
  const loss = later.find((jump) => /loss/i.test(jump.tag)) ?? later.at(-1);
  const ahead = loss
    ? `, ${formatCount(loss.first_nonfinite_step - first.first_nonfinite_step)} steps before ${loss.tag}`
    : '';
  const family = jumps.filter((jump) => patternOf(jump.tag) === patternOf(first.tag));
  const reached = family.map((jump) => jump.first_nonfinite_step).filter((step) => !Number.isNaN(step));
  const spread =
    family.length > 1
      ? ` It reached ${reached.length === family.length ? `all ${String(family.length)}` : `${String(reached.length)} of ${String(family.length)}`} by ${formatCount(Math.max(...reached))}.`
      : '';
  return `${name} at step ${formatCount(first.first_nonfinite_step)}${ahead}.${spread}`;
}
