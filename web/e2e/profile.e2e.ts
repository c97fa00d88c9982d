// Profiles before a person: real profilers' files by run and session, saved as they are, and bad ones that say so.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('profile'));

it('lists the files of every run, session by session, with what opens them', async () => {
  const page = await stage.go('#/scalars');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('radio', { name: 'Files' }).click();
  const jax = page.locator('table[data-session="2026_11_15_19_34_32"]');
  await jax.waitFor();
  await expect
    .poll(() => jax.locator('tbody tr').allInnerTexts())
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/trainbox\s+xplane\s+125\.8 KiB.*XProf\s+trainbox\.xplane\.pb/s),
        expect.stringMatching(/trainbox\s+trace.*Perfetto UI\s+trainbox\.trace\.json\.gz/s),
      ]),
    );
  await page.getByRole('cell', { name: 'worker0', exact: true }).waitFor();
});

it('splits the steps of JAX in its own terms', async () => {
  const page = await stage.go('#/profile?o.profile.run=trained');
  const mean = page
    .getByRole('region', { name: 'Step time' })
    .getByRole('table', { name: 'Mean of 2 steps' });
  await expect
    .poll(() => mean.locator('tbody tr').allInnerTexts())
    .toEqual([expect.stringMatching(/^\s*Host\s+1\.32\s+99 %/), expect.stringMatching(/^\s*Other\s/)]);
  await page.getByText('on the host').waitFor();
});

it('saves a file as it is on the disk, odd names included', async () => {
  const page = await stage.go('#/profile?o.profile.view=files');
  const folder = join(stage.logs.folder, 'profiled');
  const [name] = readdirSync(folder) as [string];
  for (const [label, path] of [
    [name, join(folder, name)],
    ['ü "&#.trace.json', join(stage.logs.folder, 'bad/plugins/profile/one/ü "&#.trace.json')],
  ] as const) {
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: label }).click();
    expect(readFileSync(await (await saved).path())).toEqual(readFileSync(path));
  }
});

it('shows the profiles of shown runs only', async () => {
  const page = await stage.go('#/profile?o.profile.view=files');
  const jax = page.locator('table[data-session="2026_11_15_19_34_32"]');
  await jax.waitFor();
  await page.getByRole('button', { name: 'Unfold the run list' }).click();
  await page.getByLabel('Filter runs').fill('profiled');
  await jax.waitFor({ state: 'detached' });
  await page.getByLabel('Filter runs').fill('nothing-like-it');
  await page.getByText('None of the shown runs has a profile').waitFor();
});

it('says what is wrong with a file, and follows the disk', async () => {
  const page = await stage.go('#/profile?o.profile.view=files');
  await page.getByText('empty.trace.json.gz: the file is empty').waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'empty.trace.json.gz' }).count()).toBe(0);
  const late = join(stage.logs.folder, 'trained/late.pt.trace.json');
  writeFileSync(late, '{}');
  await page.getByRole('link', { name: 'late.pt.trace.json' }).waitFor();
  rmSync(late);
  await page.getByRole('link', { name: 'late.pt.trace.json' }).waitFor({ state: 'detached' });
});

it('has nothing serious for axe, light and dark, and fits a phone', async () => {
  for (const options of [
    { colorScheme: 'light' as const },
    { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } },
  ]) {
    const page = await stage.go('#/profile?o.profile.view=files', { ...options, bypassCSP: true });
    await page.locator('table[data-session]').first().waitFor();
    await expect.poll(() => serious(page)).toEqual([]);
  }
});
