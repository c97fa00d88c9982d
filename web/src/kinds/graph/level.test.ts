import { tableFromArrays, tableToIPC, uint32, list, float64, uint8 } from '@uwdata/flechette';
import { describe, expect, it } from 'vitest';
import { Pieces } from '../../data/pieces.ts';
import { decodeLevel, type GraphLevel } from './level.ts';

function answer(changes?: number[][]): ArrayBuffer {
  const numbers = list(uint32());
  const table = tableFromArrays(
    {
      entry: [1, 4, 9],
      first: [1, 2, 9],
      from: [[], [0], [0, 1]],
      from_tensors: [[], [1], [0, 2]],
      from_bytes: [[], [64], [0, 128]],
      from_control: [[], [0], [1, 0]],
      from_text: [[], [1], [0, 2]],
      ...(changes && { from_change: changes }),
    },
    {
      types: {
        from: numbers,
        from_tensors: numbers,
        from_bytes: list(float64()),
        from_control: list(uint8()),
        from_text: numbers,
        ...(changes && { from_change: list(uint8()) }),
      },
    },
  );
  const notes = { edge_texts: ['control', '8×64 float32', '2 tensors'], open: [4] };
  table.schema.metadata = new Map([['sightline', JSON.stringify(notes)]]);
  const bytes = tableToIPC(table, {});
  if (!bytes) throw new Error('no bytes');
  return bytes.slice().buffer;
}

const decoded = (bytes: ArrayBuffer): Promise<GraphLevel> => decodeLevel(bytes, new Pieces());

describe('decodeLevel', () => {
  it('has the edges of each row with what they carry', async () => {
    const { edges, rowOf, totals } = await decoded(answer());
    expect(edges).toEqual([
      { from: 0, to: 1, nTensors: 1, nBytes: 64, isControl: false, text: '8×64 float32', change: null },
      { from: 0, to: 2, nTensors: 0, nBytes: 0, isControl: true, text: 'control', change: null },
      { from: 1, to: 2, nTensors: 2, nBytes: 128, isControl: false, text: '2 tensors', change: null },
    ]);
    expect([rowOf.get(9), totals.open]).toEqual([2, [4]]);
  });

  it('finds the row of a scope that is drawn as its only child', async () => {
    const { rowOf } = await decoded(answer());
    expect([1, 2, 3, 4, 5].map((entry) => rowOf.get(entry))).toEqual([0, 1, 1, 1, undefined]);
  });

  it('says what became of edges where two graphs are compared', async () => {
    const { edges } = await decoded(answer([[], [0], [1, 2]]));
    expect(edges.map(({ change }) => change)).toEqual(['same', 'added', 'removed']);
  });
});
