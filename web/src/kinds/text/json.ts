// A text that is JSON as a tree to fold, and as lines to compare.

/** A number with the digits it was logged with: a seed of 64 bits does not fit into JavaScript's numbers. */
export class NumberText {
  constructor(readonly text: string) {}
}

export type Json = null | boolean | string | NumberText | readonly Json[] | { readonly [key: string]: Json };

/** Beyond this a tree would block the page. */
const MAX_CHARS = 300_000;

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/** The object or array that a text is; null for every other text. */
export function parseJson(text: string): Json {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed) || trimmed.length > MAX_CHARS) return null;
  const keepDigits: Reviver = (_key, value, context) =>
    typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
  try {
    return JSON.parse(trimmed, keepDigits) as Json;
  } catch {
    return null;
  }
}

/** The members of an object or array by name, null for what has none. */
export function membersOf(value: Json): readonly (readonly [string | null, Json])[] | null {
  if (Array.isArray(value)) return value.map((one: Json) => [null, one]);
  if (value === null || typeof value !== 'object' || value instanceof NumberText) return null;
  return Object.entries(value);
}

/** JSON that was logged as one line with a member per line, so that changes can be seen; other texts as they are. */
export function textLines(text: string): string {
  const value = text.trim().includes('\n') ? null : parseJson(text);
  return value === null ? text : written(value, '');
}

export function leafText(value: Json): string {
  return value instanceof NumberText ? value.text : JSON.stringify(value);
}

function written(value: Json, indent: string): string {
  const members = membersOf(value);
  if (members === null) return leafText(value);
  const [begin, end] = Array.isArray(value) ? '[]' : '{}';
  if (members.length === 0) return `${String(begin)}${String(end)}`;
  const inner = `${indent}  `;
  const lines = members.map(
    ([key, one]) => `${inner}${key === null ? '' : `${JSON.stringify(key)}: `}${written(one, inner)}`,
  );
  return `${String(begin)}\n${lines.join(',\n')}\n${indent}${String(end)}`;
}
