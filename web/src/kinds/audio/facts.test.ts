import { expect, it } from 'vitest';
import { formatFacts, formatHertz, formatSeconds } from './facts.ts';

it('says what a clip is, as far as it is known', () => {
  const wav = {
    content_type: 'audio/wav',
    n_bytes: 16044,
    sample_rate_hz: 8000,
    n_channels: 1,
    n_frames: 8000,
    label: '',
    problems: [],
  };
  expect(formatFacts(wav)).toBe('WAV, 8,000 Hz, mono, 15.7 KiB');
  expect(
    formatFacts({ ...wav, content_type: 'audio/ogg', sample_rate_hz: 0, n_channels: 0, n_frames: 0 }),
  ).toBe('OGG, 15.7 KiB');
});

it('writes frequencies', () => {
  expect([440, 4000, 22_050].map(formatHertz)).toEqual(['440 Hz', '4 kHz', '22.1 kHz']);
});

it('writes moments', () => {
  expect([formatSeconds(0), formatSeconds(61.5), formatSeconds(600)]).toEqual([
    '0:00.00',
    '1:01.50',
    '10:00.00',
  ]);
});
