// What the profile page shows, in the link: run, file and view, and the settings of its tables.
import type { View } from '../../public/view.ts';
import type { Shown } from './tables/columns.ts';
import { VIEWS, type ViewName } from './views.ts';

export type TableName = 'operators' | 'kernels';

export class ProfileSettings {
  constructor(readonly view: View) {}

  /** The name of the run; undefined: the first that has a profile. */
  get run(): string | undefined {
    return this.view.own('profile.run');
  }

  get file(): string | undefined {
    return this.view.own('profile.file');
  }

  /** The step stays where another worker of the same training is chosen. */
  choose(run: string, file: string | undefined, step: number | null = null): void {
    // Times, slices and nodes mean nothing in another file.
    this.view.setOwn({
      'profile.run': run,
      'profile.file': file,
      'profile.step': step === null ? undefined : String(step),
      'profile.time': undefined,
      'profile.slice': undefined,
      'profile.stacks.zoom': undefined,
      'profile.memory.device': undefined,
      'profile.memory.time': undefined,
    });
  }

  /** The one step that is shown; null: all. */
  get step(): number | null {
    const text = this.view.own('profile.step');
    return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
  }

  set step(step: number | null) {
    // The timeline moves to the step, and the stacks of another step have other nodes.
    this.view.setOwn({
      'profile.step': step === null ? undefined : String(step),
      'profile.time': undefined,
      'profile.stacks.zoom': undefined,
    });
  }

  get shown(): ViewName {
    const name = this.view.own('profile.view');
    return VIEWS.find((one) => one.value === name)?.value ?? 'overview';
  }

  set shown(name: ViewName) {
    this.view.setOwn({ 'profile.view': name === 'overview' ? undefined : name });
  }

  group<T extends string>(table: TableName, choices: readonly { value: T }[]): T {
    const name = this.view.own(`profile.${table}.group`);
    return (choices.find((one) => one.value === name) ?? (choices[0] as { value: T })).value;
  }

  setGroup(table: TableName, group: string): void {
    this.view.setOwn({ [`profile.${table}.group`]: group === 'name' ? undefined : group });
  }

  filter(table: TableName): string {
    return this.view.own(`profile.${table}.filter`) ?? '';
  }

  setFilter(table: TableName, filter: string): void {
    this.view.setOwn({ [`profile.${table}.filter`]: filter || undefined });
  }

  /** The column by which a table is sorted, with a minus sign where the largest come first. */
  sort(table: TableName): string | undefined {
    return this.view.own(`profile.${table}.sort`);
  }

  setSort(table: TableName, sort: string): void {
    this.view.setOwn({ [`profile.${table}.sort`]: sort });
  }

  /** The columns of a table that were chosen; null: as many as fit. */
  columns(table: TableName): readonly string[] | null {
    return this.view.own(`profile.${table}.columns`)?.split(',') ?? null;
  }

  setColumns(table: TableName, keys: readonly string[] | null): void {
    this.view.setOwn({ [`profile.${table}.columns`]: keys?.join(',') });
  }

  /** How the times of tables are shown. */
  get tableTimes(): Shown {
    const text = this.view.own('profile.show');
    return text === 'step' || text === 'percent' ? text : 'total';
  }

  set tableTimes(shown: Shown) {
    this.view.setOwn({ 'profile.show': shown === 'total' ? undefined : shown });
  }

  /** Whether backward passes count for the forward operators that made them. */
  get foldsBackward(): boolean {
    return this.view.own('profile.operators.fold') === '1';
  }

  set foldsBackward(isOn: boolean) {
    this.view.setOwn({ 'profile.operators.fold': isOn ? '1' : undefined });
  }

  /** Whether the other workers are in runs of their own. */
  get isAcrossRuns(): boolean {
    return this.view.own('profile.across_runs') === '1';
  }

  set isAcrossRuns(isOn: boolean) {
    this.view.setOwn({ 'profile.across_runs': isOn ? '1' : undefined });
  }

  /** One slice in the timeline. */
  showSlice(slice: number): void {
    this.view.setOwn({
      'profile.view': 'timeline',
      'profile.slice': String(slice),
      'profile.time': undefined,
    });
  }

  /** A part of the timeline, as `spanText` writes it. */
  showTime(span: string | undefined): void {
    this.view.setOwn({ 'profile.view': 'timeline', 'profile.time': span, 'profile.slice': undefined });
  }

  /** The kernels that one operator launched. */
  showKernelsOf(operator: string): void {
    this.view.setOwn({
      'profile.view': 'kernels',
      'profile.kernels.group': 'operator',
      'profile.kernels.filter': `operator="${operator.replaceAll('"', '')}"`,
    });
  }
}
