// Tags in sections by their first part, as people name them: training first, then validation, and losses before the rest.
import type { Tag } from '../../data/shapes.ts';
import { natural } from '../runs/natural.ts';
import { shownTag } from './shown_tag.ts';

export interface Section {
  name: string;
  tags: readonly Tag[];
}

const TRAINING = /^train(ing)?$/i;
const VALIDATION = /^(val(id|idation)?|eval(uation)?|test)$/i;
const LOSS = /(^|[^a-z])loss$/i;

/** The first part of a tag; '' where it has none. */
export function sectionOf(tag: string): string {
  return tag.slice(0, Math.max(0, tag.indexOf('/')));
}

export function sections(tags: readonly Tag[]): Section[] {
  const found = new Map<string, Tag[]>();
  for (const tag of tags) {
    const name = sectionOf(shownTag(tag));
    const list = found.get(name);
    if (list) list.push(tag);
    else found.set(name, [tag]);
  }
  return [...found]
    .map(([name, list]) => ({
      name,
      tags: list.sort((a, b) => Number(isLoss(b)) - Number(isLoss(a)) || natural(a.tag, b.tag)),
    }))
    .sort((a, b) => rank(a) - rank(b) || natural(a.name, b.name));
}

/** What people look at first comes first; what stands alone comes last unless a loss is there. */
function rank({ name, tags }: Section): number {
  if (TRAINING.test(name)) return 0;
  if (VALIDATION.test(name)) return 1;
  if (tags.some(isLoss)) return 2;
  return name === '' ? 4 : 3;
}

function isLoss({ tag }: Tag): boolean {
  return LOSS.test(tag);
}
