// What the graph page shows, in the link: which graph, what is open and selected, and how it is drawn.
import type { View } from '../../public/view.ts';

export const COLORINGS = [
  { value: 'structure', text: 'Structure' },
  { value: 'op', text: 'Op' },
  { value: 'device', text: 'Device' },
  { value: 'parameters', text: 'Parameters' },
  { value: 'time', text: 'Compute time' },
  { value: 'memory', text: 'Memory' },
  { value: 'profile', text: 'Profiled time' },
  { value: 'change', text: 'Change' },
] as const;
export type Coloring = (typeof COLORINGS)[number]['value'];
/** Of two compared graphs: the one that was, and the one that is. */
export type Side = 'base' | 'own';
export type Direction = 'sources' | 'sinks';

export class GraphSettings {
  constructor(readonly view: Pick<View, 'own' | 'setOwn'>) {}

  get run(): string | undefined {
    return this.view.own('graph.run');
  }

  get name(): string | undefined {
    return this.view.own('graph.name');
  }

  choose(run: string, name: string | undefined): void {
    this.view.setOwn({
      'graph.run': run,
      'graph.name': name,
      'graph.open': undefined,
      'graph.node': undefined,
      'graph.trace': undefined,
      'graph.base': undefined,
      'graph.base_name': undefined,
      'graph.step': undefined,
    });
  }

  /** The run and name of the graph that it is compared with. */
  get base(): { run: string; name: string } | null {
    const run = this.view.own('graph.base');
    return run === undefined ? null : { run, name: this.view.own('graph.base_name') ?? '' };
  }

  /** Entries have other numbers then. */
  set base(base: { run: string; name: string } | null) {
    this.view.setOwn({
      'graph.base': base?.run,
      'graph.base_name': base?.name,
      'graph.open': undefined,
      'graph.node': undefined,
      'graph.trace': undefined,
      'graph.color': undefined,
    });
  }

  /** Two compared graphs each in a drawing of its own, not as one. */
  get isSideBySide(): boolean {
    return this.view.own('graph.compare') === 'sides';
  }

  set isSideBySide(isOn: boolean) {
    this.view.setOwn({ 'graph.compare': isOn ? 'sides' : undefined });
  }

  /** The measured step whose times are shown; undefined: the last. */
  get step(): string | undefined {
    return this.view.own('graph.step');
  }

  set step(name: string | undefined) {
    this.view.setOwn({ 'graph.step': name });
  }

  /** The open entries; null: those that the server opens by itself. */
  get open(): readonly number[] | null {
    const text = this.view.own('graph.open');
    return text === undefined ? null : numbersOf(text);
  }

  /** The selected entry. */
  get node(): number | null {
    return numbersOf(this.view.own('graph.node') ?? '')[0] ?? null;
  }

  set node(entry: number | null) {
    this.view.setOwn({
      'graph.node': entry === null ? undefined : String(entry),
      'graph.trace': undefined,
    });
  }

  /** Open these entries, and select one where it is given. */
  show(open: readonly number[], node: number | null = this.node): void {
    this.view.setOwn({
      'graph.open': open.join('.'),
      'graph.node': node === null ? undefined : String(node),
    });
  }

  get trace(): Direction | null {
    const to = this.view.own('graph.trace');
    return to === 'sources' || to === 'sinks' ? to : null;
  }

  set trace(to: Direction | null) {
    this.view.setOwn({ 'graph.trace': to ?? undefined });
  }

  /** What changed where graphs are compared, else the structure, unless chosen. */
  get coloring(): Coloring {
    const name = this.view.own('graph.color');
    return COLORINGS.find(({ value }) => value === name)?.value ?? this.usualColoring;
  }

  set coloring(name: Coloring) {
    this.view.setOwn({ 'graph.color': name === this.usualColoring ? undefined : name });
  }

  get usualColoring(): Coloring {
    return this.base ? 'change' : 'structure';
  }

  /** Whether constants, savers and summaries are drawn. */
  get isAsideShown(): boolean {
    return this.view.own('graph.aside') === '1';
  }

  set isAsideShown(isOn: boolean) {
    this.view.setOwn({ 'graph.aside': isOn ? '1' : undefined });
  }

  get isControlShown(): boolean {
    return this.view.own('graph.control') === '1';
  }

  set isControlShown(isOn: boolean) {
    this.view.setOwn({ 'graph.control': isOn ? '1' : undefined });
  }

  /** Whether edges are as wide as what they carry is large. */
  get isWidthBySize(): boolean {
    return this.view.own('graph.width') !== '0';
  }

  set isWidthBySize(isOn: boolean) {
    this.view.setOwn({ 'graph.width': isOn ? undefined : '0' });
  }

  get search(): string {
    return this.view.own('graph.search') ?? '';
  }

  set search(text: string) {
    this.view.setOwn({ 'graph.search': text || undefined });
  }

  get isRegex(): boolean {
    return this.view.own('graph.regex') === '1';
  }

  set isRegex(isOn: boolean) {
    this.view.setOwn({ 'graph.regex': isOn ? '1' : undefined });
  }
}

function numbersOf(text: string): number[] {
  return text
    .split('.')
    .filter((part) => /^\d+$/.test(part))
    .map(Number);
}
