import { expect, it } from 'vitest';
import { formatFacts, type PartFacts } from './facts.ts';

const PNG: PartFacts = {
  content_type: 'image/png',
  n_bytes: 900,
  width: 64,
  height: 32,
  bit_depth: 8,
  n_channels: 3,
  n_frames: 1,
  problem: null,
};

it('names form, size, depth and channels', () => {
  expect(formatFacts(PNG)).toBe('PNG, 64 × 32, 8-bit RGB, 900 B');
  expect(formatFacts({ ...PNG, bit_depth: 16, n_channels: 2 })).toBe(
    'PNG, 64 × 32, 16-bit gray + alpha, 900 B',
  );
});

it('says what moves', () => {
  expect(formatFacts({ ...PNG, n_frames: 12 })).toContain('12 frames');
  expect(formatFacts({ ...PNG, content_type: 'image/gif', n_frames: 0 })).toContain(
    'GIF, 64 × 32, 8-bit RGB, moving',
  );
});
