// A run's state as the one mark its row has room for: the most urgent first.
import type { Run } from '../../data/shapes.ts';
import { formatClock, formatDuration, formatStep } from '../../charts/base/format.ts';

export type Mark = 'live' | 'loading' | 'stalled' | 'damaged' | 'failed' | 'nan' | 'none';

export function markOf(run: Run): Mark {
  if (run.exception !== null) return 'failed';
  if (run.damage) return 'damaged';
  if (run.first_nan) return 'nan';
  if (run.state === 'loading') return 'loading';
  if (run.stalled) return 'stalled';
  return run.state === 'live' ? 'live' : 'none';
}

export function markTitle(run: Run): string {
  switch (markOf(run)) {
    case 'failed':
      return `Ended with an exception: ${run.exception ?? ''}`;
    case 'damaged': {
      const first = run.damage?.first;
      const where = first
        ? `: ${first.reason} at byte ${first.offset.toLocaleString('en-US')} of ${first.file}`
        : '';
      return `${badRecords(run)}${where}; everything readable is shown`;
    }
    case 'nan':
      return `NaN at step ${String(run.first_nan?.step ?? '')} in ${run.first_nan?.tag ?? ''}`;
    case 'loading':
      return 'Loading';
    case 'stalled':
      return `Stalled: no value since ${formatClock(run.last_time ?? 0)}, usually one every ${formatDuration(run.stalled?.usual_secs ?? 0)}`;
    case 'live':
      return 'Live: written to within the last minute';
    case 'none':
      return run.state;
  }
}

/** The short note after the name. */
export function noteOf(run: Run): { text: string; tone: 'warn' | 'bad' | 'info' } | null {
  if (run.exception !== null) return { text: errorName(run.exception), tone: 'bad' };
  if (run.damage) return { text: badRecords(run), tone: 'warn' };
  if (run.first_nan) return { text: `NaN at ${formatStep(run.first_nan.step)}`, tone: 'bad' };
  if (run.stalled) return { text: `stalled ${formatClock(run.last_time ?? 0).slice(0, 5)}`, tone: 'warn' };
  // Where there are no event files: "trainer_state.json" of "Transformers trainer_state.json".
  if (run.source !== null) return { text: /\S+\.\w+$/.exec(run.source)?.[0] ?? run.source, tone: 'info' };
  return null;
}

function badRecords(run: Run): string {
  const n = run.damage?.count ?? 0;
  return `${String(n)} bad ${n === 1 ? 'record' : 'records'}`;
}

/** "ValueError" of "ValueError: batch 17 is empty", without the module it comes from. */
function errorName(exception: string): string {
  const name = exception.split(':', 1)[0] ?? '';
  return name.slice(name.lastIndexOf('.') + 1);
}
