// Notices as people read them: what the server found of runs, what the clock makes of it, in one line each with its evidence.
import { formatBytes, formatCount, formatDuration, formatShort } from '../../charts/base/format.ts';
import type { Run } from '../../data/shapes.ts';

/** What the query `notices` of scalars answers with; docs/kinds/scalar.md has the rules. */
export type Found =
  | { rule: 'nan'; run: number; tag: string; step: number; n_tags: number }
  | { rule: 'damage'; run: number; n: number; bytes: number }
  | { rule: 'slower'; run: number; pace: number; was: number; step: number }
  | { rule: 'plateau'; run: number; tag: string; step: number; last_step: number };

export interface Notice {
  /** The same as long as it is about the same thing: by it a notice is known as seen. */
  key: string;
  rule: 'failed' | 'alert' | 'nan' | 'damage' | 'stalled' | 'slower' | 'plateau';
  run: number;
  tag: string | null;
  step: number | null;
  /** Steps to look at, where it is about a range. */
  range: readonly [number, number] | null;
  what: string;
  evidence: string;
}

/** The worst first. */
const ORDER: readonly Notice['rule'][] = ['failed', 'alert', 'nan', 'stalled', 'damage', 'slower', 'plateau'];
/** How `sightline alert` begins the notes that it adds to steps. */
const ALERT = 'Alert: ';

export function noticesOf(found: readonly Found[], runs: ReadonlyMap<number, Run>, now_s: number): Notice[] {
  const ofLogs = found.flatMap((one) => {
    const run = runs.get(one.run);
    const notice = run && !run.hidden ? noticeOf(one, run) : null;
    return notice ? [notice] : [];
  });
  const ofRuns = [...runs.values()].flatMap((run) =>
    run.hidden ? [] : [failureNotice(run) ?? [], alertNotices(run), stalledNotice(run, now_s) ?? []].flat(),
  );
  return [...ofLogs, ...ofRuns].sort((a, b) => ORDER.indexOf(a.rule) - ORDER.indexOf(b.rule));
}

function noticeFor(
  run: Run,
  rule: Notice['rule'],
  what: string,
  evidence: string,
  more: Partial<Pick<Notice, 'tag' | 'step' | 'range'>> = {},
): Notice {
  const place = rule === 'nan' || rule === 'stalled' ? more.step : rule === 'alert' ? what : '';
  return {
    key: [rule, run.name, more.tag ?? '', place].join('|'),
    rule,
    run: run.id,
    tag: null,
    step: null,
    range: null,
    what,
    evidence,
    ...more,
  };
}

function failureNotice(run: Run): Notice | null {
  if (run.exception === null) return null;
  const last = run.last_step === null ? '' : ` Last step ${formatCount(run.last_step)}.`;
  return noticeFor(run, 'failed', 'ended with an exception', `${run.exception}.${last}`);
}

function alertNotices(run: Run): Notice[] {
  return run.step_notes
    .filter((note) => note.text.startsWith(ALERT))
    .map((note) =>
      noticeFor(run, 'alert', note.text.slice(ALERT.length), `Alert at step ${formatCount(note.step)}.`, {
        tag: note.tag ?? null,
        step: note.step,
      }),
    );
}

/** The server decides which runs are stalled (docs/engine.md). */
function stalledNotice(run: Run, now_s: number): Notice | null {
  if (!run.stalled || run.last_time === null) return null;
  const goal = run.goal_step ?? run.planned_step;
  const missing =
    goal !== null && run.last_step !== null && goal > run.last_step
      ? `; ${formatCount(goal - run.last_step)} steps to go`
      : '';
  return noticeFor(
    run,
    'stalled',
    `no new value for ${formatMinutes(now_s - run.last_time)}`,
    `Usually one every ${formatDuration(run.stalled.usual_secs)}. Last at step ${formatCount(run.last_step ?? 0)}${missing}.`,
    { step: run.last_step },
  );
}

function noticeOf(found: Found, run: Run): Notice | null {
  switch (found.rule) {
    case 'nan': {
      const others = found.n_tags - 1;
      const more =
        others === 0 ? '' : ` ${formatCount(others)} more ${others === 1 ? 'tag has' : 'tags have'} NaN.`;
      return noticeFor(
        run,
        'nan',
        `${found.tag} is NaN`,
        `First at step ${formatCount(found.step)}.${more}`,
        {
          tag: found.tag,
          step: found.step,
        },
      );
    }
    case 'damage':
      return noticeFor(
        run,
        'damage',
        'part of the log cannot be read',
        `${formatCount(found.n)} damaged ${found.n === 1 ? 'place' : 'places'}, ${formatBytes(found.bytes)} skipped; the rest is shown.`,
      );
    case 'slower':
      if (run.state !== 'live') return null;
      return noticeFor(
        run,
        'slower',
        'slower than before',
        `${formatPace(found.pace)} steps/s since step ${formatCount(found.step)}, was ${formatPace(found.was)}.`,
        { step: found.step },
      );
    case 'plateau':
      if (run.state !== 'live') return null;
      return noticeFor(
        run,
        'plateau',
        `${found.tag} is flat`,
        `Changed by less than 0.3 % from step ${formatShort(found.step)} to ${formatShort(found.last_step)}.`,
        { tag: found.tag, range: [found.step, found.last_step] },
      );
  }
}

/** Without seconds: it stands in a list that people read now and then. */
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
