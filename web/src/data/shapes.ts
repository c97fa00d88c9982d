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
  progress?: Progress;
}
