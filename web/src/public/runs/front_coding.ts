// Sorted names in little space: of each only what differs from the one before, after a letter for how much is the same.

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

export function frontCode(names: readonly string[]): string[] {
  let before = '';
  return [...names].sort().map((name) => {
    const same = sharedLength(before, name);
    before = name;
    return (DIGITS[same] as string) + name.slice(same);
  });
}

export function frontDecode(coded: readonly string[]): string[] {
  let before = '';
  return coded.map(
    (one) => (before = before.slice(0, Math.max(0, DIGITS.indexOf(one[0] ?? '0'))) + one.slice(1)),
  );
}

function sharedLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length, DIGITS.length - 1);
  let n = 0;
  while (n < most && a[n] === b[n]) n += 1;
  return n;
}
