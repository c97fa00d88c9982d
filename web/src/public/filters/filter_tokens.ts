// A filter cut into colored pieces, as it is typed: the filter language of runs, or a pattern for names.
import { isExpression } from './filter.ts';

/** `word`: a text that the name must contain. */
export type TokenKind = 'key' | 'operator' | 'value' | 'word' | 'space';

export interface Token {
  kind: TokenKind;
  text: string;
}

// As the server cuts it; a quote that is not closed yet reaches to the end.
const PIECES =
  /(?<space>\s+)|(?<text>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(?<operator><=|>=|==|!=|!~|[<>=~:(),!])|(?<word>[^\s"'<>=!~:(),]+)/gsu;
const LOGIC = new Set(['and', 'or', 'not', 'in', 'has']);
/** In a regular expression: what is not taken literally. */
const SIGNS = /(?<operator>\\?[()|*+?^$[\]{}]|\\.|\.)|(?<word>[^()|*+?^$[\]{}\\.]+|\\)/gsu;

export function filterTokens(filter: string): Token[] {
  return isExpression(filter) ? expressionTokens(filter) : patternTokens(filter);
}

export function patternTokens(pattern: string): Token[] {
  return [...pattern.matchAll(SIGNS)].map(({ 0: text, groups }) => ({
    kind: groups?.['operator'] ? 'operator' : 'word',
    text,
  }));
}

function expressionTokens(filter: string): Token[] {
  const pieces = [...filter.matchAll(PIECES)].map(({ 0: text, groups }) => ({
    text,
    group: Object.keys(groups ?? {}).find((name) => groups?.[name] !== undefined) ?? 'word',
  }));
  let before: string | null = null;
  let inList = false;
  return pieces.flatMap(({ text, group }, at): Token[] => {
    if (group === 'space') return [{ kind: 'space', text }];
    const next = pieces.slice(at + 1).find((one) => one.group !== 'space')?.text ?? '';
    const [previous, wasList] = [before, inList];
    before = text;
    if (text === '(') inList = previous === 'in';
    if (text === ')') inList = false;
    if (group === 'operator' || isLogic(text, next)) return [{ kind: 'operator', text }];
    if (wasList || isComparison(previous)) return [{ kind: 'value', text }];
    const negated = text.startsWith('-') && group === 'word' ? 1 : 0;
    const kind = previous === 'has' || isComparison(next) || next === 'in' || next === 'not' ? 'key' : 'word';
    return [
      { kind: 'operator', text: text.slice(0, negated) } as const,
      { kind, text: text.slice(negated) } as const,
    ].filter((token) => token.text !== '');
  });
}

function isComparison(text: string | null): boolean {
  return text !== null && /^(<=|>=|==|!=|!~|[<>=~:])$/.test(text);
}

/** A field may be called as a word of the language is; then it is compared with something. */
function isLogic(text: string, next: string): boolean {
  return LOGIC.has(text.toLowerCase()) && !isComparison(next);
}

/** Where the n-th character of a text begins, counted as the server counts: what JavaScript takes for two may be one. */
export function charOffset(text: string, n: number): number {
  return [...text].slice(0, n).join('').length;
}
