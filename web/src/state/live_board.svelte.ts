// The board, loaded from the server and updated by its push channel.
import { CachedAnswer, getJson, runsPath, sendJson } from '../data/api.ts';
import { browserClock, type Clock } from '../data/clock.ts';
import { Generations } from '../data/generations.ts';
import { listen } from '../data/live.ts';
import { readRuns } from '../data/run_list.ts';
import type {
  GenerationEvent,
  Health,
  Progress,
  Root,
  RootsAnswer,
  Run,
  RunEdit,
  RunsAnswer,
  Tag,
  TagsAnswer,
} from '../data/shapes.ts';
import type { Board, Connection } from '../public/board.ts';
import { NameRanks } from './name_ranks.ts';

// New runs and tags show at once; steps and states of known ones may wait a little, lists can be long.
const STRUCTURE_DELAY_MS = 150;
const GROWTH_DELAY_MS = 700;
const RETRY_MS = 1000;
// Thousands of runs take the server a while to list: it gets twice that time for other work in between.
const REST_SHARE = 2;

/** A run after an edit; null clears a field. */
function edited(run: Run, change: RunEdit): Run {
  const { labels = run.labels, step_notes = run.step_notes, ...rest } = change;
  const { pinned = run.pinned, hidden = run.hidden, ...texts } = rest;
  return {
    ...run,
    ...texts,
    labels: labels ?? [],
    step_notes: step_notes ?? [],
    pinned: pinned ?? false,
    hidden: hidden ?? false,
  };
}

/** The requests that the board makes; tests inject a scripted server. */
export interface BoardServer {
  listen: typeof listen;
  getJson: typeof getJson;
  sendJson: typeof sendJson;
  runs(): Promise<RunsAnswer>;
  tags(): Promise<TagsAnswer>;
}

function pageServer(): BoardServer {
  const runs = new CachedAnswer(runsPath(), readRuns);
  const tags = new CachedAnswer<TagsAnswer>('tags');
  return { listen, getJson, sendJson, runs: () => runs.get(), tags: () => tags.get() };
}

export class LiveBoard implements Board {
  runs = $state.raw<readonly Run[]>([]);
  tags = $state.raw<readonly Tag[]>([]);
  kinds = $state.raw<TagsAnswer['kinds']>([]);
  progress = $state.raw<Progress | null>(null);
  connection = $state<Connection>('connecting');
  loaded = $state(false);
  error = $state.raw<Error | null>(null);
  writable = $state(true);
  title = $state('');
  roots = $state.raw<readonly Root[]>([]);
  nViewEdits = $state(0);
  nPageChanges = $state(0);

  readonly generations = new Generations();

  readonly nRuns: number = $derived(this.runs.reduce((n, run) => n + Number(run.parent === null), 0));
  readonly problems: readonly string[] = $derived(this.roots.flatMap((root) => root.problem ?? []));
  readonly byId = $derived(new Map(this.runs.map((run) => [run.id, run])));

  readonly #ranks = new NameRanks();
  /** The runs as the server listed them last. */
  #listed: readonly Run[] | null = null;
  #nextRefresh: { due_ms: number; cancel: () => void } | null = null;
  /** Whether the lists are of this server process: generations start at zero in another one. */
  #isListed = false;
  #refreshing: Promise<void> | null = null;
  #took_ms = 0;
  #cancelProgress: () => void = () => undefined;

  constructor(
    readonly server: BoardServer = pageServer(),
    readonly clock: Clock = browserClock,
  ) {}

  /** Follow as long as the page is open; fulfilled when the server's title, log directories and rights are known. */
  follow(): Promise<void> {
    this.server.listen({
      onOpen: () => {
        // After a gap anything may have changed.
        if (this.connection === 'lost') this.#changed(null, true);
        this.connection = 'live';
      },
      onLost: () => {
        this.connection = 'lost';
        this.#isListed = false;
      },
      onGeneration: (event) => {
        this.#onGeneration(event);
      },
    });
    return this.#loadServerInfo();
  }

  async refresh(): Promise<void> {
    this.#refreshing ??= this.#load().finally(() => (this.#refreshing = null));
    await this.#refreshing;
  }

  async #load(): Promise<void> {
    const begin_ms = this.clock.now_ms();
    try {
      const [runs, tags] = await Promise.all([this.server.runs(), this.server.tags()]);
      // Before it says that there is nothing, the page knows whether the server is still looking.
      if (runs.runs.length === 0 || tags.kinds.length === 0) await this.#askProgress();
      // With very many runs everything that is made of the list takes long: not again for the same one.
      if (runs.runs !== this.#listed) this.runs = this.#ranks.sort(runs.runs);
      this.#listed = runs.runs;
      this.tags = tags.tags;
      this.kinds = tags.kinds;
      this.error = null;
      // The first answer waits for the server to open the logs, which is no work of listing.
      if (this.loaded) this.#took_ms = this.clock.now_ms() - begin_ms;
      this.loaded = this.#isListed = true;
    } catch (error) {
      this.error = error as Error;
      // A log directory that does not grow sends no event that would make it ask again.
      this.#refreshIn(RETRY_MS);
    }
  }

  async edit(changes: ReadonlyMap<number, RunEdit>): Promise<void> {
    const before = this.byId;
    this.#apply(changes);
    try {
      await this.server.sendJson('PATCH', 'runs', { runs: Object.fromEntries(changes) });
    } catch (error) {
      this.runs = this.#ranks.sort(
        this.runs.map((run) => (changes.has(run.id) ? (before.get(run.id) ?? run) : run)),
      );
      throw error;
    }
  }

  #apply(changes: ReadonlyMap<number, RunEdit>): void {
    const after = this.runs.map((run) => {
      const change = changes.get(run.id);
      return change ? edited(run, change) : run;
    });
    this.runs = this.#ranks.sort(after);
  }

  async #loadServerInfo(): Promise<void> {
    try {
      const [health] = await Promise.all([this.server.getJson<Health>('health'), this.askRoots()]);
      this.writable = health.writable;
      this.title = health.window_title;
    } catch {
      // The banner explains that the server does not answer.
    }
  }

  async askRoots(): Promise<void> {
    try {
      this.roots = (await this.server.getJson<RootsAnswer>('roots')).roots;
    } catch {
      // As above; what is known stays.
    }
  }

  #onGeneration(event: GenerationEvent): void {
    if (event.progress) this.#setProgress(event.progress);
    this.nViewEdits = event.views ?? 0;
    this.nPageChanges = event.pages ?? 0;
    // The first event mostly repeats what the first lists, perhaps still on their way, have.
    const known = this.loaded ? Promise.resolve() : (this.#refreshing ?? Promise.resolve());
    void known.then(() => this.#changed(this.#newer(event.runs), event.structure === true));
  }

  /** Those of the pushed runs that grew since they were listed. */
  #newer(pushed: GenerationEvent['runs']): ReadonlySet<number> | null {
    if (!pushed) return null;
    const grown = Object.entries(pushed).map(([id, generation]) => [Number(id), generation] as const);
    const listed = (id: number): number => (this.#isListed ? (this.byId.get(id)?.generation ?? -1) : -1);
    return new Set(grown.filter(([id, generation]) => generation > listed(id)).map(([id]) => id));
  }

  /** The end of loading changes no run, so nothing is pushed for it: progress is polled until then. */
  #setProgress(progress: Progress): void {
    this.progress = progress;
    this.#cancelProgress();
    if (!progress.loading) return;
    this.#cancelProgress = this.clock.after(RETRY_MS, () => void this.#askProgress());
  }

  #askProgress(): Promise<void> {
    return this.server.getJson<Progress>('progress').then(
      (found) => this.#setProgress(found),
      () => undefined,
    );
  }

  #changed(changed: ReadonlySet<number> | null, structure: boolean): void {
    if (changed?.size !== 0) this.generations.note(changed);
    else if (!structure) return;
    const known = !structure && changed !== null && [...changed].every((id) => this.byId.has(id));
    this.#refreshIn(known ? GROWTH_DELAY_MS : STRUCTURE_DELAY_MS);
  }

  #refreshIn(delay_ms: number): void {
    const rest_ms = Math.max(delay_ms, this.#took_ms * REST_SHARE);
    const due_ms = this.clock.now_ms() + rest_ms;
    if (this.#nextRefresh && this.#nextRefresh.due_ms <= due_ms) return;
    this.#nextRefresh?.cancel();
    const cancel = this.clock.after(rest_ms, () => {
      this.#nextRefresh = null;
      // An answer on its way may be older than the change.
      void (this.#refreshing ?? Promise.resolve()).then(() => this.refresh());
    });
    this.#nextRefresh = { due_ms, cancel };
  }
}
