// A memory file as the server answers it: a snapshot of torch's allocator, or a memory profile of JAX.
import type { MemoryGroup } from './memory.ts';
import type { ProfileFile } from './sessions.ts';

/** The server's numbers of a block's state. */
export const BLOCK_FREE = 0;
export const BLOCK_WAITING = 2;

export interface Segment {
  device: number;
  address: string;
  bytes: number;
  allocated_bytes: number;
  stream: number;
  is_large: boolean;
  /** Columns of its blocks. */
  offsets: readonly number[];
  sizes: readonly number[];
  states: readonly number[];
  /** The function that holds a block. */
  labels: readonly string[];
}

export interface SnapshotHistory {
  n_events: number;
  event: readonly number[];
  least_bytes: readonly number[];
  most_bytes: readonly number[];
  last_bytes: readonly number[];
  n_oom: number;
}

interface ByStack {
  groups: readonly MemoryGroup[];
  n_groups: number;
}

export interface MemorySnapshot extends ByStack {
  what: 'snapshot';
  devices: readonly {
    label: string;
    reserved_bytes: number;
    allocated_bytes: number;
    active_bytes: number;
    free_bytes: number;
    largest_free_bytes: number;
    fragmentation: number;
    n_segments: number;
    n_blocks: number;
  }[];
  segments: readonly Segment[];
  n_segments: number;
  curve: SnapshotHistory | null;
  problems: readonly string[];
}

export interface MemoryProfile extends ByStack {
  what: 'profile';
  rows: readonly { kind: string; device: string; bytes: number; count: number }[];
}

export type MemoryFile = MemorySnapshot | MemoryProfile;

export function isMemoryFile({ tool }: Pick<ProfileFile, 'tool'>): boolean {
  return tool === 'memory_snapshot' || tool === 'memory_profile';
}
