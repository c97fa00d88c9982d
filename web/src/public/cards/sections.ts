// Tags in sections by their first part, as people name them: train/…, val/…, and last what stands alone.
import type { Tag } from '../../data/shapes.ts';
import { natural } from '../runs/natural.ts';

export interface Section {
  name: string;
  tags: readonly Tag[];
}

/** The first part of a tag; '' where it has none. */
export function sectionOf(tag: string): string {
  return tag.slice(0, Math.max(0, tag.indexOf('/')));
}

export function sections(tags: readonly Tag[]): Section[] {
  const found = new Map<string, Tag[]>();
  for (const tag of tags) {
    const name = sectionOf(tag.tag);
    const list = found.get(name);
    if (list) list.push(tag);
    else found.set(name, [tag]);
  }
  return [...found]
    .map(([name, list]) => ({ name, tags: list.sort((a, b) => natural(a.tag, b.tag)) }))
    .sort((a, b) => Number(a.name === '') - Number(b.name === '') || natural(a.name, b.name));
}
