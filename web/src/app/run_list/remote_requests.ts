// The requests to remote log directories as a line and, per directory, in full.
import type { Requests, Root } from '../../data/shapes.ts';

type RemoteRoot = Root & { requests: Requests };

export interface RequestsSummary {
  line: string;
  /** One per log directory. */
  details: readonly string[];
}

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Null where no log directory is remote. */
export function requestsSummary(roots: readonly Root[]): RequestsSummary | null {
  const remote = roots.filter((root): root is RemoteRoot => root.requests !== undefined);
  if (!remote.length) return null;
  const perMinute = perMinuteText(sum(remote.map((root) => root.requests.per_minute)));
  const priced = remote.map((root) => root.requests.usd_per_day).filter((usd) => usd !== null);
  const price = priced.length ? ` · ${dollars(sum(priced))} a day` : '';
  return { line: `${perMinute}${price}`, details: remote.map(inFull) };
}

/** Tenths only where they count: "0.4 requests/min", "296 requests/min". */
function perMinuteText(perMinute: number): string {
  const number = plain.format(perMinute < 10 ? perMinute : Math.round(perMinute));
  return `${number} ${number === '1' ? 'request' : 'requests'}/min`;
}

function inFull({ path, requests }: RemoteRoot): string {
  const counts = `${plain.format(requests.lists)} LIST, ${plain.format(requests.gets)} GET, ${plain.format(requests.bytes / 1e6)} MB`;
  const price = requests.usd === null ? '' : `, ${dollars(requests.usd)} at list price without traffic`;
  return `${path}: ${counts} since the start${price}`;
}

/** Two digits that count: a tenth of a cent is not nothing. */
function dollars(usd: number): string {
  if (usd === 0 || usd >= 0.01) return `$${usd.toFixed(2)}`;
  return usd < 0.0001 ? 'under $0.0001' : `$${usd.toPrecision(2)}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
