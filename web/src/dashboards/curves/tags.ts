// Which tags the page of curves has cards for: both kinds fit both planes; classes of one prefix can share a card.
import { plainTag, type Plane } from '../../data/curves.ts';
import type { Tag } from '../../data/shapes.ts';

/** All tags of both kinds; of one name in both kinds the one made for the plane. */
export function curveTags(tags: readonly Tag[], plane: Plane): Tag[] {
  const [first, second] = plane === 'pr' ? ['pr_curve', 'roc_curve'] : ['roc_curve', 'pr_curve'];
  const own = tags.filter((tag) => tag.kind === first);
  const names = new Set(own.map((tag) => tag.tag));
  return [...own, ...tags.filter((tag) => tag.kind === second && !names.has(tag.tag))];
}

export interface ClassGroup {
  tag: Tag;
  members: readonly Tag[];
}

/** A card for all tags that differ in their last part alone: `val/{cat, dog}`. */
export function classGroups(tags: readonly Tag[]): ClassGroup[] {
  const groups = new Map<string, Tag[]>();
  for (const tag of tags) {
    const prefix = plainTag(tag.tag).slice(0, plainTag(tag.tag).lastIndexOf('/') + 1);
    groups.set(prefix, [...(groups.get(prefix) ?? []), tag]);
  }
  return [...groups].map(([prefix, members]) => ({ tag: asOne(prefix, members), members }));
}

function asOne(prefix: string, members: readonly Tag[]): Tag {
  const [first] = members as [Tag, ...Tag[]];
  if (members.length === 1) return first;
  const names = members.map((tag) => plainTag(tag.tag).slice(prefix.length));
  return {
    ...first,
    tag: `${prefix}{${names.join(', ')}}`,
    description: `${String(names.length)} classes`,
    runs: [...new Set(members.flatMap((tag) => tag.runs))],
    n_points: members.reduce((n, tag) => n + tag.n_points, 0),
  };
}
