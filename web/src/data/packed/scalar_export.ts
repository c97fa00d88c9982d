// All points of scalars as a CSV file, in the form that the server writes.
import { csvText } from '../files.ts';
import { ApiError } from '../provider_types.ts';
import type { Queries } from '../shapes.ts';
import type { CoreColumn } from './core.ts';
import type { SeriesSet } from './series_set.ts';

const FEWEST_DIGITS = 6;
const MOST_DIGITS = 9;
/** Numbers from 10 to this power on are written without an exponent, up to that one. */
const LEAST_POWER = -4;
const MOST_POWER = 16;

export async function exportScalars(
  set: SeriesSet,
  params: Queries['scalar']['export'],
): Promise<ArrayBuffer> {
  if (params.format === 'parquet')
    throw new ApiError(404, 'This report has no server: Parquet needs one. CSV works.');
  const names = await set.runNames();
  const [low, high] = params.range ?? [-Infinity, Infinity];
  const rows: string[][] = [];
  for (const each of await set.pick(params.runs ?? null, params.tags ?? null)) {
    set.begin([each], params.superseded ?? false);
    const { step, wall_time, value } = everyPoint(set);
    step?.forEach((at: bigint | number, row: number) => {
      if (Number(at) < low || Number(at) > high) return;
      const time = floatText(Number(wall_time?.[row]));
      rows.push([names.get(each.run) ?? '', each.tag, String(at), time, numberText(value, row)]);
    });
  }
  const text = csvText(['run', 'tag', 'step', 'wall_time', 'value'], rows);
  return new TextEncoder().encode(text).buffer;
}

/** With a bucket for each point, all are shown. */
function everyPoint({ core }: SeriesSet): Record<string, CoreColumn> {
  const view = (nBuckets: number): Record<string, CoreColumn> => {
    core.call('view', 0, false, 0, 0, nBuckets, 0, 0, true);
    return core.columns();
  };
  return view(Math.max(1, Number(view(1)['total']?.[0] ?? 0)));
}

/** As few digits as give the number back in its own precision. */
function numberText(values: CoreColumn | undefined, row: number): string {
  const value = Number(values?.[row]);
  if (!(values instanceof Float32Array)) return floatText(value);
  for (let digits = FEWEST_DIGITS; digits < MOST_DIGITS; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return floatText(short);
  }
  return floatText(Number(value.toPrecision(MOST_DIGITS)));
}

/** A number as the server writes it, which is how Python does. */
function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (value !== 0 && (power < LEAST_POWER || power >= MOST_POWER))
    return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  const text = Object.is(value, -0) ? '-0' : String(value);
  return text.includes('.') ? text : `${text}.0`;
}
