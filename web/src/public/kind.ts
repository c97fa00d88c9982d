// What a kind tells the page about itself; every kind of the server has one in `kinds/<slug>/index.ts`.
import type { Component } from 'svelte';
import type { Tag } from '../data/shapes.ts';
import type { IconName } from '../widgets/icons.ts';

export interface KindView {
  /** The same as on the server and in the folders. */
  slug: string;
  title: string;
  icon: IconName;
  /** Kinds are listed in this order. */
  order: number;
  /** One line under a tag in the overview: what was logged. */
  describe(tag: Tag): string;
  /** The page that shows it; null while the kind is only listed. */
  page: string | null;
  /** Loads the card that draws a tag; null while the kind is only listed. */
  card: (() => Promise<{ default: Component<{ tag: Tag }> }>) | null;
}

/** "1 image in 1 run", "20 images in 3 runs". */
export function countOf(tag: Tag, one: string, many = `${one}s`): string {
  const n = tag.n_points;
  const runs = tag.runs.length;
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many} in ${String(runs)} ${runs === 1 ? 'run' : 'runs'}`;
}
