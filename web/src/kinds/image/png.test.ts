import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readPng } from './png.ts';

function chunk(name: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  new DataView(out.buffer).setUint32(0, data.length);
  out.set(
    [...name].map((letter) => letter.charCodeAt(0)),
    4,
  );
  out.set(data, 8);
  return out;
}

/** Rows begin with the number of their filter. */
function png(
  width: number,
  height: number,
  bitDepth: number,
  color: number,
  rows: readonly (readonly number[])[],
  more: readonly Uint8Array[] = [],
  interlaced = 0,
): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(13);
  new DataView(head.buffer).setUint32(0, width);
  new DataView(head.buffer).setUint32(4, height);
  head.set([bitDepth, color, 0, 0, interlaced], 8);
  const packed = deflateSync(Uint8Array.from(rows.flat()));
  const half = packed.length >> 1;
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', packed.subarray(0, half)),
    chunk('IDAT', packed.subarray(half)),
    chunk('IEND', new Uint8Array()),
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

it('reads 16-bit gray as logged', async () => {
  const found = await readPng(
    png(2, 2, 16, 0, [
      [0, 0xa8, 0xca, 0, 1],
      [0, 255, 255, 1, 0],
    ]),
  );
  expect(found).toMatchObject({ width: 2, height: 2, bitDepth: 16, channels: ['gray'] });
  expect([...(found?.values ?? [])]).toEqual([43210, 1, 65535, 256]);
});

it('keeps gray apart from its alpha', async () => {
  const found = await readPng(png(2, 1, 8, 4, [[0, 200, 3, 7, 0]]));
  expect(found?.channels).toEqual(['gray', 'alpha']);
  expect([...(found?.values ?? [])]).toEqual([200, 3, 7, 0]);
});

it('undoes every filter', async () => {
  const rows = [
    [0, 10, 20, 30],
    [1, 5, 5, 5],
    [2, 1, 1, 1],
    [3, 10, 10, 10],
    [4, 1, 2, 3],
  ];
  const found = await readPng(png(3, 5, 8, 0, rows));
  expect([...(found?.values ?? [])]).toEqual([10, 20, 30, 5, 10, 15, 6, 11, 16, 13, 22, 29, 14, 24, 32]);
});

it('unpacks few bits, and colors by their palette', async () => {
  const bits = await readPng(png(4, 1, 2, 0, [[0, 0b00011011]]));
  expect([...(bits?.values ?? [])]).toEqual([0, 1, 2, 3]);
  const palette = await readPng(
    png(
      2,
      1,
      1,
      3,
      [[0, 0b01000000]],
      [chunk('PLTE', Uint8Array.of(1, 2, 3, 4, 5, 6)), chunk('tRNS', Uint8Array.of(9))],
    ),
  );
  expect([...(palette?.values ?? [])]).toEqual([1, 2, 3, 9, 4, 5, 6, 255]);
});

it.each([
  ['no PNG', new Uint8Array(40)],
  ['an interlaced one', png(1, 1, 8, 0, [[0, 1]], [], 1)],
  ['one that promises too much', png(100_000, 100_000, 8, 2, [[0, 1]])],
  ['one that is cut off', png(4, 4, 8, 0, [[0, 1, 2]])],
  ['damaged bytes', png(1, 1, 8, 0, [[0, 1]]).map((byte, i) => (i === 41 ? byte ^ 0xff : byte))],
])('gives up on %s', async (_, file) => {
  expect(await readPng(file)).toBeNull();
});
