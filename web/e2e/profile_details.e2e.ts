// The views of a profile that go into detail, before a person: stacks, memory and launches.
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { PHONE, useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('profile_details'));

it('shows device time by Python stack, zooms, searches and leads back', async () => {
  const page = await stage.go('#/profile?o.profile.run=trained&o.profile.view=stacks');
  const frames = page.getByRole('region', { name: 'Heaviest frames' });
  await expect
    .poll(() => frames.locator('tr.data').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^aten::mm\s.*0\.90\s/s),
      expect.stringMatching(/^aten::gelu\s.*0\.27\s/s),
      expect.stringMatching(/^aten::add_\s.*0\.03\s/s),
      expect.stringMatching(/^train\s/),
      expect.stringMatching(/^forward\s/),
      expect.stringMatching(/^step\s/),
    ]);
  const zoom = page.getByRole('navigation', { name: 'Zoom' });
  await zoom.getByText('all, 1.20 ms').waitFor();
  await page.getByLabel('Search frames').fill('aten::mm');
  await page.getByText('1 frame, 900.0 µs').waitFor();
  await page.getByLabel('Search frames').fill('');
  // The frame at the left of the second row is the heavier of two: forward.
  const flame = page.getByRole('application', { name: /^Frames by width/ });
  await flame.click({ position: { x: 20, y: 30 } });
  await zoom.getByText('1.17 ms, 97.5 % of all').waitFor();
  await expect.poll(() => page.url()).toMatch(/o.profile.stacks.zoom=2/);
  await page.getByRole('region', { name: 'Frame', exact: true }).getByText('model.py:40').waitFor();
  await zoom.getByRole('button', { name: 'train' }).click();
  await zoom.getByText('1.20 ms, 100.0 % of all').waitFor();
  await flame.press('Escape');
  await zoom.getByText('all, 1.20 ms', { exact: true }).waitFor();
});

it('holds stacks against those of another profile, and keeps that in the link', async () => {
  const page = await stage.go('#/profile?o.profile.run=trained&o.profile.view=stacks');
  await page.getByLabel('Compare with').selectOption({ label: 'on_host' });
  const graph = page.getByRole('region', { name: 'Flame graph' });
  await graph.getByText('longer', { exact: true }).waitFor();
  await expect.poll(() => page.url()).toMatch(/o.profile.stacks.compare=1/);
  await graph.hover({ position: { x: 60, y: 80 } });
  await graph.getByText('compared', { exact: true }).waitFor();
  await page.getByLabel('Compare with').selectOption({ label: 'no other' });
  await graph.getByText('kernel', { exact: true }).waitFor();
});

it('shows host time as a tree whose frames open and close', async () => {
  const page = await stage.go(
    '#/profile?o.profile.run=trained&o.profile.view=stacks&o.profile.stacks.weight=host&o.profile.stacks.table=tree',
  );
  const tree = page.getByRole('region', { name: 'Tree of frames' });
  const names = (): Promise<string[]> => tree.locator('tr.data td:first-child').allInnerTexts();
  // The heaviest way down is open from the start.
  await expect
    .poll(async () => (await names()).map((name) => name.trim()))
    .toEqual(['▾ train', '▾ forward', 'aten::mm', 'aten::gelu', '▸ step']);
  await tree.getByRole('button', { name: /step/ }).click();
  await expect.poll(async () => (await names()).map((name) => name.trim())).toContain('aten::add_');
  const sources = page.getByRole('radiogroup', { name: 'Frames' });
  await sources.getByRole('radio', { name: 'Operators', exact: true }).click();
  await expect.poll(() => page.url()).toMatch(/o.profile.stacks.frames=operators/);
});

it('shows memory over time, what is alive at the peak, and that it grows', async () => {
  const page = await stage.go('#/profile?o.profile.run=trained&o.profile.view=memory');
  await page.getByRole('img', { name: 'Memory over time, at most 1.6 GiB' }).waitFor();
  await page.getByText('64.0 MiB more after every step.').waitFor();
  const alive = page.getByRole('region', { name: 'Alive at the peak' });
  await alive.getByTitle('from before the profile: 1.0 GiB').waitFor();
  const allocations = page.getByRole('region', { name: 'Largest allocations' });
  await expect
    .poll(() => allocations.locator('tr.data').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^aten::mm\s+256\.0 MiB/),
      expect.stringMatching(/^aten::add_\s+192\.0 MiB\s+64\.0 MiB\s+3/),
      expect.stringMatching(/^aten::gelu\s+128\.0 MiB/),
    ]);
  const operators = page.getByRole('region', { name: 'Memory by operator' });
  await expect.poll(() => operators.locator('tr.data').first().innerText()).toMatch(/^aten::mm\s+768\.0 MiB/);
  await page.getByRole('button', { name: 'Show the peak in the timeline' }).click();
  await expect.poll(() => page.url()).toMatch(/o.profile.view=timeline/);
});

it('zooms the memory curve by a drag, keeps that in the link, and shows all by a double click', async () => {
  const page = await stage.go('#/profile?o.profile.run=trained&o.profile.view=memory');
  const curve = page.getByRole('img', { name: 'Memory over time, at most 1.6 GiB' });
  const axis = async (): Promise<string> =>
    (await curve.locator('text').allTextContents()).slice(-5).join(' | ');
  await curve.getByText('peak 1.6 GiB').waitFor();
  const whole = await axis();
  const box = await curve.boundingBox();
  if (!box) throw new Error('the curve has no place');
  const [x, y] = [(share: number): number => box.x + 62 + (box.width - 74) * share, box.y + box.height / 2];
  await page.mouse.move(x(0.1), y);
  await page.mouse.down();
  await page.mouse.move(x(0.3), y, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => page.url()).toMatch(/o.profile.memory.time=\d+/);
  await expect.poll(axis).not.toBe(whole);
  await curve.getByText('peak 1.6 GiB').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Show all' }).waitFor();
  await curve.dblclick();
  await expect.poll(() => page.url()).not.toContain('o.profile.memory.time');
  await expect.poll(axis).toBe(whole);
});

it('shows the stacks of a memory profile of JAX as a flame graph by bytes, and zooms into them', async () => {
  const page = await stage.go('#/profile?o.profile.run=jax_memory');
  const flame = page.getByRole('region', { name: 'Flame graph' });
  await flame.getByRole('img', { name: /^Flame graph: memory by stack, [\d.]+ [KM]iB$/ }).waitFor();
  await flame.getByRole('application').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toMatch(/o.profile.stacks.zoom=\d+/);
  await flame.getByText('% of all').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).not.toContain('o.profile.stacks.zoom');
});

it('finds frames of a memory profile by their names, with the bytes below them, and keeps the words in the link', async () => {
  const page = await stage.go('#/profile?o.profile.run=jax_memory');
  const flame = page.getByRole('region', { name: 'Flame graph' });
  await flame.getByRole('textbox', { name: 'Search frames' }).fill('matmul');
  await flame.getByText('1 frame, 16.0 KiB').waitFor();
  await expect.poll(() => page.url()).toContain('o.profile.stacks.search=matmul');
  await flame.getByRole('button', { name: 'Clear the search' }).click();
  await expect.poll(() => page.url()).not.toContain('stacks.search');
});

it('shows a memory snapshot: segments, what holds them, and its history', async () => {
  const page = await stage.go('#/profile?o.profile.run=snapshot');
  await page.getByRole('group', { name: 'Figures' }).getByText('largest free block').waitFor();
  const segments = page.getByRole('region', { name: 'Segments' });
  await segments.getByTitle('256.0 MiB forward').waitFor();
  await segments.getByTitle('128.0 MiB free').waitFor();
  await page.getByRole('img', { name: 'Allocated memory by event, at most 384.0 MiB' }).waitFor();
  const stacks = page.getByRole('region', { name: 'Allocations by stack' });
  await expect
    .poll(() => stacks.locator('tr.data').allInnerTexts())
    .toEqual([expect.stringMatching(/^forward\s+384\.0 MiB\s+256\.0 MiB\s+3\s+model\.py:40/)]);
});

it('says how to record memory where a profile has none', async () => {
  const page = await stage.go('#/profile?o.profile.run=on_host&o.profile.view=memory');
  await page.getByText('profile_memory=True').waitFor();
});

it('shows what streams waited for, and leads to the longest gap', async () => {
  const page = await stage.go('#/profile?o.profile.run=trained&o.profile.view=launches');
  await page.getByText('The busiest stream mostly waits for the host').waitFor();
  await page.getByRole('img', { name: /^Queue length of .*, at most 2$/ }).waitFor();
  const idle = page.getByRole('table', { name: 'Idle time of streams' });
  await expect.poll(() => idle.locator('tbody tr').count()).toBe(1);
  await page.getByRole('radio', { name: 'Longest gaps' }).click();
  const gaps = page.getByRole('region', { name: 'Longest gaps' });
  await gaps
    .getByRole('button', { name: /s16816gemm/ })
    .first()
    .click();
  await expect.poll(() => page.url()).toMatch(/o.profile.slice=\d+/);
});

it('says what to look at where nothing ran on a device', async () => {
  const page = await stage.go('#/profile?o.profile.run=on_host&o.profile.view=launches');
  await page.getByText('Nothing ran on a device in this profile').waitFor();
  await page.getByRole('region', { name: 'Launches' }).getByRole('button', { name: 'Stacks' }).click();
  await page.getByRole('region', { name: 'Flame graph' }).waitFor();
});

it('has nothing serious for axe, light and dark, and fits a phone', async () => {
  const telling = { stacks: 'Heaviest frames', memory: 'Memory by operator', launches: 'Launch delay' };
  for (const [view, region] of Object.entries(telling))
    for (const options of [{ colorScheme: 'light' as const }, { colorScheme: 'dark' as const, ...PHONE }]) {
      const page = await stage.go(`#/profile?o.profile.run=trained&o.profile.view=${view}`, {
        ...options,
        bypassCSP: true,
      });
      await page
        .getByRole('region', { name: region })
        .locator('tbody tr')
        .first()
        .waitFor({ state: 'attached' });
      expect(await serious(page)).toEqual([]);
      const [content, window] = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
      expect(content).toBeLessThanOrEqual(window as number);
    }
});
