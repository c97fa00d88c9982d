// Logged things of runs as files: each as it was logged, and the list of them.
import { formatCount } from '../../charts/base/format.ts';
import type { Items } from '../../data/items.ts';
import { csvFile, jsonFile, type DataFile } from './downloads.ts';

/** A logged thing that a card shows. */
export interface KeptItem {
  /** How its entry is named: the run, and what tells it from others of that run. */
  what: string;
  step: number;
  url: string;
}

/** More entries than this make no menu. */
const MOST_ENTRIES = 12;
const LIST_COLUMNS = ['run', 'tag', 'step', 'wall_time', 'bytes'] as const;
/** The endings of types whose own name is none. */
const ENDINGS: Record<string, string> = { jpeg: 'jpg', plain: 'txt', 'svg+xml': 'svg' };

/** `items`: what is shown; `lists`: all that was logged. */
export function itemFiles(
  tag: string,
  items: readonly KeptItem[],
  lists: readonly Items[],
  label: (run: number) => string,
): DataFile[] {
  const each = items.slice(0, MOST_ENTRIES).map(({ what, step, url }) => ({
    what,
    format: `step ${formatCount(step)}`,
    name: (type: string) => `${tag} ${what} ${String(step)}.${endingOf(type)}`,
    make: () => fetched(url),
  }));
  return [
    ...each,
    csvFile('List of all steps', LIST_COLUMNS, () => listRows(lists, label)),
    jsonFile('List of all steps', () =>
      listRows(lists, label).map((row) => Object.fromEntries(LIST_COLUMNS.map((name, i) => [name, row[i]]))),
    ),
  ];
}

export function listRows(lists: readonly Items[], label: (run: number) => string): (string | number)[][] {
  return lists.flatMap((items) =>
    Array.from(items.steps, (step, row) => [
      label(items.run),
      items.tag,
      step,
      items.walls[row] as number,
      items.n_bytes[row] as number,
    ]),
  );
}

/** "png" of "image/png", "txt" of "text/plain; charset=utf-8". */
export function endingOf(type: string): string {
  const subtype = /^[^/]+\/([^;\s]+)/.exec(type)?.[1] ?? 'bin';
  return ENDINGS[subtype] ?? (/^\w+$/.test(subtype) ? subtype : 'bin');
}

async function fetched(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The server answered ${String(response.status)}; nothing was kept`);
  return response.blob();
}
