// What every view does with its state, wherever that is.
import type { View, ViewState } from '../public/view.ts';

export abstract class BaseView implements View {
  abstract readonly state: ViewState;

  abstract link(): string;

  set(change: Partial<ViewState>): void {
    Object.assign(this.state, change);
  }

  go(page: string, card: string | null = null): void {
    this.set({ page, expanded: card });
  }

  own(name: string): string | undefined {
    return this.state.own[name];
  }

  setOwn(change: Readonly<Record<string, string | undefined>>): void {
    const entries = Object.entries({ ...this.state.own, ...change }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    this.set({ own: Object.fromEntries(entries) });
  }

  toggle(key: 'hidden' | 'pinnedRuns' | 'pinnedTags' | 'closed' | 'folds', name: string): void {
    const list = this.state[key];
    this.set({ [key]: list.includes(name) ? list.filter((one) => one !== name) : [...list, name] });
  }
}
