// Graphs: groups open in place, nodes tell all about themselves, search and traces lead through them, bad graphs say so.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { PHONE, settledBox, useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('graph'));

async function go(rest = '', options: Parameters<typeof stage.go>[1] = {}): Promise<Page> {
  const page = await stage.go(`#/graph?o.graph.run=small${rest}`, options);
  await page.getByText(/\d+ drawn/).waitFor();
  return page;
}
const drawn = async (page: Page): Promise<number> =>
  Number(/([\d,]+) drawn/.exec(await page.locator('.legend').innerText())?.[1]?.replace(',', ''));
const board = (page: Page) => page.getByRole('application', { name: 'Graph' });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Node' });

it('starts with the main group and the first of its equal blocks open', async () => {
  const page = await stage.go('#/scalars');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Graph' }).click();
  await page.getByText(/\d+ drawn/).waitFor();
  await page.getByLabel('Run', { exact: true }).selectOption({ label: 'small' });
  // x, one block of three, the other blocks, head, logits
  await expect.poll(() => page.locator('.legend').innerText()).toMatch(/20 operations, 7 drawn/);
  await expect.poll(() => page.locator('.legend').innerText()).toContain('16.4k parameters, 64.0 KiB');
});

it.each([
  ['a graph', '', 1],
  ['each side of two', '&o.graph.base=deep&o.graph.base_name=graph_def&o.graph.compare=sides', 2],
])('asks for the first level of %s before its own code is here', async (_, rest, nQuestions) => {
  const page = await stage.go(`#/graph?o.graph.run=small${rest}`);
  await expect.poll(() => page.getByText(/\d+ drawn/).count()).toBe(nQuestions);
  const questions = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/kinds/graph/level')) questions.add(request.url());
  });
  const asked = page.waitForRequest(/kinds\/graph\/level/);
  await page.route(/\/GraphPage-[^/]+\.js$/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await expect.poll(() => page.getByText(/\d+ drawn/).count()).toBe(nQuestions);
  // What was asked ahead is what the page wants.
  expect(questions.size).toBe(nQuestions);
});

it('opens and closes a group by keys, and back takes it back', async () => {
  const page = await go('&o.graph.open=');
  await expect.poll(() => drawn(page)).toBe(3);
  await page.getByLabel('Search nodes').fill('Net');
  await page.getByRole('button', { name: 'Next match' }).click();
  await panel(page).getByText('Operations', { exact: true }).waitFor();
  await page.getByLabel('Search nodes').fill('');
  await board(page).press('Enter');
  await expect.poll(() => drawn(page)).toBeGreaterThan(3);
  // The address follows a moment later.
  await expect.poll(() => page.url()).toContain('o.graph.open=3');
  await page.goBack();
  await expect.poll(() => drawn(page)).toBe(3);
  await page.goForward();
  await expect.poll(() => drawn(page)).toBeGreaterThan(3);
});

it('has a map only where not all of the graph is on screen', async () => {
  const page = await go();
  const map = page.getByRole('img', { name: 'Overview of the whole graph' });
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => map.count()).toBe(0);
  await page.getByRole('button', { name: 'Zoom in' }).click({ clickCount: 5 });
  await map.waitFor();
  await board(page).press('0');
  await expect.poll(() => map.count()).toBe(0);
});

it('tells all about a node, and leads to its inputs and its histograms', async () => {
  const page = await go();
  await page.getByLabel('Search nodes').fill('head');
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect
    .poll(() => panel(page).innerText())
    .toMatch(/Op\s+aten::linear.*Output\s+8×10.*Inputs 2.*prim::Constant.*attr\s+head of the net/s);
  await page.getByLabel('Search nodes').fill('^weight$');
  await page.getByRole('button', { name: 'Regular expression' }).click();
  await expect.poll(() => page.locator('.toolbar .n').innerText()).toBe('4');
  await page.getByLabel('Search nodes').press('Enter');
  await expect
    .poll(() => panel(page).innerText())
    .toMatch(/Module\s+layers\.0\.fc\.weight\s+Parameters\s+4,096 16\.0 KiB/);
  await panel(page).getByRole('button', { name: 'linear', exact: true }).click();
  await expect.poll(() => panel(page).innerText()).toMatch(/Op\s+aten::linear/);
  await panel(page).getByRole('button', { name: 'weight', exact: true }).click();
  await panel(page).getByRole('button', { name: 'Histograms' }).click();
  await page.locator('article[data-tag="weights/layers.0.fc.weight"]').waitFor();
  await page.goBack();
  await panel(page).getByRole('button', { name: 'Gradients' }).click();
  await page.locator('article[data-tag="gradients/layers.0.fc.weight"]').waitFor();
  await expect.poll(() => page.locator('article[data-tag]').count()).toBe(1);
  await page.goBack();
  await panel(page).getByRole('button', { name: 'Scalars' }).click();
  await page.locator('article[data-tag="norm/layers.0.fc.weight"]').waitFor();
});

it('names the selected node in full where there is room', async () => {
  const page = await go();
  await page.getByLabel('Search nodes').fill('head');
  await page.getByRole('button', { name: 'Next match' }).click();
  const name = page.getByRole('navigation', { name: 'Groups around the node' }).locator('b');
  await expect.poll(() => name.innerText()).toBe('head');
  expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
});

it('marks what leads to a node', async () => {
  const page = await go();
  await page.getByLabel('Search nodes').fill('gelu');
  await page.getByRole('button', { name: 'Next match' }).click();
  await panel(page).waitFor();
  const traced = page.waitForResponse((response) => response.url().includes('/graph/trace'));
  await panel(page).getByRole('button', { name: 'Trace inputs' }).click();
  expect((await traced).ok()).toBe(true);
  await expect.poll(() => page.url()).toContain('o.graph.trace=sources');
});

it('draws constants when asked, and colors by what the graph tells', async () => {
  const page = await go();
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('switch', { name: 'Constants, savers and summaries' }).click();
  await expect.poll(() => drawn(page)).toBe(8);
  await expect
    .poll(() => page.getByLabel('Color by').locator('option').allInnerTexts())
    .toEqual(['Structure', 'Op', 'Parameters']);
  await page.getByLabel('Color by').selectOption('op');
  await expect.poll(() => page.locator('.legend').innerText()).toMatch(/linear.*gelu|gelu.*linear/s);
});

it('colors by the times of a profile of the same run, and says how they were matched', async () => {
  const page = await stage.go('#/graph?o.graph.run=profiled');
  await page.getByText(/\d+ drawn/).waitFor();
  await expect
    .poll(() => page.getByLabel('Color by').locator('option').allInnerTexts())
    .toContain('Profiled time');
  await page.getByLabel('Color by').selectOption('profile');
  await expect
    .poll(() => page.locator('.legend').innerText())
    .toMatch(/Profiled time.*s\s+Mean per call, matched by op: \d+ of 20 are in .*\.pt\.trace\.json/s);
  await page.getByLabel('Search nodes').fill('head');
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect.poll(() => panel(page).innerText()).toMatch(/Profiled time\s+[\d.]+ [µm]?s/);
});

it('compares two graphs as one, colored by what changed', async () => {
  const page = await go();
  await page.getByLabel('Compare with').selectOption({ label: 'deep' });
  await expect.poll(() => page.locator('.legend').innerText()).toMatch(/0 added\s+32 removed\s+\d+ changed/);
  await expect.poll(() => page.getByLabel('Color by').inputValue()).toBe('change');
});

it('draws edges that only one of two compared graphs has in their own way', async () => {
  const page = await go();
  await page.getByLabel('Compare with').selectOption({ label: 'rewired' });
  await expect.poll(() => page.locator('.legend').innerText()).toMatch(/0 added\s+0 removed\s+1 changed/);
  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Drawing' }).click();
  const drawing = readFileSync(await (await saved).path(), 'utf8');
  // From the input to the head; from the blocks to the head there is one more.
  expect(drawing.match(/<path[^>]*stroke-dasharray="2 4"/g)).toHaveLength(1);
});

it('compares two graphs side by side, with one selection and the same groups open', async () => {
  const page = await go();
  await page.getByLabel('Compare with').selectOption({ label: 'deep' });
  await page.getByRole('radio', { name: 'Side by side' }).click();
  const [before, now] = ['Baseline', 'Compared graph'].map((name) => page.getByRole('region', { name })) as [
    Locator,
    Locator,
  ];
  await expect.poll(() => before.locator('.legend').innerText()).toMatch(/^32 removed\s.*52 operations/s);
  await expect.poll(() => now.locator('.legend').innerText()).toMatch(/^0 added\s.*20 operations/s);
  await page.getByLabel('Search nodes').fill('Block[0]');
  await page.getByRole('button', { name: 'Next match' }).click();
  const said = (side: Locator): Promise<string> => side.locator('[aria-live]').innerText();
  await expect.poll(() => said(before)).toContain('Block[0]');
  await expect.poll(() => said(now)).toBe(await said(before));
  const wasOpen = (await said(now)).includes('open');
  await now.getByRole('application').press('Enter');
  await expect.poll(() => said(now)).toContain(wasOpen ? 'closed' : 'open');
  await expect.poll(() => said(before)).toContain(wasOpen ? 'closed' : 'open');
  await page.getByRole('radio', { name: 'One graph' }).click();
  await expect.poll(() => page.locator('.legend').count()).toBe(1);
});

it('saves what is drawn as SVG, PNG and JSON', async () => {
  const page = await go();
  for (const [name, head] of [
    ['Drawing', '<svg'],
    ['Picture', '\u0089PNG'],
    ['What is drawn', '{"n_operations":20'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const bytes = readFileSync(await (await saved).path());
    expect(bytes.toString('latin1').slice(0, head.length)).toBe(head);
  }
});

it('says that a layout takes long, ends it on request and begins it again', async () => {
  const page = await go();
  // The next request gets lost, as if it took for ever.
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message: unknown, ...rest) {
      const isLayout = typeof message === 'object' && message !== null && 'graph' in message;
      if (!isLayout) return Reflect.apply(postMessage, this, [message, ...rest]) as undefined;
      Worker.prototype.postMessage = postMessage;
    };
  });
  await page.getByLabel('Run', { exact: true }).selectOption({ label: 'deep' });
  await page.getByText('Laying out 0 of').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Layout cancelled').waitFor();
  await page.getByRole('button', { name: 'Lay out' }).click();
  await expect.poll(() => page.locator('.legend').innerText()).toMatch(/52 operations, \d+ drawn/);
});

it('shows what is left of a torn graph, and why there is nothing of a wrong one', async () => {
  const torn = await stage.go('#/graph?o.graph.run=torn');
  await torn.getByText('messages break off: the graph', { exact: true }).waitFor();
  const wrong = await stage.go('#/graph?o.graph.run=wrong');
  await wrong.getByText('This graph cannot be shown').waitFor();
  // The server answers that there is none.
  stage.forgive(/404/);
});

it.each(['light', 'dark'] as const)('has nothing that axe finds serious, %s', async (colorScheme) => {
  const page = await go('', { colorScheme, bypassCSP: true });
  await page.getByLabel('Search nodes').fill('head');
  await page.getByRole('button', { name: 'Next match' }).click();
  await panel(page).getByText('Attributes').waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
});

it.each([1440, 1000, 800])('has its controls in one row at %i px, or in the options', async (width) => {
  const page = await go('', { viewport: { width, height: 800 } });
  const bar = page.getByRole('toolbar', { name: 'Graphs' });
  await expect.poll(async () => (await settledBox(bar)).height).toBeLessThan(44);
  await bar.getByRole('button', { name: 'Options', exact: true }).click();
  for (const name of ['Color by', 'Compare with', 'Control edges'])
    await expect.poll(() => bar.locator(`[aria-label="${name}"]:visible`).count(), { message: name }).toBe(1);
});

it('leaves room on a phone for what is searched', async () => {
  const page = await go('', PHONE);
  const field = page.getByRole('textbox', { name: 'Search nodes' });
  await expect.poll(async () => (await settledBox(field)).width).toBeGreaterThan(80);
});
