// All shown data as one file: the browser's own download where the question fits into an address.
import { address, ApiError, getBytes } from '../../data/api.ts';
import { saveFile } from '../../data/files.ts';

export type ExportFormat = 'csv' | 'parquet';

export interface ExportQuestion {
  format: ExportFormat;
  runs: readonly number[] | null;
  tags: readonly string[];
  /** Steps. */
  range: readonly [number, number] | null;
  superseded: boolean;
}

const PATH = 'kinds/scalar/export';
const LONGEST_ADDRESS = 6000;

/** Begin the download; returns what is wrong, or null. */
export async function downloadScalars(question: ExportQuestion): Promise<string | null> {
  try {
    // Nothing is asked for first, so that a refusal is told here and not by a failed download.
    await getBytes(PATH, { ...question, runs: [] });
    const url = exportAddress(question);
    if (url) follow(url);
    else saveFile(`scalars.${question.format}`, new Blob([await getBytes(PATH, question)]));
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.message : String(error);
  }
}

/** The address of the file; null where the question is too long for one. */
export function exportAddress(question: ExportQuestion): string | null {
  const url = `${address(PATH)}?params=${encodeURIComponent(JSON.stringify(question))}`;
  return url.length < LONGEST_ADDRESS ? url : null;
}

function follow(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
