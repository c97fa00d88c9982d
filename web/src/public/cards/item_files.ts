// Files of a card with items: each shown item as it was logged, and the list of all of them.
import { formatCount } from '../../charts/base/format.ts';
import type { Items } from '../../data/items.ts';
import { csvFile, jsonFile, type DataFile } from './downloads.ts';

/** An item that a card shows. */
export interface ShownItem {
  /** Names its menu entry: the run, and what distinguishes it from other items of that run. */
  what: string;
  step: number;
  url: string;
}

/** A menu with more entries could not be read. */
const MOST_ENTRIES = 12;
const LIST_COLUMNS = ['run', 'tag', 'step', 'wall_time', 'bytes'] as const;
/** File extensions that differ from the media subtype. */
const ENDINGS: Record<string, string> = { jpeg: 'jpg', plain: 'txt', 'svg+xml': 'svg' };

/** `items`: what is shown; `lists`: all that was logged. */
export function itemFiles(
  tag: string,
  items: readonly ShownItem[],
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
  if (!response.ok) throw new Error(`The server answered ${String(response.status)}; nothing was saved`);
  return response.blob();
}
