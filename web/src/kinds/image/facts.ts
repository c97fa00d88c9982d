// The facts of a value's pictures, as the server answers them without decoding.
import { formatBytes, formatCount } from '../../charts/base/format.ts';

export interface PartFacts {
  content_type: string;
  n_bytes: number;
  width: number;
  height: number;
  bit_depth: number;
  n_channels: number;
  /** 0: moving, of unknown length. */
  n_frames: number;
  problem: string | null;
}

export interface Description {
  index: number;
  step: number;
  wall_time: number;
  width: number;
  height: number;
  parts: PartFacts[];
}

const CHANNELS = ['', 'gray', 'gray + alpha', 'RGB', 'RGBA'];

/** "PNG, 64 × 64, 16-bit gray + alpha, 12 frames, 3.4 KiB" */
export function formatFacts(facts: PartFacts): string {
  const form = (facts.content_type.split('/')[1] ?? '').toUpperCase();
  const frames =
    facts.n_frames > 1 ? [`${String(facts.n_frames)} frames`] : facts.n_frames === 0 ? ['moving'] : [];
  const depth = `${String(facts.bit_depth)}-bit ${CHANNELS[facts.n_channels] ?? ''}`.trim();
  return [
    form,
    `${formatCount(facts.width)} × ${formatCount(facts.height)}`,
    depth,
    ...frames,
    formatBytes(facts.n_bytes),
  ].join(', ');
}
