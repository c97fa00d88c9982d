// Places turned and reflected, not scaled, to lie as others of the same points do: the steps of one tag then show motion, not turns.

type Matrix = readonly (readonly number[])[];

/** Places around zero that lie as the reference does. `rows`: which points of the reference they are. */
export function alignedTo(
  positions: Float32Array,
  reference: Float32Array,
  rows: Int32Array,
  dimensions: 2 | 3,
): Float32Array {
  const pairs = matched(positions, reference, rows);
  const [here, there] = [meanOf(positions, pairs, 0), meanOf(reference, pairs, 1)];
  const products = Array.from({ length: dimensions }, (_, a) =>
    Array.from({ length: dimensions }, (__, b) => {
      let sum = 0;
      for (const [own, other] of pairs)
        sum +=
          ((positions[3 * own + a] as number) - (here[a] as number)) *
          ((reference[3 * other + b] as number) - (there[b] as number));
      return sum;
    }),
  );
  const turn = orthogonal(products);
  const made = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3)
    for (let b = 0; b < dimensions; b += 1) {
      let sum = 0;
      for (let a = 0; a < dimensions; a += 1)
        sum += ((positions[i + a] as number) - (here[a] as number)) * (turn[a]?.[b] as number);
      made[i + b] = sum;
    }
  return made;
}

/** Points that have a place in both: here and in the reference. */
function matched(
  positions: Float32Array,
  reference: Float32Array,
  rows: Int32Array,
): readonly (readonly [number, number])[] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < rows.length; i += 1) {
    const other = rows[i] as number;
    if (Number.isFinite(positions[3 * i]) && Number.isFinite(reference[3 * other])) pairs.push([i, other]);
  }
  return pairs;
}

function meanOf(places: Float32Array, pairs: readonly (readonly [number, number])[], which: 0 | 1): number[] {
  const sums = [0, 0, 0];
  for (const pair of pairs)
    for (let axis = 0; axis < 3; axis += 1)
      sums[axis] = (sums[axis] as number) + (places[3 * pair[which] + axis] as number);
  return sums.map((sum) => sum / Math.max(1, pairs.length));
}

const N_ROUNDS = 60;

/** The turn or reflection nearest to a matrix: the mean of it and of its transposed inverse, until they are the same. */
function orthogonal(given: Matrix): Matrix {
  const size = Math.max(...given.flat().map(Math.abs));
  if (!(size > 0)) return identity(given.length);
  // A flat cloud gives a matrix without an inverse; so little more in each direction does not turn it.
  let made: Matrix = given.map((row, i) => row.map((value, j) => value / size + (i === j ? 1e-9 : 0)));
  for (let round = 0; round < N_ROUNDS; round += 1) {
    const turned = inverse(made);
    if (!turned) return identity(given.length);
    made = made.map((row, i) => row.map((value, j) => (value + (turned[j]?.[i] as number)) / 2));
  }
  return made;
}

function identity(n: number): Matrix {
  return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => Number(i === j)));
}

/** By elimination; null where there is none. */
function inverse(given: Matrix): Matrix | null {
  const n = given.length;
  const rows = given.map((row, i) => [...row, ...(identity(n)[i] as readonly number[])]);
  for (let column = 0; column < n; column += 1) {
    const from = rows.slice(column);
    const pivot = from.reduce((best, row) => (at(row, column) > at(best, column) ? row : best));
    if (!(at(pivot, column) > 0)) return null;
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(column, 0, pivot);
    const scaled = pivot.map((value) => value / (pivot[column] as number));
    rows[column] = scaled;
    rows.forEach((row, i) => {
      if (i !== column)
        rows[i] = row.map((value, j) => value - (row[column] as number) * (scaled[j] as number));
    });
  }
  return rows.map((row) => row.slice(n));
}

const at = (row: readonly number[], column: number): number => Math.abs(row[column] as number);
