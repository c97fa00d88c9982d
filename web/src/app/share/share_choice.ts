// What of the board goes into a report, as the dialog offers it, and the command that does the same.
import type { ReportWish, Run, Tag } from '../../data/shapes.ts';
import type { Page } from '../../public/page.ts';
import { matcher } from '../../public/filters/filter.ts';

/** One file, a folder for a web server, or a bucket. */
export type ReportForm = 'file' | 'folder' | 'bucket';

export interface ShareChoice {
  name: string;
  note: string;
  runs: 'shown' | 'listed' | 'all';
  tags: 'matching' | 'all';
  /** Slugs of pages that are left out. */
  without: ReadonlySet<string>;
  texts: boolean;
  images: boolean;
  scrubs: boolean;
}

export interface Shared {
  shown: readonly Run[];
  listed: readonly Run[];
  tags: readonly Tag[];
  tagFilter: string;
  pages: readonly Page[];
  /** The view as a link writes it, from `#` on. */
  hash: string;
}

/** Pages that compute from others' data, that need a server, or that are of all kinds. */
const NOT_OFFERED: ReadonlySet<string> = new Set(['timeseries', 'step', 'tags', 'profile']);

export function offeredPages(pages: readonly Page[]): readonly Page[] {
  return pages.filter((page) => !NOT_OFFERED.has(page.slug));
}

export function matchingTags({ tags, tagFilter }: Pick<Shared, 'tags' | 'tagFilter'>): readonly Tag[] {
  const filter = matcher(tagFilter);
  return tags.filter((tag) => filter.test(tag.tag));
}

export function wishOf(choice: ShareChoice, shared: Shared): ReportWish {
  const runs = choice.runs === 'all' ? null : shared[choice.runs].map((run) => run.id);
  const names =
    choice.tags === 'all' || shared.tagFilter.trim() === ''
      ? null
      : [...new Set(matchingTags(shared).map((tag) => tag.tag))];
  const pages = shared.pages.map((page) => page.slug);
  const kept = pages.filter((slug) => !choice.without.has(slug));
  return {
    name: choice.name.trim() || 'Report',
    note: choice.note.trim(),
    runs,
    tags: names,
    pages: kept.length === pages.length ? null : kept,
    view: shared.hash,
    text: choice.texts,
    images: choice.images,
    keep_paths: !choice.scrubs,
  };
}

/** The same on the command line, for what a page cannot write: a folder, a bucket. */
export function commandOf(
  choice: ShareChoice,
  shared: Pick<Shared, 'hash'>,
  roots: readonly string[],
  target: 'folder' | 'bucket',
): string {
  const parts = [
    'sightline share',
    ...roots.map(quoted),
    target === 'folder' ? '-o site/' : '--to s3://bucket/path',
    `--name ${quoted(choice.name.trim() || 'Report')}`,
    choice.note.trim() ? `--note ${quoted(choice.note.trim())}` : '',
    choice.runs === 'all' ? '' : `--view ${quoted(shared.hash)}`,
    choice.texts ? '' : '--no-text',
    choice.images ? '' : '--no-images',
    choice.scrubs ? '' : '--keep-paths',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function quoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
