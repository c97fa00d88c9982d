// What the server knows, held once for all pages and kept up to date by its push channel.
import { getJson, Kept, sendJson, type ApiError } from '../data/api.ts';
import { Generations } from '../data/generations.ts';
import { listen } from '../data/live.ts';
import type {
  GenerationEvent,
  Health,
  Progress,
  Root,
  Run,
  RunEdit,
  RunsAnswer,
  Tag,
  TagsAnswer,
} from '../data/shapes.ts';

export type Connection = 'connecting' | 'live' | 'lost';

// New runs and tags show at once; steps and states of known ones may wait a little, lists can be long.
const STRUCTURE_DELAY_MS = 150;
const GROWTH_DELAY_MS = 700;
const RETRY_MS = 1000;
// Thousands of runs take the server a while to list: it shall not do nothing else.
const REST_SHARE = 2;

/** A run after an edit; null clears a field. */
function edited(run: Run, change: RunEdit): Run {
  const { labels = run.labels, pinned = run.pinned, hidden = run.hidden, ...texts } = change;
  return { ...run, ...texts, labels: labels ?? [], pinned: pinned ?? false, hidden: hidden ?? false };
}

export class Board {
  runs = $state.raw<readonly Run[]>([]);
  tags = $state.raw<readonly Tag[]>([]);
  kinds = $state.raw<TagsAnswer['kinds']>([]);
  progress = $state.raw<Progress | null>(null);
  connection = $state<Connection>('connecting');
  loaded = $state(false);
  error = $state.raw<ApiError | null>(null);
  /** Whether names, notes and the like may be changed, and runs thrown away. */
  writable = $state(true);
  title = $state('');
  roots = $state.raw<readonly Root[]>([]);
  /** Another number whenever somebody saved or forgot a view. */
  nViewEdits = $state(0);

  /** Which runs have new points since when; answers are asked for again by it. */
  readonly generations = new Generations();

  readonly byId = $derived(new Map(this.runs.map((run) => [run.id, run])));

  #timer: ReturnType<typeof setTimeout> | undefined;
  #due_ms = 0;
  readonly #runsAnswer = new Kept<RunsAnswer>('runs');
  readonly #tagsAnswer = new Kept<TagsAnswer>('tags');
  /** Whether the lists are of this server's life: in another the generations begin anew. */
  #isListed = false;
  #refreshing: Promise<void> | null = null;
  #took_ms = 0;
  #progressTimer: ReturnType<typeof setTimeout> | undefined;

  /** Follow as long as the page is open; fulfilled when it is known what the server says of itself. */
  follow(): Promise<void> {
    listen({
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
    return this.#askAbout();
  }

  /** Ask for the lists anew; one question at a time. */
  async refresh(): Promise<void> {
    this.#refreshing ??= this.#ask().finally(() => (this.#refreshing = null));
    await this.#refreshing;
  }

  async #ask(): Promise<void> {
    const begin_ms = Date.now();
    try {
      const [runs, tags] = await Promise.all([this.#runsAnswer.get(), this.#tagsAnswer.get()]);
      this.runs = runs.runs;
      this.tags = tags.tags;
      this.kinds = tags.kinds;
      this.error = null;
      this.loaded = this.#isListed = true;
      this.#took_ms = Date.now() - begin_ms;
    } catch (error) {
      this.error = error as ApiError;
      // A quiet folder sends no event that would make it ask again.
      this.#refreshIn(RETRY_MS);
    }
  }

  /** Change what a person may say about runs: at once here, then on the server; back as it was where that refuses. */
  async edit(changes: ReadonlyMap<number, RunEdit>): Promise<void> {
    const before = this.byId;
    this.#apply(changes);
    try {
      await sendJson('PATCH', 'runs', { runs: Object.fromEntries(changes) });
    } catch (error) {
      this.runs = this.runs.map((run) => (changes.has(run.id) ? (before.get(run.id) ?? run) : run));
      throw error;
    }
  }

  #apply(changes: ReadonlyMap<number, RunEdit>): void {
    this.runs = this.runs.map((run) => {
      const change = changes.get(run.id);
      return change ? edited(run, change) : run;
    });
  }

  async #askAbout(): Promise<void> {
    try {
      const [health, { roots }] = await Promise.all([
        getJson<Health>('health'),
        getJson<{ roots: Root[] }>('roots'),
      ]);
      this.writable = health.writable;
      this.title = health.window_title;
      this.roots = roots;
    } catch {
      // Nothing depends on it that the banner would not explain.
    }
  }

  #onGeneration(event: GenerationEvent): void {
    if (event.progress) this.#setProgress(event.progress);
    this.nViewEdits = event.views ?? 0;
    // The first message mostly says what the first lists, perhaps still on their way, say too.
    const known = this.loaded ? Promise.resolve() : (this.#refreshing ?? Promise.resolve());
    void known.then(() => this.#changed(this.#newer(event.runs), event.structure === true));
  }

  /** Those of the runs told of that grew since they were listed. */
  #newer(told: GenerationEvent['runs']): ReadonlySet<number> | null {
    if (!told) return null;
    const grown = Object.entries(told).map(([id, generation]) => [Number(id), generation] as const);
    const listed = (id: number): number => (this.#isListed ? (this.byId.get(id)?.generation ?? -1) : -1);
    return new Set(grown.filter(([id, generation]) => generation > listed(id)).map(([id]) => id));
  }

  /** The end of loading changes no run, so nothing is pushed for it: asked for as long as it goes on. */
  #setProgress(progress: Progress): void {
    this.progress = progress;
    clearTimeout(this.#progressTimer);
    if (!progress.loading) return;
    this.#progressTimer = setTimeout(() => {
      getJson<Progress>('progress').then(
        (found) => this.#setProgress(found),
        () => undefined,
      );
    }, RETRY_MS);
  }

  #changed(changed: ReadonlySet<number> | null, structure: boolean): void {
    if (changed?.size !== 0) this.generations.note(changed);
    else if (!structure) return;
    const known = !structure && changed !== null && [...changed].every((id) => this.byId.has(id));
    this.#refreshIn(known ? GROWTH_DELAY_MS : STRUCTURE_DELAY_MS);
  }

  #refreshIn(delay_ms: number): void {
    const rest_ms = Math.max(delay_ms, this.#took_ms * REST_SHARE);
    const due_ms = Date.now() + rest_ms;
    if (this.#timer && this.#due_ms <= due_ms) return;
    clearTimeout(this.#timer);
    this.#due_ms = due_ms;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // An answer on its way may not know yet of what made us ask.
      void (this.#refreshing ?? Promise.resolve()).then(() => this.refresh());
    }, rest_ms);
  }
}
