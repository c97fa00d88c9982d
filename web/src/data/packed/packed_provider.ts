// A report as the provider: answers are computed by the core, or were recorded when the report was made.
import { ApiError, type Answer, type Provider, type Report } from '../provider_types.ts';
import { Core } from './core.ts';
import { Entries } from './entries.ts';
import { openSource } from './header.ts';
import { keyOf, questionOf, type Defaults, type KindQuestion, type Params } from './keys.ts';
import { Recorded } from './recorded.ts';
import { SCALAR_QUERIES } from './scalars.ts';
import { SeriesSet } from './series_set.ts';

const NO_SERVER = 404;

export class PackedProvider implements Provider {
  readonly report: Report;
  readonly #entries: Entries;
  readonly #recorded: Recorded;
  readonly #defaults: Defaults;
  #series: Promise<SeriesSet> | null = null;

  constructor(entries: Entries) {
    this.#entries = entries;
    this.report = entries.header;
    this.#recorded = new Recorded(entries);
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
    if (!answer) throw question ? notInReport(question) : needsServer(path, method);
    return { tag: null, bytes: answer };
  }

  address(path: string): string {
    const url = this.#entries.url(keyOf(path, this.#defaults));
    // An address that loads nothing and fails at once.
    return url ?? 'data:,';
  }

  listen(handlers: { onOpen(): void }): void {
    handlers.onOpen();
  }

  async #kindAnswer(question: KindQuestion, key: string): Promise<ArrayBuffer | null> {
    const { kind, query, params } = question;
    const computed = kind === 'scalar' ? SCALAR_QUERIES[query] : undefined;
    if (computed) return computed(await this.#seriesSet(), params as never);
    const recorded = await this.#recorded.byKey(key, kind);
    if (recorded) return recorded;
    const rows = await this.#recorded.rows(question);
    if (rows) return rows;
    const nearest = await this.#recorded.nearestKey(question);
    if (nearest !== null) return this.#recorded.byKey(nearest, kind);
    return query === 'steps' ? this.#recorded.steps(question) : this.#recorded.joined(question);
  }

  #seriesSet(): Promise<SeriesSet> {
    this.#series ??= Core.load().then((core) => new SeriesSet(core, this.#entries));
    return this.#series;
  }
}

/** Open the report that the page has or names. */
export async function openReport(): Promise<PackedProvider> {
  return new PackedProvider(new Entries(await openSource()));
}

function needsServer(path: string, method: string): ApiError {
  const what = path.startsWith('filter')
    ? 'filter expressions need one. Search by name works.'
    : method === 'GET'
      ? 'this needs one.'
      : 'changes need one.';
  return new ApiError(NO_SERVER, `This report has no server: ${what}`);
}

function notInReport({ kind }: KindQuestion): ApiError {
  return new ApiError(NO_SERVER, `This is not in the report (${kind.replaceAll('_', ' ')}).`);
}
