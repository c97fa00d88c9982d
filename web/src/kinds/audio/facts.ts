// The facts of a value's clips, as the server answers them.
import { formatBytes, formatCount, formatShort } from '../../charts/base/format.ts';

export interface ClipFacts {
  content_type: string;
  n_bytes: number;
  sample_rate_hz: number;
  n_channels: number;
  n_frames: number;
  label: string;
  problems: string[];
}

export interface Description {
  index: number;
  step: number;
  wall_time: number;
  parts: ClipFacts[];
}

export function formatSeconds(seconds: number): string {
  const whole = Math.floor(seconds / 60);
  return `${String(whole)}:${(seconds - whole * 60).toFixed(2).padStart(5, '0')}`;
}

/** "22.1 kHz" */
export function formatHertz(hertz: number): string {
  return formatShort(hertz).replace(/[kMGT]?$/, ' $&Hz');
}

/** "WAV, 8,000 Hz, mono, 15.7 KiB"; how long it is stands in the player. */
export function formatFacts(facts: ClipFacts): string {
  const form = (facts.content_type.split('/')[1] ?? '').toUpperCase();
  const rate = facts.sample_rate_hz > 0 ? [`${formatCount(facts.sample_rate_hz)} Hz`] : [];
  const channels =
    facts.n_channels > 0
      ? [
          facts.n_channels === 1
            ? 'mono'
            : facts.n_channels === 2
              ? 'stereo'
              : `${String(facts.n_channels)} channels`,
        ]
      : [];
  return [form, ...rate, ...channels, formatBytes(facts.n_bytes)].join(', ');
}
