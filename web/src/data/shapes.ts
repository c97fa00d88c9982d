// The JSON of the HTTP API. Generated from OpenAPI by tools/generate_shapes.py: do not edit.

/** An axis from the mean of the points one search finds to the mean of those another finds. */
export interface AxisParams {
  begin: SearchTerms;
  end: SearchTerms;
}

/** Runs that were moved to the trash together. */
export interface Batch {
  batch: string;
  runs: readonly string[];
}

/** Batches in the trash, newest first. */
export interface BatchesAnswer {
  batches: readonly Batch[];
}

/** The runs to compare, in the order of the answer's columns. */
export interface CapturedParams {
  runs: readonly number[];
}

/** One profile's file, and which part of it; null: up to its ends. Times count from its start. */
export interface ChromeTraceParams {
  run: number;
  name: string;
  start_ns?: number | null;
  end_ns?: number | null;
}

/** Two profiles: A by run and name, B by the other two. */
export interface CompareParams {
  run: number;
  name: string;
  other_run: number;
  other_name: string;
}

/** Two profiles and which rows. Operators are compared by own time on the host or the device. */
export interface CompareTableParams {
  run: number;
  name: string;
  other_run: number;
  other_name: string;
  table?: 'kernels' | 'operators';
  time?: 'device' | 'host';
}

/** One profile's file, and the part of it that is in sight; times count from its start. */
export interface CounterWindowParams {
  run: number;
  name: string;
  start_ns: number;
  end_ns: number;
  width_px?: number;
}

/** Which curves, of which step (the nearest one of each; null: the latest). */
export interface CurvesParams {
  tags: readonly string[];
  runs?: readonly number[] | null;
  step?: number | null;
}

/** All stretches of a run that could not be read, and the first of them. */
export interface Damage {
  count: number;
  bytes: number;
  first: DamagePlace | null;
}

/** Where a run's first damage is. */
export interface DamagePlace {
  file: string;
  offset: number;
  reason: string;
}

/** One stretch of a file that could not be read. */
export interface DamageSpot {
  offset: number;
  bytes: number;
  reason: string;
}

/** The runs to compare, in the order of the answer's columns. */
export interface DifferenceParams {
  runs: readonly number[];
}

/** One worker's file. `across_runs`: the other workers are in runs beside it, not in its own. */
export interface DistributedParams {
  run: number;
  name: string;
  across_runs?: boolean;
}

/** One embedding: its run, its name in the list, and a step (the nearest one; the last where null). */
export interface EmbeddingParams {
  run: number;
  name: string;
  step?: number | null;
}

/** The form of every error. */
export interface ErrorAnswer {
  error: ErrorMessage;
}

/** What went wrong, in one sentence. */
export interface ErrorMessage {
  message: string;
}

/** `runs` and `tags` null mean all; `range` is of steps, both ends included. */
export interface ExportParams {
  format?: 'csv' | 'parquet';
  runs?: readonly number[] | null;
  tags?: readonly string[] | null;
  range?: readonly [number, number] | null;
  superseded?: boolean;
}

/** What kinds know of runs, such as hyperparameters, by run id and kind. Runs without any are left out. */
export interface FactsAnswer {
  runs: Record<string, Record<string, Record<string, string | number | boolean>>>;
}

/** The ids of the runs that match a filter; none while it cannot be read. */
export interface FilterAnswer {
  runs: readonly number[];
  problem: FilterProblem | null;
}

/** Why a filter cannot be read, and at which character. */
export interface FilterProblem {
  message: string;
  position: number;
}

/** The first scalar of a run that is not a number. */
export interface FirstNan {
  tag: string;
  step: number;
}

/** A directory with event files that this server does not show; `runs` counts their directories. */
export interface FoundLogs {
  path: string;
  runs: number;
}

/** The address of a plugin's frame, relative to the API's, and something to know about the plugin. */
export interface FrameAnswer {
  frame: string;
  note: string | null;
}

/**
 * An event of the live stream: which runs grew, by id, and the generation each is at.
 *
 * `structure` is there when the lists of runs or tags changed, or a state, name or note. `views` counts the
 * edits of saved views, `pages` the changes of offered pages since the server started.
 */
export interface GenerationEvent {
  generation: number;
  runs: Record<string, number>;
  views: number;
  pages: number;
  progress: Progress;
  structure?: boolean;
}

/**
 * One mesh by its name (`tag`, or that of one of its parts), of at most so many points or faces.
 *
 * `part` is its place in the batch.
 */
export interface GeometryParams {
  run: number;
  tag: string;
  index?: number | null;
  step?: number | null;
  exact?: boolean;
  part?: number;
  max_points?: number;
}

/** The run that a file given in the page became; null where it only goes with another file. */
export interface GivenFileAnswer {
  run: string | null;
}

/** One attribute of an operation, to be had in full. */
export interface GraphAttributeParams {
  run: number;
  name?: string;
  base_run?: number | null;
  base_name?: string;
  entry: number;
  attribute: string;
}

/**
 * A graph, and the entries that are open; null opens what makes a useful start.
 *
 * aside: draw constants, savers and summaries too. control: draw control edges too.
 * step: the name of a measured step; rows then have its time, memory and device.
 * op_times: op, scopes and nanoseconds of a call, as a profile tells; rows then have their time by them.
 * side: of two compared graphs draw only this one: the base, or the run's own; entries stay those of both.
 */
export interface GraphLevelParams {
  run: number;
  name?: string;
  base_run?: number | null;
  base_name?: string;
  open?: readonly number[] | null;
  aside?: boolean;
  control?: boolean;
  step?: string;
  op_times?: readonly (readonly [string, string, number])[];
  side?: 'base' | 'own' | null;
}

/**
 * One entry of a graph, and the measured step that is wanted with it.
 *
 * op_times: op, scopes and nanoseconds of a call, from a profile; the entry then has its time by them.
 */
export interface GraphNodeParams {
  run: number;
  name?: string;
  base_run?: number | null;
  base_name?: string;
  entry: number;
  step?: string;
  op_times?: readonly (readonly [string, string, number])[];
}

/**
 * A graph of a run, by its name in the list of graphs; empty for the first.
 *
 * base_run, base_name: a graph to compare with; entries are then those of both as one.
 */
export interface GraphParams {
  run: number;
  name?: string;
  base_run?: number | null;
  base_name?: string;
}

/** What names and ops are searched for, without regard to letter case. */
export interface GraphSearchParams {
  run: number;
  name?: string;
  base_run?: number | null;
  base_name?: string;
  text: string;
  regex?: boolean;
  limit?: number;
}

/** From which entry in which direction, and the entries that are open in the view. */
export interface GraphTraceParams {
  run: number;
  name?: string;
  base_run?: number | null;
  base_name?: string;
  entry: number;
  to: 'sinks' | 'sources';
  open?: readonly number[] | null;
  aside?: boolean;
}

/** Whose graphs to list; null means all runs. */
export interface GraphsParams {
  runs?: readonly number[] | null;
}

/** The grid: so many equal bins over `range`; where null over each series' own, or over a `common` one. */
export interface GridParams {
  tags: readonly string[];
  runs?: readonly number[] | null;
  superseded?: boolean;
  max_steps?: number;
  steps?: readonly [number, number] | null;
  times?: readonly [number, number] | null;
  seconds?: readonly [number, number] | null;
  step?: number | null;
  points?: readonly number[];
  n_bins?: number;
  range?: readonly [number, number] | null;
  common?: boolean;
}

/**
 * How runs are grouped: exactly one field is given.
 *
 * pattern: a regular expression searched in the run's name; its groups (else the whole match) name the
 * group, and runs that do not match are left out.
 * folder: so many leading folders of the name; negative counts from the end (-1 is the parent folder).
 * values: run id to value, for example of a hyperparameter; runs that are not in it are left out.
 */
export interface GroupBy {
  pattern?: string | null;
  folder?: number | null;
  values?: Record<string, string | number | boolean | null> | null;
}

/** `quantiles` come out as columns q0 … qn; `band` is what they and the mean are for: any of them. */
export interface GroupsParams {
  tags: readonly string[];
  by: GroupBy;
  runs?: readonly number[] | null;
  x?: 'relative' | 'step' | 'wall' | OtherScalar;
  range?: readonly [number, number] | null;
  width_px?: number;
  quantiles?: readonly number[];
  smoothing?: Smoothing | null;
  superseded?: boolean;
}

/** Answered before any log is read. */
export interface Health {
  status: 'ok';
  version: string;
  instance: string;
  window_title: string;
  writable: boolean;
}

/** The first event of the live stream; another `instance` is another start of the server. */
export interface HelloEvent {
  instance: string;
  generation: number;
}

/**
 * Which histograms. Of more than `max_steps` evenly spaced ones are shown, first and last too.
 *
 * `steps`, `times` (wall time) and `seconds` (since the first) are windows: a narrower
 * window shows what a wide one leaves out. The histogram nearest to `step` is always among those shown.
 * `points` are the percentiles in ten-thousandths.
 */
export interface HistogramSeriesParams {
  tags: readonly string[];
  runs?: readonly number[] | null;
  superseded?: boolean;
  max_steps?: number;
  steps?: readonly [number, number] | null;
  times?: readonly [number, number] | null;
  seconds?: readonly [number, number] | null;
  step?: number | null;
  points?: readonly number[];
}

/**
 * Which metrics (null: those that most trials have, declared ones first), whether repeats share a row,
 * and whether runs without hyperparameters have rows too.
 */
export interface HparamsTableParams {
  metrics?: readonly Metric[] | null;
  group?: boolean;
  all_runs?: boolean;
}

/** One profile's file, and the part of it that is in sight; times count from its start. */
export interface IdleGapsParams {
  run: number;
  name: string;
  start_ns: number;
  end_ns: number;
  width_px?: number;
}

/** The metric, the main runs of the trials to use (null: all), and which rows the table has. */
export interface ImportanceParams {
  metric: Metric;
  runs?: readonly number[] | null;
  group?: boolean;
  all_runs?: boolean;
}

/**
 * One value: by its index in the list, or by a step (the nearest one unless `exact`), or the latest.
 *
 * `part` chooses among several in one value: pictures of a step, clips of a batch.
 */
export interface ItemParams {
  run: number;
  tag: string;
  index?: number | null;
  step?: number | null;
  exact?: boolean;
  part?: number;
}

/** Which values to list; null means all runs or all tags. */
export interface ItemsParams {
  tags?: readonly string[] | null;
  runs?: readonly number[] | null;
  superseded?: boolean;
}

/** `step` null is each tag's last; `n_before`: how many values before the step make mean and spread. */
export interface JumpsParams {
  runs: readonly number[];
  step?: number | null;
  n_before?: number;
  superseded?: boolean;
}

/** One row of the kernels: its name, the operator where the rows are apart by it, and the step. */
export interface KernelParams {
  run: number;
  name: string;
  kernel: string;
  operator?: string | null;
  step?: number | null;
}

/** One profile's file, whether kernels are apart by the operator that launched them, and the step. */
export interface KernelsParams {
  run: number;
  name: string;
  step?: number | null;
  group?: 'name' | 'operator';
  limit?: number;
}

/** A kind that the logs have data of. */
export interface KindSummary {
  slug: string;
  title: string;
  n_tags: number;
}

/** Series of a plugin; of some runs and tags where given. */
export interface LastPointsParams {
  plugin: string;
  runs?: readonly string[] | null;
  tags?: readonly string[] | null;
}

/** One profile's file or a step of it, and how many pixels its length takes. */
export interface LaunchQueueParams {
  run: number;
  name: string;
  step?: number | null;
  width_px?: number;
}

/** One profile's file, and the step whose launches are wanted; null is all steps. */
export interface LaunchesParams {
  run: number;
  name: string;
  step?: number | null;
}

/** Whose layouts are joined; null means those of all runs. */
export interface LayoutParams {
  runs?: readonly number[] | null;
}

/** Whose embeddings; null means all runs. */
export interface ListParams {
  runs?: readonly number[] | null;
}

/** The runs to load before all others. */
export interface LoadFirst {
  runs: readonly number[];
}

/** The key of one byte string. */
export interface LoggedBlobParams {
  key: string;
}

/** How many points of each series at most; the last one is always among them. */
export interface LoggedPointsParams {
  plugin: string;
  runs?: readonly string[] | null;
  tags?: readonly string[] | null;
  most?: number;
}

/** Which data class is listed. */
export interface LoggedSeriesParams {
  plugin: string;
  runs?: readonly string[] | null;
  tags?: readonly string[] | null;
  data_class?: 'blob_sequence' | 'scalar' | 'tensor';
}

/** `runs` and `tags` null mean all. */
export interface LoggedStepsParams {
  runs?: readonly number[] | null;
  tags?: readonly string[] | null;
}

/** Regular expressions for tags, and the runs whose scalars are matched; null means all. */
export interface MatchParams {
  patterns: readonly string[];
  runs?: readonly number[] | null;
}

/**
 * Which matrix, of which runs and step (the nearest of each; null: the latest).
 *
 * Of more than `max_classes` those with most mistakes in all runs are shown and the others summed up.
 */
export interface MatrixParams {
  tag: string;
  runs?: readonly number[] | null;
  step?: number | null;
  max_classes?: number;
}

/** One device's curve between two times in nanoseconds from the profile's beginning; 0 is its end. */
export interface MemoryCurveParams {
  run: number;
  name: string;
  device?: number;
  start_ns?: number;
  end_ns?: number;
  width_px?: number;
}

/** One profile's file, and which of its devices, by their order in the answer. */
export interface MemoryParams {
  run: number;
  name: string;
  device?: number;
}

/**
 * Which columns (null: all) of which points (null: all), and in which form.
 *
 * auto: numbers for continuous columns, codes for categorical ones, strings for text.
 */
export interface MetadataParams {
  run: number;
  name: string;
  step?: number | null;
  columns?: readonly string[] | null;
  points?: readonly number[] | null;
  form?: 'auto' | 'codes' | 'numbers' | 'text';
}

/**
 * A scalar and what to take of its points; `k` is for the mean, `of` and `best` for the value at
 * the step where another scalar is lowest or highest.
 */
export interface Metric {
  tag: string;
  aggregate?: 'at' | 'last' | 'max' | 'mean' | 'min';
  k?: number;
  of?: string | null;
  best?: 'max' | 'min';
}

/**
 * Where event files were looked for near the log directories, and where there are some.
 *
 * Empty on a server that other machines can reach: it tells nobody of other directories.
 */
export interface NearbyAnswer {
  searched: readonly string[];
  found: readonly FoundLogs[];
}

/**
 * The k nearest other points of every point.
 *
 * supervised_by: a column; points with another value in it count as farther away, by `supervision`.
 */
export interface NeighborGraphParams {
  run: number;
  name: string;
  step?: number | null;
  k?: number;
  metric?: 'cosine' | 'euclidean';
  sphereize?: boolean;
  supervised_by?: string | null;
  supervision?: number;
  seed?: number;
}

/** Which index of neighbors: by which metric. */
export interface NeighborIndexParams {
  run: number;
  name: string;
  step?: number | null;
  metric?: 'cosine' | 'euclidean';
  sphereize?: boolean;
}

/** The nearest points to one point, or to the mean of several. */
export interface NeighborsParams {
  run: number;
  name: string;
  step?: number | null;
  points: readonly number[];
  k?: number;
  metric?: 'cosine' | 'euclidean';
  sphereize?: boolean;
}

/** Nothing to choose. */
export type NoChoiceParams = Record<string, never>;

/** Which runs to check; null means all. */
export interface NoticesParams {
  runs?: readonly number[] | null;
}

/**
 * A page beside the built-in ones: a `module` of a plugin, or a document in a sandboxed frame.
 *
 * The page in a frame is started by a request to `start`, which answers with the frame's address. Addresses
 * are relative to the API's. A broken page has a `reason`, which is shown in its place.
 */
export interface OfferedPage {
  slug: string;
  title: string;
  plugin: string;
  module: string | null;
  start: string | null;
  kinds: readonly string[];
  tags: readonly string[];
  owns_runs: boolean;
  state: 'broken' | 'ok';
  reason: string | null;
}

/**
 * One row of the operators: its name, and its shapes, stack or module where it is grouped by them.
 *
 * step: the step whose calls are wanted; null is all steps. fold_backward: as in the table.
 */
export interface OperatorParams {
  run: number;
  name: string;
  operator: string;
  group?: 'module' | 'name' | 'shape' | 'stack';
  detail?: string;
  step?: number | null;
  fold_backward?: boolean;
}

/**
 * One profile's file, what makes two calls the same operator, and the step; null is all steps.
 *
 * fold_backward: backward passes count for the forward operators that made them.
 */
export interface OperatorsParams {
  run: number;
  name: string;
  step?: number | null;
  group?: 'module' | 'name' | 'shape' | 'stack';
  fold_backward?: boolean;
  limit?: number;
}

/** Another scalar as x, joined on step. */
export interface OtherScalar {
  tag: string;
}

/** The same, and which page of the rows that match. */
export interface PageParams {
  tag: string;
  runs?: readonly number[] | null;
  step?: number | null;
  filter?: string;
  sort?: string | null;
  descending?: boolean;
  offset?: number;
  limit?: number;
}

/** A value by run, tag and index. */
export interface Place {
  run: number;
  tag: string;
  index: number;
}

/** An installed package that adds to the board. The `reason` of a broken one is its first failure. */
export interface PluginInfo {
  name: string;
  version: string;
  state: 'broken' | 'ok';
  reason: string | null;
}

/** The plugins, and the pages beside the built-in ones; `page_api` is their interface. */
export interface PluginsAnswer {
  page_api: number;
  plugins: readonly PluginInfo[];
  pages: readonly OfferedPage[];
}

/** Text, a regular expression or a filter over the columns, and in which column (null: all). */
export interface PointSearchParams {
  run: number;
  name: string;
  step?: number | null;
  query?: string;
  mode?: 'filter' | 'regex' | 'text';
  column?: string | null;
}

/** Values by run and index, all of one tag. */
export interface ProblemsParams {
  tag: string;
  values: readonly (readonly [number, number])[];
}

/** One file: its run, and its name as the list has it. */
export interface ProfileFileParams {
  run: number;
  name: string;
}

/** One profile's file, and what the names of slices are searched for; letter case does not matter. */
export interface ProfileSearchParams {
  run: number;
  name: string;
  text: string;
  order?: 'duration' | 'time';
  limit?: number;
}

/** One slice of a profile's file. */
export interface ProfileSliceParams {
  run: number;
  name: string;
  slice: number;
}

/** One profile's file, and the part of it that is in sight; times count from its start. */
export interface ProfileWindowParams {
  run: number;
  name: string;
  tracks: readonly number[];
  start_ns: number;
  end_ns: number;
  width_px?: number;
}

/** How far loading is; `seconds` since it began. */
export interface Progress {
  files: ReadCount;
  bytes: ReadCount;
  points: number;
  runs: number;
  loading: boolean;
  seconds: number;
}

/**
 * How to project.
 *
 * components: of PCA, those on x, y (and z); the first ones where null.
 * axes: of the method "axes", one for x, y (and z) each.
 * align: rotate and scale each step to lie as the step before it.
 */
export interface ProjectionParams {
  run: number;
  name: string;
  step?: number | null;
  method?: 'axes' | 'pca' | 'tsne';
  dimensions?: '2' | '3';
  components?: readonly number[] | null;
  metric?: 'cosine' | 'euclidean';
  sphereize?: boolean;
  supervised_by?: string | null;
  supervision?: number;
  perplexity?: number;
  iterations?: number;
  seed?: number;
  axes?: readonly AxisParams[];
  align?: boolean;
}

/** One profile's file, some of its tracks, and a range; times count from the profile's start. */
export interface RangeParams {
  run: number;
  name: string;
  tracks: readonly number[];
  start_ns: number;
  end_ns: number;
  limit?: number;
}

/** How many were found so far, and how many of them are read. */
export interface ReadCount {
  found: number;
  read: number;
}

/** A report that was made, to be fetched by its id; `removed` are texts that were taken out. */
export interface ReportAnswer {
  id: string;
  file: string;
  bytes: number;
  sizes: readonly ReportSize[];
  left_out: readonly ReportLeftOut[];
  removed: readonly string[];
}

/** What is not in a report: how many of how many, and why. */
export interface ReportLeftOut {
  kind: string;
  what: string;
  n: number;
  of: number;
  why: string;
}

/** How much of a report is of one kind: "board" is runs and tags, "page" the page itself. */
export interface ReportSize {
  kind: string;
  entries: number;
  bytes: number;
}

/**
 * What a report is to have: null means all runs, tags or pages.
 *
 * `view` is the end of an address; the report opens with it.
 */
export interface ReportWish {
  name: string;
  note?: string;
  runs?: readonly number[] | null;
  tags?: readonly string[] | null;
  pages?: readonly string[] | null;
  view?: string;
  text?: boolean;
  images?: boolean;
  keep_paths?: boolean;
  max_bytes?: number;
}

/**
 * What was requested of a remote place since the start, and how much it is a minute now.
 *
 * Prices are the provider's list prices in US dollars without traffic; null where requests are free.
 */
export interface Requests {
  lists: number;
  gets: number;
  bytes: number;
  per_minute: number;
  usd: number | null;
  usd_per_day: number | null;
}

/** How many files were restored, and how many stay in the trash because their place is taken. */
export interface RestoreAnswer {
  restored: number;
  not_restored: number;
}

/**
 * A log directory; `name` is the prefix of its runs, `requests` are there where it is remote.
 *
 * `problem` is a sentence that says what cannot be read of it now, where there is such; `index` the address
 * of the index that stands in for it, where one does.
 */
export interface Root {
  path: string;
  name: string | null;
  exists: boolean;
  problem?: string;
  index?: string;
  requests?: Requests;
}

/** All log directories. */
export interface RootsAnswer {
  roots: readonly Root[];
}

/**
 * A run with what people added to it. `generation` is the store's when the run last grew.
 *
 * `steps_per_sec` is over the last five minutes, of live runs alone; `planned_step` is where the
 * hyperparameters of a live run let it end, `goal_step` where somebody set one. `exception` is what ended
 * it, `source` what it was read from if not from event files.
 */
export interface Run {
  display_name: string | null;
  color: string | null;
  note: string | null;
  labels: readonly string[];
  step_notes: readonly StepNote[];
  goal_step: number | null;
  pinned: boolean;
  hidden: boolean;
  id: number;
  name: string;
  root: string;
  state: 'damaged' | 'finished' | 'idle' | 'live' | 'loading';
  generation: number;
  start_time: number | null;
  last_time: number | null;
  last_step: number | null;
  n_points: number;
  n_bytes: number;
  damage: Damage | null;
  first_nan: FirstNan | null;
  parent: number | null;
  restarts: number;
  steps_per_sec: number | null;
  planned_step: number | null;
  stalled: Stall | null;
  exception: string | null;
  source: string | null;
}

/** One run in full; `facts` is what kinds know of it, such as hyperparameters. */
export interface RunDetails {
  id: number;
  name: string;
  directory: string;
  files: readonly RunFile[];
  side_files: readonly SideFile[];
  restarts: readonly RunRestart[];
  sub_runs: readonly string[];
  facts: Record<string, Record<string, string | number | boolean>>;
}

/** What a person may change about a run; null clears a field, one that is left out stays as it is. */
export interface RunEdit {
  display_name?: string | null;
  color?: string | null;
  note?: string | null;
  labels?: readonly string[] | null;
  step_notes?: readonly StepNote[] | null;
  goal_step?: number | null;
  pinned?: boolean | null;
  hidden?: boolean | null;
}

/** Changes by run id, applied all or none. */
export interface RunEdits {
  runs: Record<string, RunEdit>;
}

/** A log of a run; `source` is null of event files. `damage` has the first stretches, `n_damages` all. */
export interface RunFile {
  path: string;
  source: string | null;
  n_bytes: number;
  n_bytes_read: number;
  n_points: number;
  first_time: number | null;
  last_time: number | null;
  n_damages: number;
  damage: readonly DamageSpot[];
}

/** The runs to move to the trash. */
export interface RunIds {
  runs: readonly number[];
}

/** The additions to one run; the defaults mean that nobody added anything. */
export interface RunNotes {
  display_name: string | null;
  color: string | null;
  note: string | null;
  labels: readonly string[];
  step_notes: readonly StepNote[];
  goal_step: number | null;
  pinned: boolean;
  hidden: boolean;
}

/** What people added to the edited runs, by run id. */
export interface RunNotesAnswer {
  runs: Record<string, RunNotes>;
}

/** Where a training went back: from which step, when, in which file and how it was noticed. */
export interface RunRestart {
  step: number;
  wall_time: number;
  file: string;
  reason: string;
}

/** All runs as of a generation. */
export interface RunsAnswer {
  generation: number;
  runs: readonly Run[];
}

/** A view of the page saved under a name; ``state`` is the page's own JSON. */
export interface SavedView {
  name: string;
  state: unknown;
  changed: number;
}

/** The plain text to find, in which runs and tags (null: all); `after` resumes from a place. */
export interface SearchParams {
  text: string;
  tags?: readonly string[] | null;
  runs?: readonly number[] | null;
  match_case?: boolean;
  after?: Place | null;
}

/** What to look for, how, and in which column (null: all). */
export interface SearchTerms {
  query: string;
  mode?: 'filter' | 'regex' | 'text';
  column?: string | null;
}

/** `runs` null means all; `raw` false chooses points by the smoothed values alone. */
export interface SeriesParams {
  tags: readonly string[];
  runs?: readonly number[] | null;
  x?: 'relative' | 'step' | 'wall' | OtherScalar;
  range?: readonly [number, number] | null;
  width_px?: number;
  smoothing?: Smoothing | null;
  superseded?: boolean;
  raw?: boolean;
}

/** Whose profiles; null means all runs. */
export interface SessionsParams {
  runs?: readonly number[] | null;
}

/** A file beside the events that a kind reads. */
export interface SideFile {
  kind: string;
  path: string;
}

/**
 * A value, which `axes` lie down and across (the last two where null), a place on every other axis in
 * order, and how many cells each way at most.
 *
 * Shapes may change from step to step: axes that are not there are the last two, and a place beyond the end
 * is the last one.
 */
export interface SliceParams {
  run: number;
  tag: string;
  index?: number | null;
  step?: number | null;
  exact?: boolean;
  part?: number;
  axes?: readonly [number, number] | null;
  at?: readonly number[] | null;
  max_rows?: number;
  max_columns?: number;
}

/**
 * ema: weight of the past in [0, 1); window: points, centered; gaussian: standard deviation in points.
 *
 * With `auto_px`, the width of the plot in pixels, the amount follows from the points per pixel; the answer
 * names it.
 */
export interface Smoothing {
  kind: 'ema' | 'gaussian' | 'window';
  amount?: number;
  auto_px?: number | null;
}

/** `range` of steps, both ends included; one step is [step, step]. */
export interface SpansParams {
  tags: readonly string[];
  range: readonly [number, number];
  runs?: readonly number[] | null;
  superseded?: boolean;
}

/**
 * One profile's file, what its frames are, and what makes a frame wide.
 *
 * step: the step whose time is wanted; null is all steps.
 * within: the node whose part of the tree is wanted; 0 is all of it.
 * other_run, other_name: a second profile, whose time of the same stacks is given beside.
 */
export interface StacksParams {
  run: number;
  name: string;
  step?: number | null;
  frames?: 'all' | 'modules' | 'operators' | 'python' | 'scopes' | null;
  weight?: 'device' | 'host';
  within?: number;
  limit?: number;
  other_run?: number | null;
  other_name?: string;
}

/** Since when a run counts as stalled, and how many seconds usually pass between two of its values. */
export interface Stall {
  since: number;
  usual_secs: number;
}

/** A note at a step of a run, shown in its charts: of one tag, or of all where it is null. */
export interface StepNote {
  step: number;
  text: string;
  tag?: string | null;
}

/** Over which runs and tags to gather steps; null means all. */
export interface StepsParams {
  tags?: readonly string[] | null;
  runs?: readonly number[] | null;
}

/** `k`: how many of the last finite values the mean takes. */
export interface SummariesParams {
  runs?: readonly number[] | null;
  tags?: readonly string[] | null;
  k?: number;
  superseded?: boolean;
}

/** Which table, of which runs and step (the nearest of each; null: the latest), and which of its rows. */
export interface TableParams {
  tag: string;
  runs?: readonly number[] | null;
  step?: number | null;
  filter?: string;
  sort?: string | null;
  descending?: boolean;
}

/** A tag of one kind, with the runs that have it. */
export interface Tag {
  kind: string;
  tag: string;
  display_name: string;
  description: string;
  runs: readonly number[];
  n_points: number;
}

/** All kinds and tags as of a generation. */
export interface TagsAnswer {
  generation: number;
  kinds: readonly KindSummary[];
  tags: readonly Tag[];
}

/** Which runs to list the tags of; null means all. */
export interface TagsParams {
  runs?: readonly number[] | null;
}

/** The last values of a tag: as many as have about so many characters together, at least one. */
export interface TailParams {
  run: number;
  tag: string;
  n_chars?: number;
}

/** A value, and which place on each axis but the last two; the first ones where null. */
export interface TensorParams {
  run: number;
  tag: string;
  index?: number | null;
  step?: number | null;
  exact?: boolean;
  part?: number;
  at?: readonly number[] | null;
}

/** Some of the vectors. */
export interface VectorsParams {
  run: number;
  name: string;
  step?: number | null;
  points: readonly number[];
}

/** The name a view was saved under. */
export interface ViewName {
  name: string;
}

/** All saved views, newest first. */
export interface ViewsAnswer {
  views: readonly SavedView[];
}

/** The parameters of every query, by kind and name. */
export interface Queries {
  audio: {
    describe: ItemParams;
    item: ItemParams;
    items: ItemsParams;
    steps: StepsParams;
  };
  confusion_matrix: {
    items: ItemsParams;
    matrix: MatrixParams;
    steps: StepsParams;
  };
  custom_scalars: {
    layout: LayoutParams;
    match: MatchParams;
  };
  embedding: {
    bookmarks: EmbeddingParams;
    cancel: ProjectionParams;
    columns: EmbeddingParams;
    knn: NeighborGraphParams;
    list: ListParams;
    metadata: MetadataParams;
    neighbor_index: NeighborIndexParams;
    neighbors: NeighborsParams;
    progress: EmbeddingParams;
    projection: ProjectionParams;
    quality: ProjectionParams;
    search: PointSearchParams;
    sprite: EmbeddingParams;
    vectors: VectorsParams;
  };
  graph: {
    attribute: GraphAttributeParams;
    graphs: GraphsParams;
    level: GraphLevelParams;
    node: GraphNodeParams;
    search: GraphSearchParams;
    trace: GraphTraceParams;
    whole: GraphParams;
  };
  histogram: {
    grid: GridParams;
    items: ItemsParams;
    percentiles: HistogramSeriesParams;
    series: HistogramSeriesParams;
    steps: StepsParams;
  };
  hparams: {
    difference: DifferenceParams;
    importance: ImportanceParams;
    table: HparamsTableParams;
  };
  image: {
    describe: ItemParams;
    item: ItemParams;
    items: ItemsParams;
    problems: ProblemsParams;
    steps: StepsParams;
  };
  mesh: {
    geometry: GeometryParams;
    items: ItemsParams;
    steps: StepsParams;
  };
  pr_curve: {
    curve: CurvesParams;
    items: ItemsParams;
    steps: StepsParams;
  };
  profile: {
    arrows: ProfileWindowParams;
    chrome_trace: ChromeTraceParams;
    compare: CompareParams;
    compare_table: CompareTableParams;
    counter_window: CounterWindowParams;
    counters: ProfileFileParams;
    distributed: DistributedParams;
    idle_gaps: IdleGapsParams;
    item: ProfileFileParams;
    kernel: KernelParams;
    kernels: KernelsParams;
    launch_queue: LaunchQueueParams;
    launches: LaunchesParams;
    memory: MemoryParams;
    memory_curve: MemoryCurveParams;
    memory_file: ProfileFileParams;
    memory_operators: MemoryParams;
    memory_stacks: ProfileFileParams;
    operator: OperatorParams;
    operators: OperatorsParams;
    overview: ProfileFileParams;
    progress: ProfileFileParams;
    range_statistics: RangeParams;
    search: ProfileSearchParams;
    sessions: SessionsParams;
    slice: ProfileSliceParams;
    stacks: StacksParams;
    step_times: ProfileFileParams;
    tracks: ProfileFileParams;
    training_steps: SessionsParams;
    where_called: OperatorsParams;
    window: ProfileWindowParams;
  };
  roc_curve: {
    curve: CurvesParams;
    items: ItemsParams;
    steps: StepsParams;
  };
  scalar: {
    export: ExportParams;
    groups: GroupsParams;
    jumps: JumpsParams;
    notices: NoticesParams;
    series: SeriesParams;
    spans: SpansParams;
    steps: LoggedStepsParams;
    summaries: SummariesParams;
    tags: TagsParams;
  };
  table: {
    captured: CapturedParams;
    csv: TableParams;
    items: ItemsParams;
    json: TableParams;
    rows: PageParams;
    steps: StepsParams;
  };
  tensor: {
    item: TensorParams;
    items: ItemsParams;
    slice: SliceParams;
    steps: StepsParams;
  };
  tensorboard: {
    blob: LoggedBlobParams;
    blobs: LoggedPointsParams;
    last_scalars: LastPointsParams;
    plugins: NoChoiceParams;
    runs: NoChoiceParams;
    scalars: LoggedPointsParams;
    series: LoggedSeriesParams;
    tensors: LoggedPointsParams;
  };
  text: {
    item: ItemParams;
    items: ItemsParams;
    raw: ItemParams;
    search: SearchParams;
    steps: StepsParams;
    tail: TailParams;
  };
  video: {
    describe: ItemParams;
    item: ItemParams;
    items: ItemsParams;
    steps: StepsParams;
  };
}
