// Affine transformations as SVG and canvas write them: [a b c d e f] maps x to ax + cy + e and y to bx + dy + f.

export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [A, B, C, D, E, F] = outer;
  const [a, b, c, d, e, f] = inner;
  return [A * a + C * b, B * a + D * b, A * c + C * d, B * c + D * d, A * e + C * f + E, B * e + D * f + F];
}

/** With a leading blank; empty where nothing is transformed. */
export function transformAttribute(matrix: Matrix): string {
  if (matrix.every((part, i) => part === IDENTITY[i])) return '';
  return ` transform="matrix(${matrix.map((part) => String(Number(part.toFixed(4)))).join(' ')})"`;
}
