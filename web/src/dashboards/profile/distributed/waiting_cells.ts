// Cells of the grid of waiting: a step each, or the mean of neighbors where there are too many.
import type { WorkerRow } from '../../../kinds/profile/distributed.ts';

export interface WaitingCell {
  first: number;
  last: number;
  waiting_ns: number;
}

export function waitingCells(
  { steps, waiting_by_step_ns }: Pick<WorkerRow, 'steps' | 'waiting_by_step_ns'>,
  most: number,
): WaitingCell[] {
  const perCell = Math.max(1, Math.ceil(steps.length / Math.max(1, most)));
  const cells: WaitingCell[] = [];
  for (let at = 0; at < steps.length; at += perCell) {
    const values = waiting_by_step_ns.slice(at, at + perCell);
    cells.push({
      first: steps[at] ?? 0,
      last: steps[Math.min(at + perCell, steps.length) - 1] ?? 0,
      waiting_ns: values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length),
    });
  }
  return cells;
}
