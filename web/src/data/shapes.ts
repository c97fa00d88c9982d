// The JSON shapes of the HTTP interface that the page reads.

export interface Damage {
  count: number;
  bytes: number;
  first: { file: string; offset: number; reason: string } | null;
}

export interface Run {
  id: number;
  name: string;
  root: string;
  state: string;
  /** Of the store, when the run last grew. */
  generation: number;
  start_time: number | null;
  last_time: number | null;
  last_step: number | null;
  n_points: number;
  n_bytes: number;
  damage: Damage | null;
  first_nan: { tag: string; step: number } | null;
  parent: number | null;
  restarts: number;
  display_name: string | null;
  color: string | null;
  note: string | null;
  labels: string[];
  pinned: boolean;
  hidden: boolean;
}

/** What a person may change about a run; kept beside the logs by the server. */
export type RunEdit = Partial<Pick<Run, 'display_name' | 'color' | 'note' | 'labels' | 'pinned' | 'hidden'>>;

export interface Tag {
  kind: string;
  tag: string;
  display_name: string | null;
  description: string | null;
  runs: number[];
  n_points: number;
}

/** One run in full, as `runs/{id}` tells it. */
export interface RunDetails {
  id: number;
  name: string;
  directory: string;
  files: {
    path: string;
    n_bytes: number;
    n_bytes_read: number;
    n_points: number;
    first_time: number | null;
    last_time: number | null;
    n_damages: number;
    damage: { offset: number; bytes: number; reason: string }[];
  }[];
  side_files: { kind: string; path: string }[];
  restarts: { step: number; wall_time: number; file: string; reason: string }[];
  sub_runs: string[];
  facts: Record<string, Record<string, string | number | boolean>>;
}

/** Runs thrown away together. */
export interface Batch {
  batch: string;
  runs: string[];
}

export interface Health {
  version: string;
  window_title: string;
  writable: boolean;
}

export interface Root {
  path: string;
  name: string | null;
  exists: boolean;
}

export interface Progress {
  files: { found: number; read: number };
  bytes: { found: number; read: number };
  points: number;
  runs: number;
  loading: boolean;
  seconds: number;
}

export interface RunsAnswer {
  generation: number;
  runs: Run[];
}

export interface TagsAnswer {
  generation: number;
  kinds: { slug: string; title: string; n_tags: number }[];
  tags: Tag[];
}

export interface GenerationEvent {
  generation: number;
  runs?: Record<string, number>;
  structure?: boolean;
  /** How often saved views were changed in the server's life. */
  views?: number;
  progress?: Progress;
}
