// The sizes of a report in words: kinds by their titles, bytes in megabytes as `--max-size` takes them.
import type { KindSummary, ReportAnswer } from '../../data/shapes.ts';

export interface SizeRow {
  kind: string;
  title: string;
  what: string;
  bytes: number;
}

const MOST_ROWS = 6;
const OWN: Readonly<Record<string, { title: string; what: string }>> = {
  page: { title: 'The page itself', what: 'same in every report' },
  board: { title: 'Runs and tags', what: '' },
};

/** The largest kinds and those that lack something, a row each; the others together in the last one. */
export function sizeRows({ sizes, left_out }: ReportAnswer, kinds: readonly KindSummary[]): SizeRow[] {
  const rows = [...sizes]
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ kind, bytes }) => ({
      kind,
      bytes,
      title: OWN[kind]?.title ?? kinds.find(({ slug }) => slug === kind)?.title ?? kind,
      what: OWN[kind]?.what ?? leftOut(left_out.find((one) => one.kind === kind)),
    }));
  const shown = rows.filter(({ what }, place) => place < MOST_ROWS || what !== '');
  const others = rows.filter((row) => !shown.includes(row));
  if (others.length < 2) return rows;
  const bytes = others.reduce((sum, row) => sum + row.bytes, 0);
  return [...shown, { kind: '', title: `${String(others.length)} others`, what: '', bytes }];
}

function leftOut(left: ReportAnswer['left_out'][number] | undefined): string {
  return left ? `${String(left.of - left.n)} of ${String(left.of)}, evenly spread` : '';
}

/** 8.4 MB; less than a tenth in kilobytes. */
export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${String(Math.ceil(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
