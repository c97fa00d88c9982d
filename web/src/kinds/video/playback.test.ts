import { expect, it } from 'vitest';
import { phaseError, Playback, wrapped } from './playback.svelte.ts';

it('plays on with the clock, at its speed, and stands while paused', () => {
  let now_s = 10;
  const playback = new Playback(() => now_s);
  now_s = 12;
  expect(playback.position_s).toBe(2);
  playback.setSpeed(0.5);
  now_s = 14;
  expect(playback.position_s).toBe(3);
  playback.setPlaying(false);
  now_s = 20;
  expect(playback.position_s).toBe(3);
  playback.setPlaying(true);
  now_s = 22;
  expect(playback.position_s).toBe(4);
});

it('steps by the shortest frame of all videos, and pauses', () => {
  const playback = new Playback(() => 0);
  playback.reportFrame(0.25);
  playback.reportFrame(0.1);
  playback.reportFrame(0);
  playback.step(3);
  expect([playback.playing, playback.position_s]).toEqual([false, expect.closeTo(0.3)]);
  playback.step(-4);
  expect(playback.position_s).toBeCloseTo(-0.1);
});

it('goes round both ends', () => {
  expect([wrapped(2.5, 2), wrapped(-0.5, 2), wrapped(1, 0)]).toEqual([0.5, 1.5, 0]);
  expect(phaseError(0.1, 1.9, 2)).toBeCloseTo(0.2);
});
