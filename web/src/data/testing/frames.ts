// Answers as the server gives them, for tests: three points for each run, or for each group.
import {
  tableFromArrays,
  tableToIPC,
  float64,
  int64,
  uint32,
  type DataType,
  type Table,
} from '@uwdata/flechette';

/** Steps begin at `first_step`; the last value of each run is NaN. */
export function linesFrame(runs: number[], first_step = 0, precision: DataType = float64()): ArrayBuffer {
  const columns = {
    series: [] as number[],
    step: [] as bigint[],
    wall_time: [] as number[],
    value: [] as number[],
    smoothed: [] as number[],
  };
  const series = runs.map((run, i) => {
    for (let k = 0; k < 3; k += 1) {
      columns.series.push(i);
      columns.step.push(BigInt(first_step + k * 10));
      columns.wall_time.push(1000 + k);
      columns.value.push(k === 2 ? NaN : run + k);
      columns.smoothed.push(run);
    }
    return { run, tag: 't', offset: 3 * i, length: 3, total: 99, nan: 1, inf: 0 };
  });
  const types = {
    series: uint32(),
    step: int64(),
    wall_time: float64(),
    value: precision,
    smoothed: float64(),
  };
  const table = tableFromArrays(columns, { types, useBigInt: true });
  return toBytes(table, { generation: 1, series });
}

/** Each group has values of 1 to 3 with a spread of 0.5, over `n` runs. */
export function groupsFrame(groups: { group: string; runs: number[] }[]): ArrayBuffer {
  const rows = groups.flatMap((_, place) => [0, 1, 2].map((k) => ({ place, k })));
  const numbers = (of: (row: { place: number; k: number }) => number): Float64Array =>
    Float64Array.from(rows, of);
  const table = tableFromArrays(
    {
      group: rows.map(({ place }) => place),
      x: numbers(({ k }) => k * 10),
      n: numbers(({ place }) => groups[place]?.runs.length ?? 0),
      mean: numbers(({ k }) => k + 1),
      median: numbers(({ k }) => k + 1.25),
      std: numbers(() => 0.5),
      min: numbers(({ k }) => k),
      max: numbers(({ k }) => k + 2),
    },
    { types: { group: uint32() } },
  );
  return toBytes(table, { groups });
}

function toBytes(table: Table, notes: unknown): ArrayBuffer {
  (table.schema as { metadata: Map<string, string> }).metadata = new Map([
    ['sightline', JSON.stringify(notes)],
  ]);
  const bytes = tableToIPC(table, { format: 'stream' }) as Uint8Array;
  return bytes.slice().buffer as ArrayBuffer;
}
