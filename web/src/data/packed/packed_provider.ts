// A report as the provider: answers are computed by the core, or were recorded when the report was made.
import { ApiError, type Answer, type Provider, type Report } from '../provider_types.ts';
import { Core } from './core.ts';
import { capturedDifference, hparamsDifference, imageProblems } from './differences.ts';
import { EmbeddingVectors, searchPoints } from './embeddings.ts';
import { Entries } from './entries.ts';
import { graphLevel, graphSearch, graphTrace } from './graphs.ts';
import { openSource } from './header.ts';
import { HISTOGRAM_QUERIES } from './histograms.ts';
import { keyOf, questionOf, type Defaults, type KindQuestion, type Params } from './keys.ts';
import { launchQueue, memoryCurve } from './profiles.ts';
import { Recorded } from './recorded.ts';
import { SCALAR_QUERIES } from './scalars.ts';
import { SeriesSet } from './series_set.ts';
import { lastTexts, rawText, searchTexts, TextAddresses } from './texts.ts';

const NO_SERVER = 404;
/** An address that loads nothing and fails at once. */
const NOTHING = 'data:,';
type Computed = (set: SeriesSet, params: never) => Promise<ArrayBuffer>;
/** What the core computes, by kind and query. */
const COMPUTED: Readonly<Record<string, Readonly<Record<string, Computed>>>> = {
  scalar: SCALAR_QUERIES,
  histogram: HISTOGRAM_QUERIES,
};
type Made = (recorded: Recorded, params: never) => Promise<ArrayBuffer | null>;
/** What is made from other answers, by kind and query. */
const MADE: Readonly<Record<string, Made>> = {
  'text/raw': rawText,
  'text/search': searchTexts,
  'text/tail': lastTexts,
  'hparams/difference': hparamsDifference,
  'table/captured': capturedDifference,
  'image/problems': imageProblems,
  'embedding/search': searchPoints,
  'graph/level': graphLevel,
  'graph/search': graphSearch,
  'graph/trace': graphTrace,
  'profile/memory_curve': memoryCurve,
  'profile/launch_queue': launchQueue,
};

export class PackedProvider implements Provider {
  readonly report: Report;
  readonly #entries: Entries;
  readonly #recorded: Recorded;
  readonly #texts: TextAddresses;
  readonly #vectors: EmbeddingVectors;
  readonly #defaults: Defaults;
  readonly #series = new Map<string, SeriesSet>();
  #core: Promise<Core> | null = null;

  constructor(entries: Entries) {
    this.#entries = entries;
    this.report = entries.header;
    this.#recorded = new Recorded(entries);
    this.#texts = new TextAddresses(this.#recorded);
    this.#vectors = new EmbeddingVectors(this.#recorded, () => this.computing());
    this.#defaults = entries.header.defaults ?? {};
  }

  async ask(path: string, init: RequestInit): Promise<Answer> {
    const { method = 'GET', body } = init;
    const posted = method === 'POST' && typeof body === 'string' ? (JSON.parse(body) as Params) : undefined;
    const question = questionOf(path, posted);
    if (method !== 'GET' && !question) throw needsServer(path, method);
    const bytes = question ? await this.#kindAnswer(question, keyOf(path, this.#defaults, posted)) : null;
    const answer =
      bytes ?? (await this.#recorded.byKey(keyOf(path, this.#defaults, posted), question?.kind ?? null));
    if (question?.kind === 'text' && question.query === 'item') await this.#texts.shown(question.params);
    if (!answer) throw question ? notInReport(question) : needsServer(path, method);
    return { tag: null, bytes: answer };
  }

  address(path: string): string {
    const question = questionOf(path);
    if (question?.kind === 'text') return this.#texts.of(question.params) ?? NOTHING;
    return this.#entries.url(keyOf(path, this.#defaults)) ?? NOTHING;
  }

  listen(handlers: { onOpen(): void }): void {
    handlers.onOpen();
  }

  async #kindAnswer(question: KindQuestion, key: string): Promise<ArrayBuffer | null> {
    const { kind, query, params } = question;
    const computed = COMPUTED[kind]?.[query];
    if (computed) return computed(await this.#seriesOf(kind), params as never);
    if (kind === 'embedding' && query === 'neighbors') return this.#vectors.neighbors(params as never);
    const recorded = await this.#recorded.byKey(key, kind);
    if (recorded) return recorded;
    const rows = await this.#recorded.rows(question);
    if (rows) return rows;
    const made = MADE[`${kind}/${query}`];
    if (made) return made(this.#recorded, params as never);
    const nearest = await this.#recorded.nearestKey(question);
    if (nearest !== null) return this.#recorded.byKey(nearest, kind);
    return query === 'steps' ? this.#recorded.steps(question) : this.#recorded.joined(question);
  }

  /** The core, compiled from the first call on. */
  computing(): Promise<Core> {
    return (this.#core ??= Core.load());
  }

  async #seriesOf(kind: string): Promise<SeriesSet> {
    const core = await this.computing();
    const known = this.#series.get(kind) ?? new SeriesSet(core, this.#entries, kind);
    this.#series.set(kind, known);
    return known;
  }
}

/** Open the report that the page has or names. */
export async function openReport(): Promise<PackedProvider> {
  const provider = new PackedProvider(new Entries(await openSource()));
  // Most pages compute something; compiled meanwhile, it does not make the first chart wait.
  void provider.computing();
  return provider;
}

function needsServer(path: string, method: string): ApiError {
  const what = path.startsWith('filter')
    ? 'filter expressions need one. Search by name works.'
    : method === 'GET'
      ? 'this needs one.'
      : 'changes need one.';
  return new ApiError(NO_SERVER, `This report has no server: ${what}`);
}

/** What a report cannot compute, by kind and query. */
const NEEDS: Readonly<Record<string, string>> = {
  'embedding/neighbors': 'neighbors in an embedding of this size need one.',
  'embedding/projection': 'other projections need one.',
  'embedding/quality': 'the quality of other projections needs one.',
  'embedding/knn': 'UMAP and t-SNE need one.',
  'graph/level': 'this graph is too large to be opened without one.',
  'graph/search': 'this graph is too large to be searched without one.',
  'graph/trace': 'this graph is too large to be traced without one.',
  'graph/node': 'details of this node need one.',
  'graph/attribute': 'whole attributes need one.',
  'profile/tracks': 'the timeline of a profile needs one.',
  'profile/operator': 'calls of an operator need one.',
  'profile/kernel': 'calls of a kernel need one.',
  'profile/compare': 'comparing profiles needs one.',
  'table/rows': 'sorting and filtering tables needs one.',
  'tensor/slice': 'other slices of a tensor need one.',
  'hparams/importance': 'the importance for other metrics needs one.',
};

function notInReport({ kind, query }: KindQuestion): ApiError {
  const needs = NEEDS[`${kind}/${query}`] ?? (kind === 'profile' ? 'other views of a profile need one.' : '');
  return needs
    ? new ApiError(NO_SERVER, `This report has no server: ${needs}`)
    : new ApiError(NO_SERVER, `This is not in the report (${kind.replaceAll('_', ' ')}).`);
}
