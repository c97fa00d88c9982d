// What a person has made of the timeline: the part in sight, the selected range, and how the tracks stand.
import type { View } from '../../../public/view.ts';
import { readArrows, type Arrows } from './arrows.ts';
import { fitted, moved, readSpan, spanText, zoomed, type TimeSpan } from './time_span.ts';
import type { TrackGroup } from './tracks.ts';

export class TimelineState {
  /** Null: the whole profile. */
  chosen = $state.raw<TimeSpan | null>(null);
  length_ns = $state(0);
  /** The selected range, while it is dragged too. */
  range = $state.raw<TimeSpan | null>(null);
  /** The same once the drag has ended: a panel that opens meanwhile would move what is dragged over. */
  settledRange = $state.raw<TimeSpan | null>(null);
  folded = $state.raw<ReadonlySet<string>>(new Set());
  pinned = $state.raw<readonly number[]>([]);
  search = $state('');
  pointer_ns = $state<number | null>(null);
  readonly span = $derived(
    this.chosen ? fitted(this.chosen, this.length_ns) : { start_ns: 0, end_ns: Math.max(1, this.length_ns) },
  );

  constructor(readonly view: View) {
    this.chosen = readSpan(view.own('profile.time'));
  }

  /** Where keys zoom: at the pointer where it is over the tracks, else in the middle. */
  get keyPlace(): number {
    const { start_ns, end_ns } = this.span;
    const at = this.pointer_ns;
    return at === null || at < start_ns || at > end_ns ? 0.5 : (at - start_ns) / (end_ns - start_ns);
  }

  zoom(factor: number, at: number): void {
    this.chosen = zoomed(this.span, factor, at, this.length_ns);
  }

  /** From where it was when a drag began; by default from where it is. */
  move(share: number, from: TimeSpan = this.span): void {
    this.chosen = moved(from, share, this.length_ns);
  }

  writeLink(): void {
    this.view.setOwn({ 'profile.time': this.chosen ? spanText(this.chosen) : undefined });
  }

  get selected(): number | null {
    const text = this.view.own('profile.slice');
    return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
  }

  select(slice: number | null): void {
    this.view.setOwn({ 'profile.slice': slice === null ? undefined : String(slice) });
  }

  /** Null: none. */
  selectRange(range: TimeSpan | null): void {
    this.range = range;
    this.settledRange = range;
  }

  fold(key: string): void {
    const next = new Set(this.folded);
    if (!next.delete(key)) next.add(key);
    this.folded = next;
  }

  /** So that nothing of these is folded away. */
  unfold(...keys: string[]): void {
    this.folded = new Set([...this.folded].filter((key) => !keys.includes(key)));
  }

  pin(track: number): void {
    this.pinned = this.pinned.includes(track)
      ? this.pinned.filter((one) => one !== track)
      : [...this.pinned, track];
  }

  /** Tracks that are not shown. */
  get hidden(): ReadonlySet<number> {
    return readTracks(this.view.own('profile.hidden'));
  }

  show(tracks: readonly number[], isShown: boolean): void {
    const next = new Set(this.hidden);
    for (const track of tracks)
      if (isShown) next.delete(track);
      else next.add(track);
    const text = [...next].sort((a, b) => a - b).join('.');
    this.view.setOwn({ 'profile.hidden': text || undefined });
  }

  get arrows(): Arrows {
    return readArrows(this.view.own('profile.arrows'));
  }

  set arrows(arrows: Arrows) {
    this.view.setOwn({ 'profile.arrows': arrows === 'selected' ? undefined : arrows });
  }

  get showsIdle(): boolean {
    return this.view.own('profile.idle') !== '0';
  }

  set showsIdle(isShown: boolean) {
    this.view.setOwn({ 'profile.idle': isShown ? undefined : '0' });
  }
}

/** What `show` wrote; other text hides nothing. */
export function readTracks(text: string | undefined): ReadonlySet<number> {
  return new Set((text ?? '').split('.').flatMap((part) => (/^\d+$/.test(part) ? [Number(part)] : [])));
}

/** Without the hidden tracks. A process of which nothing is left stays in its place: processes are folded by it. */
export function shownGroups(groups: readonly TrackGroup[], hidden: ReadonlySet<number>): TrackGroup[] {
  if (hidden.size === 0) return [...groups];
  return groups.map((group) => ({
    ...group,
    tracks: group.tracks.filter(({ track }) => !hidden.has(track)),
  }));
}
