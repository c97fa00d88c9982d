// Markdown to HTML that can do nothing: a few tags and attributes only, no script, no style, nothing from outside.
// What is typed as HTML is mostly shown as text; what is left is sanitised all the same.
import DOMPurify from 'dompurify';
import { Marked, type TokenizerAndRendererExtension } from 'marked';

/** Formulas stay as they were typed: their underscores and stars are no emphasis. */
const formula: TokenizerAndRendererExtension = {
  name: 'formula',
  level: 'inline',
  start: (text) => text.indexOf('$'),
  tokenizer(text) {
    const found = /^\$\$[^$]+\$\$|^\$[^$\s](?:[^$\n]*[^$\s])?\$(?!\d)/.exec(text);
    return found ? { type: 'formula', raw: found[0] } : undefined;
  },
  renderer: (token) => `<code>${escape(token.raw)}</code>`,
};

/** Tags that may be typed as they are, without attributes; all other HTML is shown as text. */
const PLAIN =
  /^<\/?(b|blockquote|br|code|dd|del|details|dl|dt|em|h[1-6]|hr|i|kbd|li|mark|ol|p|pre|s|small|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul)\s*\/?>$/i;

function html({ text }: { text: string }): string {
  return text.replaceAll(/<[^<>]*>|[<>]/g, (tag) => (PLAIN.test(tag) ? tag : escape(tag)));
}

const marked = new Marked(
  { gfm: true, breaks: false, async: false },
  { extensions: [formula], renderer: { html } },
);

const TAGS = [
  'a',
  'b',
  'blockquote',
  'br',
  'code',
  'del',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'i',
  'img',
  'kbd',
  'li',
  'mark',
  'ol',
  'p',
  'pre',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'summary',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'u',
  'ul',
];
const ATTRIBUTES = [
  'align',
  'alt',
  'colspan',
  'height',
  'href',
  'open',
  'rowspan',
  'src',
  'start',
  'title',
  'width',
];

let purifier: typeof DOMPurify | undefined;

function made(): typeof DOMPurify {
  const purify = DOMPurify(window);
  purify.addHook('afterSanitizeAttributes', (element) => {
    if (element.tagName === 'A') {
      element.setAttribute('target', '_blank');
      element.setAttribute('rel', 'noopener noreferrer');
    }
    // A picture from elsewhere would tell that elsewhere who reads this.
    if (element.tagName === 'IMG' && !(element.getAttribute('src') ?? '').startsWith('data:image/'))
      element.remove();
  });
  return purify;
}

export function toHtml(markdown: string): string {
  return marked.parse(markdown) as string;
}

export function sanitised(html: string): string {
  purifier ??= made();
  return purifier.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}

export function render(markdown: string): string {
  return sanitised(toHtml(markdown));
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
