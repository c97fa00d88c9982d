// Tags as cards name them.
import { expect, it } from 'vitest';
import { shownTag } from './shown_tag.ts';

it('shownTag quotes a tag that could not be seen', () => {
  expect(shownTag({ tag: '', kind: 'scalar' })).toBe('""');
  expect(shownTag({ tag: ' ', kind: 'scalar' })).toBe('" "');
});

it('shownTag leaves out the suffix of torch, of texts only', () => {
  expect(shownTag({ tag: 'notes/report/text_summary', kind: 'text' })).toBe('notes/report');
  expect(shownTag({ tag: 'a/text_summary', kind: 'scalar' })).toBe('a/text_summary');
  expect(shownTag({ tag: '/text_summary', kind: 'text' })).toBe('/text_summary');
});
