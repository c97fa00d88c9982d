// Which profile is shown: of a run's files the chosen one, else the one that says most.
import { formatDate } from '../../charts/base/format.ts';
import type { ProfileFile } from './sessions.ts';

/** Readable traces first, an xplane file before the shorter trace that is made of it; of equals the latest, as they are listed. */
export function bestFile(files: readonly ProfileFile[]): ProfileFile | null {
  const ranks = files.map(rank);
  return files[ranks.indexOf(Math.min(...ranks))] ?? null;
}

/** Workers of the files, each once. */
export function hostsOf(files: readonly ProfileFile[]): string[] {
  return [...new Set(files.map((file) => file.host))];
}

/** All spans of a worker as one profile, which is no file. */
export const isAllSpans = ({ tool }: Pick<ProfileFile, 'tool'>): boolean => tool === 'torch_spans';

/** The files of a worker to choose from: all its spans first, where there are several. */
export function spansOf(files: readonly ProfileFile[], host: string): ProfileFile[] {
  const own = files.filter((file) => file.host === host);
  return [...own.filter(isAllSpans), ...own.filter((file) => !isAllSpans(file))];
}

/** What tells the files of one worker apart: when it was recorded, and by which tool where there are several. */
export function spanLabel(file: ProfileFile, files: readonly ProfileFile[]): string {
  if (isAllSpans(file)) return 'All spans';
  const began_s = secondsOf(file.session);
  const when = began_s === null ? file.session || formatDate(file.modified) : formatDate(began_s);
  const name = file.name.slice(file.name.lastIndexOf('/') + 1);
  const isAlone = (label: string, of: (one: ProfileFile) => string): boolean =>
    files.filter((one) => of(one) === label).length === 1;
  if (isAlone(file.session, (one) => one.session) && isAlone(file.tool, (one) => one.tool)) return when;
  if (!isAlone(file.tool, (one) => one.tool) && file.tool === 'torch' && began_s !== null)
    return `${when}:${String(Math.floor(began_s % 60)).padStart(2, '0')}`;
  return file.tool === 'torch' ? name : `${when} · ${file.tool || name}`;
}

/** torch names its files by the time in milliseconds or nanoseconds. */
function secondsOf(session: string): number | null {
  return /^\d{13,19}$/.test(session) ? Number(session) / 10 ** (session.length - 10) : null;
}

function rank({ problem, tool, name }: ProfileFile): number {
  if (problem) return 9;
  if (tool === 'torch') return 0;
  if (name.endsWith('.xplane.pb')) return 1;
  return tool === 'trace' ? 2 : /trace/.test(tool) ? 3 : 4;
}
