// All shown data as one file: the browser's own download where the question fits into an address.
import { ApiError } from '../../data/api.ts';
import { saveFile } from '../../data/files.ts';
import { fetchQuery, shortQueryUrl, type KindQuery } from '../../data/kind_query.ts';
import { currentReport } from '../../data/provider.ts';
import type { ExportParams } from '../../data/shapes.ts';

export type ExportQuestion = Required<ExportParams>;

/** Begin the download; returns what is wrong, or null. */
export async function downloadScalars(question: ExportQuestion): Promise<string | null> {
  try {
    // An empty request comes first, so that an error is shown here and not by a failed download.
    await fetchQuery(exportQuery({ ...question, runs: [] }));
    // What a report computes has no address.
    const url = currentReport() ? null : shortQueryUrl(exportQuery(question));
    if (url) follow(url);
    else saveFile(`scalars.${question.format}`, new Blob([await fetchQuery(exportQuery(question))]));
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.message : String(error);
  }
}

function exportQuery(params: ExportParams): KindQuery {
  return { kind: 'scalar', query: 'export', params };
}

function follow(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
