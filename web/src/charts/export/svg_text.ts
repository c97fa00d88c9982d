// Numbers and text as SVG takes them.

/** A hundredth of a pixel is exact enough, and keeps files small. */
export function formatNumber(value: number): string {
  return String(Number(value.toFixed(2)));
}

export function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
