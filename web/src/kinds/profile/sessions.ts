// The profilers' files as the page lists them: session by session, and what opens each.
import { Columns } from '../../data/columns.ts';
import { queryUrl } from '../../data/kind_query.ts';

export interface ProfileFile {
  run: number;
  session: string;
  host: string;
  tool: string;
  /** The path below the run's directory, by which the server knows the file. */
  name: string;
  n_bytes: number;
  modified: number;
  /** Why it will hardly be of use; empty where nothing is known against it. */
  problem: string;
}

export interface Session {
  run: number;
  name: string;
  files: ProfileFile[];
}

export function decodeFiles(bytes: ArrayBuffer): ProfileFile[] {
  const columns = new Columns(bytes);
  const [runs, sizes, times] = [
    columns.numbers('run'),
    columns.numbers('bytes'),
    columns.numbers('modified'),
  ];
  const [sessions, hosts, tools, names, problems] = (
    ['session', 'host', 'tool', 'name', 'problem'] as const
  ).map((name) => columns.words(name)) as [
    readonly string[],
    readonly string[],
    readonly string[],
    readonly string[],
    readonly string[],
  ];
  return Array.from({ length: columns.rows }, (_, row) => ({
    run: runs[row] as number,
    session: sessions[row] as string,
    host: hosts[row] as string,
    tool: tools[row] as string,
    name: names[row] as string,
    n_bytes: sizes[row] as number,
    modified: times[row] as number,
    problem: problems[row] as string,
  }));
}

/** Files of one run and session together, in the order of the answer. */
export function sessionsOf(files: readonly ProfileFile[]): Session[] {
  const found = new Map<string, Session>();
  for (const file of files) {
    const key = `${String(file.run)} ${file.session}`;
    const session = found.get(key) ?? { run: file.run, name: file.session, files: [] };
    session.files.push(file);
    found.set(key, session);
  }
  return [...found.values()];
}

/** The program that shows such a file, by name: nothing is sent there. */
export function opensWith({ name, tool }: Pick<ProfileFile, 'name' | 'tool'>): string {
  if (tool === 'torch' || /trace/.test(tool)) return 'Perfetto UI';
  return /\.pb$/.test(name) ? 'XProf' : 'a text editor';
}

export function fileUrl({ run, name }: Pick<ProfileFile, 'run' | 'name'>): string {
  return queryUrl({ kind: 'profile', query: 'item', params: { run, name } });
}
