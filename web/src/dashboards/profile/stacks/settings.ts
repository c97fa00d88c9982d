// What the view Stacks shows, in the link: frames, weight, zoom, search and table.
import type { StackWeight } from '../../../kinds/profile/stacks.ts';
import type { View } from '../../../public/view.ts';

export const SOURCES = [
  { value: 'python', text: 'Python' },
  { value: 'all', text: 'Python + operators' },
  { value: 'modules', text: 'Modules' },
  { value: 'scopes', text: 'Name scopes' },
  { value: 'operators', text: 'Operators' },
] as const;

export type StackSource = (typeof SOURCES)[number]['value'];
export type StackTable = 'heaviest' | 'tree';

export class StackSettings {
  constructor(readonly view: View) {}

  /** Undefined: the source that says most of the profile. */
  get frames(): StackSource | undefined {
    const name = this.view.own('profile.stacks.frames');
    return SOURCES.find((one) => one.value === name)?.value;
  }

  set frames(frames: StackSource | undefined) {
    this.view.setOwn({ 'profile.stacks.frames': frames, 'profile.stacks.zoom': undefined });
  }

  /** Undefined: device time where there is any. */
  get weight(): StackWeight | undefined {
    const name = this.view.own('profile.stacks.weight');
    return name === 'host' || name === 'device' ? name : undefined;
  }

  set weight(weight: StackWeight | undefined) {
    this.view.setOwn({ 'profile.stacks.weight': weight, 'profile.stacks.zoom': undefined });
  }

  /** The node that takes the whole width. */
  get zoom(): number {
    return Number(this.view.own('profile.stacks.zoom') ?? 0) || 0;
  }

  set zoom(node: number) {
    this.view.setOwn({ 'profile.stacks.zoom': node > 0 ? String(node) : undefined });
  }

  /** Whether stacks are held against those of another profile. */
  get isCompared(): boolean {
    return this.view.own('profile.stacks.compare') === '1';
  }

  set isCompared(isOn: boolean) {
    this.view.setOwn({ 'profile.stacks.compare': isOn ? '1' : undefined });
  }

  get search(): string {
    return this.view.own('profile.stacks.search') ?? '';
  }

  set search(text: string) {
    this.view.setOwn({ 'profile.stacks.search': text || undefined });
  }

  get table(): StackTable {
    return this.view.own('profile.stacks.table') === 'tree' ? 'tree' : 'heaviest';
  }

  set table(table: StackTable) {
    this.view.setOwn({ 'profile.stacks.table': table === 'tree' ? table : undefined });
  }
}
