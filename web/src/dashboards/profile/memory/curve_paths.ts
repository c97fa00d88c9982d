// Paths of a curve that stays at a value until the next event.

type Scale = (value: number) => number;

const place = (value: number): string => value.toFixed(1);

export function stepsOf(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  end: number,
  x: Scale,
  y: Scale,
): string {
  let path = '';
  for (let i = 0; i < times.length; i += 1)
    path += `${i === 0 ? 'M' : 'H'}${place(x(times[i] ?? 0))}${i === 0 ? ' ' : 'V'}${place(y(values[i] ?? 0))}`;
  return path === '' ? '' : `${path}H${place(x(end))}`;
}

/** A line from the least to the most of each pixel. */
export function rangesOf(
  times: ArrayLike<number>,
  least: ArrayLike<number>,
  most: ArrayLike<number>,
  x: Scale,
  y: Scale,
): string {
  let path = '';
  for (let i = 0; i < times.length; i += 1)
    path += `M${place(x(times[i] ?? 0))} ${place(y(least[i] ?? 0))}V${place(y(most[i] ?? 0))}`;
  return path;
}

/** Round numbers of bytes: multiples of a power of two. */
export function byteTicks(low: number, high: number): number[] {
  const rough = Math.max(1, (high - low) / 4);
  const power = 1024 ** Math.max(0, Math.floor(Math.log2(rough) / 10));
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1024].map((one) => one * power);
  const step = steps.find((one) => one >= rough) ?? power * 1024;
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high; i += 1) ticks.push(i * step);
  return ticks;
}
