// Per run and tag: the last and the extreme values, for columns and tables.
import { tableFromIPC } from '@uwdata/flechette';
import { getBytes } from './api.ts';
import { asFloat64 } from './frames.ts';

export interface Summary {
  run: number;
  tag: string;
  last: number;
  min: number;
  max: number;
  n: number;
}

export async function fetchSummaries(tags: readonly string[]): Promise<Summary[]> {
  return decodeSummaries(await getBytes('kinds/scalar/summaries', { runs: null, tags }));
}

export function decodeSummaries(bytes: ArrayBuffer): Summary[] {
  const table = tableFromIPC(new Uint8Array(bytes), { useBigInt: true });
  const numbers = (name: string): Float64Array => {
    const column = table.getChild(name) as { toArray(): ArrayLike<number> } | null | undefined;
    return column ? asFloat64(column.toArray()) : new Float64Array(table.numRows).fill(NaN);
  };
  const [runs, last, min, max, n] = [numbers('run'), numbers('last'), numbers('min'), numbers('max'), numbers('n')];
  const tags = table.getChild('tag').toArray() as ArrayLike<string>;
  return Array.from({ length: table.numRows }, (_, i) => ({
    run: runs[i] as number,
    tag: tags[i] as string,
    last: last[i] as number,
    min: min[i] as number,
    max: max[i] as number,
    n: n[i] as number,
  }));
}
