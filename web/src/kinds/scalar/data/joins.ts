// Several tags in one chart: combined by hand, or by rules such as `train/* with val/*`.
import type { Tag } from '../../../data/shapes.ts';

/** A chart's tags; the first one names the card. */
export interface CardPlan {
  tag: Tag;
  more: readonly Tag[];
}

/** Lists of tags, the first of each names the card. */
export type Joins = readonly (readonly string[])[];

/** The cards of a page, in the order of its tags; a tag that another card took in has none of its own. */
export function planCards(tags: readonly Tag[], joins: Joins, rules: string): CardPlan[] {
  const byName = new Map(tags.map((tag) => [tag.tag, tag]));
  const partners = new Map<string, string[]>();
  const taken = new Set<string>();
  for (const [first, ...rest] of [
    ...joins,
    ...ruledJoins(
      tags.map((tag) => tag.tag),
      rules,
    ),
  ]) {
    if (first === undefined || taken.has(first) || !byName.has(first)) continue;
    const own = rest.filter(
      (name) => byName.has(name) && name !== first && !taken.has(name) && !partners.has(name),
    );
    for (const name of own) taken.add(name);
    if (own.length > 0) partners.set(first, [...(partners.get(first) ?? []), ...own]);
  }
  return tags
    .filter((tag) => !taken.has(tag.tag))
    .map((tag) => ({ tag, more: (partners.get(tag.tag) ?? []).flatMap((name) => byName.get(name) ?? []) }));
}

export function ruledJoins(names: readonly string[], rules: string): string[][] {
  return rules.split(';').flatMap((rule) => {
    const [first, ...rest] = rule.split(/\s+with\s+/).map((pattern) => pattern.trim());
    if (!first || rest.length === 0 || rest.includes('')) return [];
    return names.flatMap((name) => {
      const star = matchStar(first, name);
      return star === null ? [] : [[name, ...rest.map((pattern) => pattern.replace('*', () => star))]];
    });
  });
}

/** What the star stands for; '' where the pattern has none and is the name; null where it does not match. */
function matchStar(pattern: string, name: string): string | null {
  const at = pattern.indexOf('*');
  if (at < 0) return pattern === name ? '' : null;
  const [head, tail] = [pattern.slice(0, at), pattern.slice(at + 1)];
  if (name.length < head.length + tail.length || !name.startsWith(head) || !name.endsWith(tail)) return null;
  return name.slice(head.length, name.length - tail.length);
}

/** Joins with a tag put into a card; whatever was in the tag's own card comes along. */
export function joined(joins: Joins, card: string, tag: string): Joins {
  if (card === tag) return joins;
  const own = joins.find(([first]) => first === tag) ?? [tag];
  const rest = joins.filter(([first]) => first !== tag && first !== card);
  const before = joins.find(([first]) => first === card) ?? [card];
  return [...rest, [...before, ...own.filter((name) => !before.includes(name))]];
}

export function parted(joins: Joins, card: string, tag: string): Joins {
  return joins
    .map((join) => (join[0] === card ? join.filter((name) => name !== tag) : join))
    .filter((join) => join.length > 1);
}
