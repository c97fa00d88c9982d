// Round numbers along a range.

export function niceTicks(low: number, high: number, about: number): number[] {
  const rough = (high - low) / Math.max(1, about);
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power;
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high * (1 + 1e-12); i += 1) ticks.push(i * step);
  return ticks;
}
