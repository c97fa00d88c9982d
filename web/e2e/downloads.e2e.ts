// Every card can be downloaded: its figures as picture and drawing, its data as files.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useStage } from './stage.ts';

const { go } = useStage((logs) => logs.scene('downloads'));

async function downloaded(
  page: Page,
  tag: string,
  entry: RegExp,
): Promise<{ name: string; content: Buffer }> {
  const card = page.locator(`article[data-tag="${tag}"]`).first();
  await card.hover();
  await card.getByRole('button', { name: `Download ${tag}` }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('dialog', { name: `Download ${tag}` })
      .getByRole('button', { name: entry })
      .first()
      .click(),
  ]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

const isPng = (content: Buffer): boolean =>
  content.subarray(1, 4).toString() === 'PNG' && content.readUInt32BE(16) > 200;

/** Where each card stands, what shows that it is drawn, which words its drawing has, and its data. */
const CARDS = [
  {
    address: 'scalars',
    tag: 'loss/a',
    drawn: '.u-over',
    words: ['loss/a', 'first', 'second'],
    csv: ['Points shown CSV', 'run,tag,step,wall_time,value,smoothed', 8],
    json: 'Points shown JSON',
  },
  {
    address: 'histograms',
    tag: 'weights',
    drawn: 'section[aria-label="percentiles"] canvas',
    words: ['ridge', 'heat map', 'percentiles', 'second'],
    csv: [
      'Percentiles CSV',
      'run,tag,step,wall_time,p0,p6.68,p15.87,p30.85,p50,p69.15,p84.13,p93.32,p100,mean,std,number,nan,inf',
      8,
    ],
    json: 'Buckets JSON',
  },
  {
    address: 'histograms?o.histograms.show=bands',
    tag: 'weights',
    drawn: 'canvas',
    words: ['weights', 'first'],
    csv: ['Buckets CSV', 'run,tag,step,wall_time,left,right,count', null],
    json: 'Buckets JSON',
  },
  {
    address: 'tensors',
    tag: 'kernel',
    drawn: 'canvas',
    words: ['kernel'],
    csv: ['Cells shown CSV', 'down,across,value,low,high,not_finite', 12],
    json: 'Cells shown JSON',
  },
  {
    address: 'curves',
    tag: 'cats',
    drawn: 'canvas',
    words: ['recall →', '↑ precision', 'first', 'second'],
    csv: ['Curves CSV', 'run,tag,step,threshold,tp,fp,tn,fn,precision,recall,fpr,tpr', null],
    json: 'Curves JSON',
  },
  {
    address: 'tables',
    tag: 'animals',
    drawn: 'canvas',
    words: ['first', 'second', 'cat'],
    csv: ['Counts CSV', 'run,step,true,predicted,count', 8],
    json: 'Counts JSON',
  },
  {
    address: 'custom',
    tag: 'custom/lines',
    drawn: '.u-over',
    words: ['custom/lines', 'first · loss/a'],
    csv: ['Points shown CSV', 'run,tag,step,wall_time,value,smoothed', 24],
    json: 'Points shown JSON',
  },
  {
    address: 'custom',
    tag: 'custom/band',
    drawn: '.u-over',
    words: ['custom/band', 'first'],
    csv: ['Points shown CSV', 'run,tag,step,wall_time,value,smoothed', 24],
    json: 'Points shown JSON',
  },
] as const;

for (const { address, tag, drawn, words, csv, json } of CARDS) {
  it(`keeps ${tag} of ${address} as picture, drawing, CSV and JSON`, async () => {
    const page = await go(`#/${address}`);
    await page.locator(`article[data-tag="${tag}"] ${drawn}`).first().waitFor();
    await page.locator(`article[data-tag="${tag}"] .n`, { hasText: /\d/ }).first().waitFor();
    await page.locator(`article[data-tag="${tag}"] .reading`).waitFor({ state: 'detached' });
    const picture = await downloaded(page, tag, /PNG/);
    expect(picture.name).toBe(`${tag.replace('/', '_')}.png`);
    expect(isPng(picture.content)).toBe(true);
    const drawing = (await downloaded(page, tag, /SVG/)).content.toString();
    expect(drawing.startsWith('<svg ') && drawing.includes('<path')).toBe(true);
    for (const word of words) expect(drawing).toContain(`>${word}</text>`);
    const [entry, head, nRows] = csv;
    const lines = (await downloaded(page, tag, new RegExp(entry.replace(' CSV', '.*CSV')))).content
      .toString()
      .trimEnd()
      .split('\n');
    expect(lines[0]).toBe(head);
    if (nRows !== null) expect(lines).toHaveLength(nRows + 1);
    else expect(lines.length).toBeGreaterThan(8);
    const data = JSON.parse(
      (await downloaded(page, tag, new RegExp(json.replace(' JSON', '.*JSON')))).content.toString(),
    ) as unknown;
    expect(data).toBeTypeOf('object');
  });
}

it('keeps a mesh as the picture of its view and as geometry', async () => {
  const page = await go('#/meshes');
  await page.locator('article[data-tag="square"] .size').nth(1).waitFor();
  expect(isPng((await downloaded(page, 'square', /PNG/)).content)).toBe(true);
  const ply = (await downloaded(page, 'square', /first.*PLY/)).content.toString();
  expect(ply).toContain('element vertex 4');
  expect(ply).toContain('3 0 2 3');
  const [first] = JSON.parse((await downloaded(page, 'square', /JSON/)).content.toString()) as {
    run: string;
    positions: number[];
  }[];
  expect([first?.run, first?.positions.length]).toEqual(['first', 12]);
});

it('keeps all rows of a table, as CSV and as JSON', async () => {
  const page = await go('#/tables');
  await page.locator('article[data-tag="scores"] tbody td').first().waitFor();
  const csv = (await downloaded(page, 'scores', /CSV/)).content.toString();
  expect(csv.trim().split('\r\n')).toEqual([
    'run,name,f1',
    'first,cat,0.5',
    'first,"dog, small",nan',
    'second,cat,0.5',
    'second,"dog, small",nan',
  ]);
  const rows = JSON.parse((await downloaded(page, 'scores', /JSON/)).content.toString()) as unknown[];
  expect(rows[1]).toEqual({ run: 'first', name: 'dog, small', f1: 'NaN' });
});

it('keeps each picture as it was logged, and the list of them', async () => {
  const page = await go('#/images');
  await page.locator('article[data-tag="picture"] img').nth(1).waitFor();
  const picture = await downloaded(page, 'picture', /first/);
  expect(picture.name).toBe('picture first 3.png');
  expect([picture.content.subarray(1, 4).toString(), picture.content.readUInt32BE(16)]).toEqual(['PNG', 8]);
  const lines = (await downloaded(page, 'picture', /CSV/)).content.toString().trimEnd().split('\n');
  expect([lines[0], lines.length]).toEqual(['run,tag,step,wall_time,bytes', 9]);
});

it('keeps each text as it was logged, and the list of them', async () => {
  const page = await go('#/text?step=1');
  await page.locator('article[data-kind="text"] strong').nth(1).waitFor();
  const text = await downloaded(page, 'story/text_summary', /second/);
  expect([text.name, text.content.toString()]).toEqual([
    'story_text_summary second 1.txt',
    'once **upon** 1',
  ]);
  expect(JSON.parse((await downloaded(page, 'story/text_summary', /JSON/)).content.toString())).toHaveLength(
    8,
  );
});
