// One projection being computed: by the server (PCA, t-SNE, axes) or by the page's worker (UMAP), shown while it converges.
//
//   const run = new ProjectionRun();
//   run.ask(question);    // an equal question is not computed again; another one ends the one under way
//   run.positions, run.state, run.kept …
//   run.stop();           // for good
import { Columns } from '../../data/columns.ts';
import { asJson } from '../../data/api.ts';
import { fetchQuery } from '../../data/kind_query.ts';
import { alignedTo } from './alignment.ts';
import { compactNeighbors, positionsOf, spreadPositions } from './points_of.ts';
import {
  isOtherStep,
  neighborParams,
  projectionParams,
  type ProjectionQuestion,
} from './projection_question.ts';
import { reasonOf } from './reason.ts';
import { usualEpochs } from './umap.ts';
import type { FromUmap, ToUmap } from './umap_messages.ts';

export type ProjectionState = 'idle' | 'waiting' | 'running' | 'paused' | 'done' | 'canceled' | 'failed';

export interface ProjectionAbout {
  /** Share of the variance along each of the first components. */
  explained_variance?: readonly number[];
  components?: readonly number[];
  /** How many points the two searches of each axis found. */
  points_found?: readonly (readonly [number, number])[];
}

interface Finished {
  positions: Float32Array;
  about: ProjectionAbout;
  kept: number | null;
}

/** As often as the server's worker reports. */
const POLL_MS = 300;
const MOST_FINISHED = 6;

export class ProjectionRun {
  /** x, y, z of each point; those of the projection before until there are new ones. */
  positions = $state.raw<Float32Array | null>(null);
  about = $state.raw<ProjectionAbout>({});
  state = $state<ProjectionState>('idle');
  /** What is being done before the first iteration. */
  stage = $state('');
  iteration = $state(0);
  nIterations = $state(0);
  /** How far it is from its end, by iteration: the divergence of t-SNE, or how far points still move. */
  curve = $state.raw<readonly number[]>([]);
  seconds = $state(0);
  /** The share of the ten nearest neighbors that are still the nearest; null while unknown. */
  kept = $state<number | null>(null);
  error = $state<string | null>(null);
  /** The question that `positions` answer. */
  answered = $state.raw<ProjectionQuestion | null>(null);

  #key = '';
  #question: ProjectionQuestion | null = null;
  #abort: AbortController | null = null;
  #worker: Worker | null = null;
  /** What a process of the server computes for this. */
  #serverWork: Record<string, unknown> | null = null;
  #started_ms = 0;
  readonly #finished = new Map<string, Finished>();

  ask(question: ProjectionQuestion | null): void {
    const key = JSON.stringify(question);
    if (key === this.#key) return;
    this.#end();
    this.#key = key;
    this.#question = question;
    if (question) this.#start(question);
    else this.state = 'idle';
  }

  /** Compute once more, after a failure or a cancel. */
  again(): void {
    const question = this.#question;
    if (!question) return;
    this.#end();
    this.#finished.delete(this.#key);
    this.#start(question);
  }

  /** Ends the computation; what is drawn so far stays. */
  cancel(): void {
    this.#end();
    this.state = 'canceled';
  }

  /** Only what runs in the page can wait. */
  get canPause(): boolean {
    return this.#worker !== null && (this.state === 'running' || this.state === 'paused');
  }

  pause(isPaused: boolean): void {
    this.#send({ kind: 'pause', isPaused });
    this.state = isPaused ? 'paused' : 'running';
  }

  stop(): void {
    this.#end();
    this.#key = '';
  }

  #start(question: ProjectionQuestion): void {
    const finished = this.#finished.get(this.#key);
    this.error = null;
    this.curve = [];
    this.iteration = 0;
    this.nIterations = 0;
    this.seconds = 0;
    this.stage = '';
    if (finished) {
      this.#show(question, finished.positions);
      Object.assign(this, { about: finished.about, kept: finished.kept, state: 'done' });
      return;
    }
    this.kept = null;
    this.state = 'waiting';
    this.#started_ms = performance.now();
    const abort = new AbortController();
    this.#abort = abort;
    const work =
      question.method === 'umap'
        ? this.#byWorker(question, abort.signal)
        : this.#byServer(question, abort.signal);
    work.catch((error: unknown) => {
      if (abort.signal.aborted) return;
      this.error = reasonOf(error);
      this.state = 'failed';
    });
  }

  async #byServer(question: ProjectionQuestion, signal: AbortSignal): Promise<void> {
    const params = projectionParams(question);
    if (question.method === 'tsne') this.#serverWork = params;
    let drawn = -1;
    for (;;) {
      const columns = new Columns(await requested('projection', params, signal));
      if (signal.aborted) return;
      const { state, iteration, iterations, error, stage, divergence } = columns.notes as {
        state: string;
        iteration: number;
        iterations: number;
        error?: string;
        stage?: string;
        divergence?: number | null;
      };
      if (state === 'failed' || state === 'canceled')
        throw new Error(error ?? 'The server ended the projection.');
      this.about = columns.notes as ProjectionAbout;
      this.stage = state === 'waiting' ? 'Waiting for other projections' : (stage ?? '');
      this.iteration = iteration;
      this.nIterations = iterations;
      this.seconds = (performance.now() - this.#started_ms) / 1000;
      if (typeof divergence === 'number') this.curve = [...this.curve, divergence];
      // Before the first iteration the places stay: drawing them again would take the processor from what is computed.
      const at = stage ? 0 : iteration;
      if (columns.rows > 0 && at !== drawn) this.#show(question, positionsOf(columns));
      drawn = at;
      if (state === 'done') break;
      this.state = 'running';
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      if (signal.aborted) return;
    }
    this.#serverWork = null;
    this.state = 'done';
    this.#remember();
    await this.#judge(params, signal);
  }

  /** How well it keeps neighbors takes the server a moment longer. */
  async #judge(params: Record<string, unknown>, signal: AbortSignal): Promise<void> {
    for (;;) {
      const { state, kept } = asJson<{ state?: string; kept: number | null }>(
        await requested('quality', params, signal),
      );
      if (signal.aborted) return;
      if (state !== 'running') {
        this.kept = kept;
        this.#remember();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  async #byWorker(question: ProjectionQuestion, signal: AbortSignal): Promise<void> {
    const params = neighborParams(question);
    this.stage = 'Finding neighbors';
    let columns: Columns;
    for (;;) {
      columns = new Columns(await requested('knn', params, signal));
      if (signal.aborted) return;
      if (columns.notes['state'] === 'done') break;
      if (columns.notes['state'] === 'failed') throw new Error(String(columns.notes['error']));
      this.iteration = Number(columns.notes['iteration']);
      this.nIterations = Number(columns.notes['iterations']);
      this.state = 'running';
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      if (signal.aborted) return;
    }
    const { neighbors, rows, nPoints } = compactNeighbors(columns);
    const reference = question.align ? await this.#reference(question, signal) : null;
    if (signal.aborted) return;
    if (rows.length < 4) throw new Error('UMAP needs at least four points; PCA shows fewer.');
    this.stage = 'Starting';
    const nEpochs = usualEpochs(rows.length);
    this.nIterations = nEpochs;
    const worker = new Worker(new URL('./umap.worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    const { dimensions, minDist, seed } = question;
    await new Promise<void>((resolve, reject) => {
      worker.addEventListener('error', () => reject(new Error('The worker for UMAP could not be started.')));
      worker.addEventListener('message', ({ data }: MessageEvent<FromUmap>) => {
        if (signal.aborted) return;
        if (data.kind === 'failed') return reject(new Error(data.message));
        this.stage = '';
        if (this.state === 'waiting') this.state = 'running';
        this.iteration = data.epoch;
        this.seconds = (performance.now() - this.#started_ms) / 1000;
        if (data.moved > 0) this.curve = [...this.curve, data.moved];
        const places = reference ? alignedTo(data.positions, reference, rows, dimensions) : data.positions;
        this.#show(question, spreadPositions(places, rows, nPoints));
        if (!data.isLast) return;
        this.kept = data.kept;
        this.about = {};
        this.state = 'done';
        this.#remember();
        resolve();
      });
      this.#send({ kind: 'start', neighbors, options: { dimensions, minDist, nEpochs, seed } });
    });
    worker.terminate();
    this.#worker = null;
  }

  /** How UMAP is to lie: as the step that is shown, else as the principal components of all steps up to this one. */
  async #reference(question: ProjectionQuestion, signal: AbortSignal): Promise<Float32Array> {
    if (this.positions && this.answered && isOtherStep(this.answered, question)) return this.positions;
    const pca = { ...question, method: 'pca', metric: 'euclidean', supervised_by: null } as const;
    return positionsOf(new Columns(await requested('projection', projectionParams(pca), signal)));
  }

  #show(question: ProjectionQuestion, positions: Float32Array): void {
    this.positions = positions;
    this.answered = question;
  }

  #remember(): void {
    if (!this.positions) return;
    this.#finished.set(this.#key, { positions: this.positions, about: this.about, kept: this.kept });
    if (this.#finished.size > MOST_FINISHED)
      this.#finished.delete(this.#finished.keys().next().value as string);
  }

  #end(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.#worker?.terminate();
    this.#worker = null;
    // Without it, what nobody wants any more would take the place of the next.
    if (this.#serverWork) void requested('cancel', this.#serverWork).catch(() => undefined);
    this.#serverWork = null;
  }

  #send(message: ToUmap): void {
    this.#worker?.postMessage(message);
  }
}

function requested(
  query: 'projection' | 'quality' | 'knn' | 'cancel',
  params: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  return fetchQuery(
    { kind: 'embedding', query, params } as unknown as Parameters<typeof fetchQuery>[0],
    signal,
  );
}
