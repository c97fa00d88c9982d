// A tag as cards name it.
import type { Tag } from '../../data/shapes.ts';

/** torch's writer ends every text tag with this. */
const TEXT_SUFFIX = '/text_summary';

/** The tag without what a writer adds to all tags of the kind; in quotes where nothing of it could be seen. */
export function shownTag({ tag, kind }: Pick<Tag, 'tag' | 'kind'>): string {
  if (tag.trim() === '') return `"${tag}"`;
  return kind === 'text' && tag.endsWith(TEXT_SUFFIX) && tag !== TEXT_SUFFIX
    ? tag.slice(0, -TEXT_SUFFIX.length)
    : tag;
}
