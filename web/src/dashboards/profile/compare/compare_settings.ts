// What the comparison shows, in the link: the second profile, which rows, and how they are filtered and sorted.
import { STATES, type ChangeState } from '../../../kinds/profile/compare.ts';
import type { View } from '../../../public/view.ts';

export type CompareTable = 'operators' | 'kernels';
export type CompareTime = 'device' | 'host';

export class CompareSettings {
  constructor(readonly view: View) {}

  /** The name of B's run; undefined: one that is likely meant. */
  get run(): string | undefined {
    return this.view.own('profile.other.run');
  }

  get file(): string | undefined {
    return this.view.own('profile.other.file');
  }

  choose(run: string, file: string | undefined): void {
    this.view.setOwn({ 'profile.other.run': run, 'profile.other.file': file });
  }

  /** Kernels, where both sides have some. */
  table(hasDevice: boolean): CompareTable {
    const name = this.view.own('profile.compare.table');
    return name === 'operators' || !hasDevice ? 'operators' : 'kernels';
  }

  setTable(table: CompareTable): void {
    this.view.setOwn({ 'profile.compare.table': table === 'kernels' ? undefined : table });
  }

  time(hasDevice: boolean): CompareTime {
    return this.view.own('profile.compare.time') === 'host' || !hasDevice ? 'host' : 'device';
  }

  setTime(time: CompareTime): void {
    this.view.setOwn({ 'profile.compare.time': time === 'device' ? undefined : time });
  }

  /** Only rows of this state; undefined: all. */
  get state(): ChangeState | undefined {
    const name = this.view.own('profile.compare.state');
    return STATES.find((state) => state === name);
  }

  setState(state: ChangeState | undefined): void {
    this.view.setOwn({ 'profile.compare.state': state });
  }

  get filter(): string {
    return this.view.own('profile.compare.filter') ?? '';
  }

  setFilter(filter: string): void {
    this.view.setOwn({ 'profile.compare.filter': filter || undefined });
  }

  get sort(): string {
    return this.view.own('profile.compare.sort') ?? '-size_ns';
  }

  setSort(sort: string): void {
    this.view.setOwn({ 'profile.compare.sort': sort });
  }
}
