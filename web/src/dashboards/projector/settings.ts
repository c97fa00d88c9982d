// What the projector shows, in the link: the embedding, the projection with its parameters, and the look of points.
import { poseOf, poseText, type Pose } from '../../charts/base/pose.ts';
import type { EmbeddingKey } from '../../kinds/embedding/embeddings.ts';
import type {
  Axis,
  Metric,
  ProjectionQuestion,
  SearchMode,
  SearchTerms,
} from '../../kinds/embedding/projection_question.ts';
import type { View } from '../../public/view.ts';
import type { LinkedPoints } from './point_selection.svelte.ts';

export type Method = ProjectionQuestion['method'];
export type Tool = 'move' | 'lasso' | 'box';

export const METHODS: readonly { value: Method; text: string }[] = [
  { value: 'pca', text: 'PCA' },
  { value: 'tsne', text: 't-SNE' },
  { value: 'umap', text: 'UMAP' },
  { value: 'axes', text: 'Axes' },
];

/** Where nothing is chosen. */
const USUAL = { neighbors: 15, minDist: 0.1, perplexity: 30, iterations: 750, supervision: 0.5 } as const;
/** Several texts of one setting stand in one field of the link; none of them has this character. */
const BETWEEN = '\t';
/** Characters of how points were selected, which may be the name of a class. */
const MAX_HOW = 60;

export class ProjectorSettings {
  constructor(readonly view: View) {}

  get run(): string | undefined {
    return this.#text('run');
  }

  get name(): string | undefined {
    return this.#text('name');
  }

  /** Without a name: the first of the run. */
  choose(run: string, name: string | undefined): void {
    // Columns, points and poses mean nothing in another embedding.
    this.#set({
      run,
      name,
      ...{ color: undefined, size: undefined, label: undefined, point: undefined, pose: undefined },
      ...{ find: undefined, supervised: undefined, axes: undefined, components: undefined },
      ...{ selected: undefined, only: undefined, hidden: undefined },
    });
  }

  get method(): Method {
    return METHODS.find(({ value }) => value === this.#text('method'))?.value ?? 'pca';
  }

  set method(method: Method) {
    this.#set({ method: method === 'pca' ? undefined : method, pose: undefined });
  }

  get dimensions(): 2 | 3 {
    return this.#text('dims') === '3' ? 3 : 2;
  }

  set dimensions(dimensions: 2 | 3) {
    this.#set({ dims: dimensions === 3 ? '3' : undefined, pose: undefined, components: undefined });
  }

  get metric(): Metric {
    return this.#text('metric') === 'euclidean' ? 'euclidean' : 'cosine';
  }

  set metric(metric: Metric) {
    this.#set({ metric: metric === 'cosine' ? undefined : metric });
  }

  get isSphereized(): boolean {
    return this.#text('sphereize') === '1';
  }

  set isSphereized(isOn: boolean) {
    this.#set({ sphereize: isOn ? '1' : undefined });
  }

  get isAligned(): boolean {
    return this.#text('align') !== 'off';
  }

  set isAligned(isOn: boolean) {
    this.#set({ align: isOn ? undefined : 'off' });
  }

  get isDensity(): boolean {
    return this.#text('density') === '1';
  }

  set isDensity(isOn: boolean) {
    this.#set({ density: isOn ? '1' : undefined });
  }

  get showsPictures(): boolean {
    return this.#text('pictures') === '1';
  }

  set showsPictures(isOn: boolean) {
    this.#set({ pictures: isOn ? '1' : undefined });
  }

  number(name: keyof typeof USUAL | 'seed'): number {
    const usual = name === 'seed' ? 0 : USUAL[name];
    const given = Number(this.#text(name) ?? NaN);
    return Number.isFinite(given) && given >= 0 ? given : usual;
  }

  setNumber(name: keyof typeof USUAL | 'seed', value: number): void {
    const usual = name === 'seed' ? 0 : USUAL[name];
    this.#set({ [name]: value === usual ? undefined : String(value) });
  }

  /** Which components are on x, y (and z), counted from 0. */
  get components(): readonly number[] {
    const given = (this.#text('components') ?? '').split(',').map(Number);
    const isWhole =
      given.length === this.dimensions && given.every((one) => Number.isInteger(one) && one >= 0);
    return this.#text('components') && isWhole ? given : [0, 1, 2].slice(0, this.dimensions);
  }

  set components(components: readonly number[]) {
    this.#set({ components: components.every((one, i) => one === i) ? undefined : components.join(',') });
  }

  /** A column by its use; null: none, undefined: the usual one. */
  column(use: 'color' | 'size' | 'label' | 'supervised'): string | null | undefined {
    const given = this.#text(use);
    return given === '' ? null : given;
  }

  setColumn(use: 'color' | 'size' | 'label' | 'supervised', name: string | null | undefined): void {
    this.#set({ [use]: name === null ? '' : name });
  }

  get point(): number | null {
    const given = Number(this.#text('point') ?? NaN);
    return Number.isInteger(given) && given >= 0 ? given : null;
  }

  set point(point: number | null) {
    this.#set({ point: point === null ? undefined : String(point) });
  }

  /** Those of an embedding; none where the link has those of another. */
  pointsOf(run: string, name: string): LinkedPoints {
    if ((this.run ?? run) !== run || (this.name ?? name) !== name) return {};
    const [selected, how] = this.#pair('selected');
    return { selected, how, only: this.#text('only'), hidden: this.#text('hidden') };
  }

  /** Run and name go into the link with them: their numbers mean nothing in another embedding. */
  setPoints(run: string, name: string, { selected, how = '', only, hidden }: LinkedPoints): void {
    const which = (selected ?? only ?? hidden) ? { run, name } : {};
    const shortHow = how.replaceAll(BETWEEN, ' ').slice(0, MAX_HOW);
    this.#set({ selected: selected && `${selected}${BETWEEN}${shortHow}`, only, hidden, ...which });
  }

  get search(): SearchTerms {
    const [mode = '', query = ''] = (this.#text('find') ?? '').split(BETWEEN);
    return { mode: modeOf(mode), query, column: null };
  }

  set search({ mode, query }: Pick<SearchTerms, 'mode' | 'query'>) {
    this.#set({ find: query || mode !== 'text' ? `${mode}${BETWEEN}${query}` : undefined });
  }

  /** Two searches for each axis: where it begins and where it ends. */
  get axes(): readonly (readonly [string, string])[] {
    const parts = (this.#text('axes') ?? '').split(BETWEEN);
    return Array.from({ length: this.dimensions }, (_, i) => [parts[2 * i] ?? '', parts[2 * i + 1] ?? '']);
  }

  set axes(axes: readonly (readonly [string, string])[]) {
    this.#set({ axes: axes.flat().some(Boolean) ? axes.flat().join(BETWEEN) : undefined });
  }

  get pose(): Pose | null {
    return poseOf(this.#text('pose'));
  }

  set pose(pose: Pose | null) {
    this.#set({ pose: poseText(pose) });
  }

  /** The embedding beside the first: its run and its name. */
  get other(): readonly [string, string] | null {
    const [run, name] = this.#pair('other');
    return run !== undefined && name !== undefined ? [run, name] : null;
  }

  set other(other: readonly [string, string] | null) {
    this.#set({ other: other?.join(BETWEEN) });
  }

  /** The projection that these settings ask for; null while they ask for none. */
  question(key: EmbeddingKey): ProjectionQuestion | null {
    const { method, dimensions, axes } = this;
    if (method === 'axes' && !axes.every(([begin, end]) => begin && end)) return null;
    const terms = (query: string): Axis['begin'] => ({ query, mode: 'text', column: null });
    return {
      ...key,
      method,
      dimensions,
      metric: method === 'pca' || method === 'axes' ? 'euclidean' : this.metric,
      sphereize: this.isSphereized,
      seed: this.number('seed'),
      components: method === 'pca' ? this.components : null,
      perplexity: this.number('perplexity'),
      iterations: this.number('iterations'),
      neighbors: this.number('neighbors'),
      minDist: this.number('minDist'),
      supervised_by: this.column('supervised') ?? null,
      supervision: this.number('supervision'),
      axes: method === 'axes' ? axes.map(([begin, end]) => ({ begin: terms(begin), end: terms(end) })) : [],
      align: this.isAligned && key.step !== null,
    };
  }

  #text(name: string): string | undefined {
    return this.view.own(`projector.${name}`);
  }

  #pair(name: string): readonly (string | undefined)[] {
    return this.#text(name)?.split(BETWEEN) ?? [];
  }

  #set(change: Readonly<Record<string, string | undefined>>): void {
    this.view.setOwn(
      Object.fromEntries(Object.entries(change).map(([name, value]) => [`projector.${name}`, value])),
    );
  }
}

function modeOf(text: string): SearchMode {
  return text === 'regex' || text === 'filter' ? text : 'text';
}
