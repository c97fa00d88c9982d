import { expect, it } from 'vitest';
import { playableRate, readWav, writeWav } from './wav.ts';

interface Lies {
  code?: number;
  channels?: number;
  rate?: number;
  bits?: number;
  stated?: number;
}

function wav(
  samples: number[],
  { code = 1, channels = 1, rate = 8000, bits = 16, stated }: Lies = {},
): ArrayBuffer {
  const size = samples.length * (bits / 8);
  const bytes = new ArrayBuffer(44 + size);
  const view = new DataView(bytes);
  const word = (at: number, text: string): void =>
    [...text].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
  word(0, 'RIFF');
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, code, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint16(34, bits, true);
  word(36, 'data');
  view.setUint32(40, stated ?? size, true);
  samples.forEach((sample, i) => {
    const at = 44 + i * (bits / 8);
    if (code === 3) view.setFloat32(at, sample, true);
    else if (bits === 8) view.setUint8(at, sample);
    else if (bits === 16) view.setInt16(at, sample, true);
    else if (bits === 32) view.setInt32(at, sample, true);
    else {
      view.setUint16(at, sample & 0xffff, true);
      view.setInt8(at + 2, sample >> 16);
    }
  });
  return bytes;
}
const first = (bytes: ArrayBuffer): number[] => [...(readWav(bytes)?.channels[0] ?? [])];

it('reads all usual depths', () => {
  expect(first(wav([0, 16384, -32768]))).toEqual([0, 0.5, -1]);
  expect(first(wav([128, 255, 0], { bits: 8 }))).toEqual([0, 127 / 128, -1]);
  expect(first(wav([0, 4194304, -8388608], { bits: 24 }))).toEqual([0, 0.5, -1]);
  expect(first(wav([0, 1073741824], { bits: 32 }))).toEqual([0, 0.5]);
  expect(first(wav([0.25, -0.5], { bits: 32, code: 3 }))).toEqual([0.25, -0.5]);
});

it('takes channels apart', () => {
  const sound = readWav(wav([0, 16384, 0, 16384], { channels: 2 }));
  expect(sound?.channels.map((one) => [...one])).toEqual([
    [0, 0],
    [0.5, 0.5],
  ]);
});

it('plays what is there, whatever the header promises', () => {
  expect(first(wav([16384, 0], { stated: 9_000_000 }))).toEqual([0.5, 0]);
  expect(readWav(wav([1, 2, 3], { channels: 0 }))).toBeNull();
  expect(readWav(wav([1, 2], { code: 85 }))).toBeNull();
  expect(readWav(new ArrayBuffer(5))).toBeNull();
});

it('writes a header that is true, at a rate that plays', async () => {
  const made = writeWav({ rate_hz: 0, channels: [Float32Array.of(0, 0.5, -2)] });
  const again = readWav(await made.arrayBuffer());
  expect(again?.rate_hz).toBe(16_000);
  expect([...(again?.channels[0] ?? [])].map((one) => Math.round(one * 100) / 100)).toEqual([0, 0.5, -1]);
  expect([playableRate(44_100), playableRate(2_000_000_000)]).toEqual([44_100, 16_000]);
});
