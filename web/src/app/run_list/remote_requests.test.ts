import { expect, test } from 'vitest';
import type { Root } from '../../data/shapes.ts';
import { requestsSummary } from './remote_requests.ts';

const local: Root = { path: '/logs', name: null, exists: true };
const requests = {
  lists: 1200,
  gets: 34,
  bytes: 5_600_000,
  per_minute: 12.04,
  usd: 0.0061,
  usd_per_day: 0.0864,
};
const bucket: Root = {
  path: 's3://bucket/runs',
  name: null,
  exists: true,
  requests,
};
const web: Root = {
  ...local,
  path: 'https://host/runs',
  requests: { lists: 3, gets: 4, bytes: 0, per_minute: 1, usd: null, usd_per_day: null },
};

test('local directories have no line', () => {
  expect(requestsSummary([local])).toBeNull();
});

test('a bucket shows requests a minute and their price a day', () => {
  expect(requestsSummary([local, bucket])).toEqual({
    line: '12 requests/min · $0.09 a day',
    details: [
      's3://bucket/runs: 1,200 LIST, 34 GET, 5.6 MB since the start, $0.0061 at list price without traffic',
    ],
  });
});

test('a web server has requests and no price', () => {
  expect(requestsSummary([web])?.line).toBe('1 request/min');
  expect(requestsSummary([bucket, web])?.line).toBe('13 requests/min · $0.09 a day');
});

test('a rate has tenths only where they count', () => {
  const at = (per_minute: number): Root => ({
    ...web,
    requests: { ...requests, usd_per_day: null, per_minute },
  });
  expect([0.44, 9.96, 295.6].map((rate) => requestsSummary([at(rate)])?.line)).toEqual([
    '0.4 requests/min',
    '10 requests/min',
    '296 requests/min',
  ]);
});

test('a tiny price is not shown as nothing', () => {
  const idle = { ...bucket, requests: { ...requests, usd_per_day: 0.0072 } };
  expect(requestsSummary([idle])?.line).toContain('$0.0072 a day');
});
