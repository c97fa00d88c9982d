// Notices as people read them: what the server found of runs, what the clock makes of it, in one line each with its evidence.
import { formatBytes, formatCount, formatDuration, formatShort } from '../../charts/base/format.ts';
import type { Run } from '../../data/shapes.ts';

/** What the query `notices` of scalars answers with; docs/kinds/scalar.md has the rules. */
export type Found =
  | { rule: 'nan'; run: number; tag: string; step: number; n_tags: number }
  | { rule: 'damage'; run: number; n: number; bytes: number }
  | { rule: 'interval'; run: number; usual_secs: number; step: number; wall_time: number }
  | { rule: 'slower'; run: number; pace: number; was: number; step: number }
  | { rule: 'plateau'; run: number; tag: string; step: number; last_step: number };

export interface Notice {
  /** The same as long as it is about the same thing: by it a notice is known as seen. */
  key: string;
  rule: 'nan' | 'damage' | 'stalled' | 'slower' | 'plateau';
  run: number;
  tag: string | null;
  step: number | null;
  /** Steps to look at, where it is about a range. */
  range: readonly [number, number] | null;
  what: string;
  evidence: string;
}

/** Stalled: without a value for so many times as long as usual, and at least so long. */
const STALLED_TIMES = 20;
const LEAST_STALLED_SECS = 120;

export interface Clock {
  now_s: number;
  /** Runs that were seen live by this page: others are old logs, and nobody waits for their next value. */
  watched: ReadonlySet<number>;
}

/** The worst first. */
const ORDER: readonly Notice['rule'][] = ['nan', 'stalled', 'damage', 'slower', 'plateau'];

export function noticesOf(found: readonly Found[], runs: ReadonlyMap<number, Run>, clock: Clock): Notice[] {
  return found
    .flatMap((one) => {
      const run = runs.get(one.run);
      const notice = run && !run.hidden ? noticeOf(one, run, clock) : null;
      return notice ? [notice] : [];
    })
    .sort((a, b) => ORDER.indexOf(a.rule) - ORDER.indexOf(b.rule));
}

function noticeOf(found: Found, run: Run, clock: Clock): Notice | null {
  const notice = (
    rule: Notice['rule'],
    what: string,
    evidence: string,
    more: Partial<Pick<Notice, 'tag' | 'step' | 'range'>> = {},
  ): Notice => ({
    key: [rule, run.name, more.tag ?? '', rule === 'nan' || rule === 'stalled' ? more.step : ''].join('|'),
    rule,
    run: run.id,
    tag: null,
    step: null,
    range: null,
    what,
    evidence,
    ...more,
  });
  switch (found.rule) {
    case 'nan': {
      const others = found.n_tags - 1;
      const more =
        others === 0 ? '' : ` ${formatCount(others)} more ${others === 1 ? 'tag has' : 'tags have'} NaN.`;
      return notice('nan', `${found.tag} is NaN`, `First at step ${formatCount(found.step)}.${more}`, {
        tag: found.tag,
        step: found.step,
      });
    }
    case 'damage':
      return notice(
        'damage',
        'part of its log cannot be read',
        `${formatCount(found.n)} damaged ${found.n === 1 ? 'place' : 'places'}, ${formatBytes(found.bytes)} skipped; the rest is shown.`,
      );
    case 'interval': {
      const silent_s = clock.now_s - found.wall_time;
      const isStalled =
        clock.watched.has(run.id) &&
        (run.state === 'idle' || run.state === 'damaged') &&
        silent_s > Math.max(LEAST_STALLED_SECS, STALLED_TIMES * found.usual_secs);
      if (!isStalled) return null;
      return notice(
        'stalled',
        `no new value for ${formatMinutes(silent_s)}`,
        `Usually one every ${formatDuration(found.usual_secs)}. Last at step ${formatCount(found.step)}.`,
        { step: found.step },
      );
    }
    case 'slower':
      if (run.state !== 'live') return null;
      return notice(
        'slower',
        'slower than before',
        `${formatPace(found.pace)} steps/s since step ${formatCount(found.step)}, was ${formatPace(found.was)}.`,
        { step: found.step },
      );
    case 'plateau':
      if (run.state !== 'live') return null;
      return notice(
        'plateau',
        `${found.tag} is flat`,
        `Moved less than 0.3 % from step ${formatShort(found.step)} to ${formatShort(found.last_step)}.`,
        { tag: found.tag, range: [found.step, found.last_step] },
      );
  }
}

/** Without seconds: it stands in a list that is looked at now and then. */
function formatMinutes(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${String(minutes)} min`
    : `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}

function formatPace(pace: number): string {
  return pace >= 100 ? pace.toFixed(0) : pace >= 10 ? pace.toFixed(1) : pace.toFixed(2);
}

/** "(3) Scalars · Sightline". */
export function titleOf(nNew: number, page: string, board: string): string {
  return `${nNew > 0 ? `(${String(nNew)}) ` : ''}${page} · ${board || 'Sightline'}`;
}
