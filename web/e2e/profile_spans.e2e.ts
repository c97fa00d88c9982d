// Spans of one worker: each is a profile, and all together are one on one time line.
import { expect, it } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('profile_spans'));

it('shows all spans of a worker as one profile', async () => {
  const page = await stage.go('#/profile');
  await page.getByText('Mean of 2 steps').waitFor();
  const spans = page.getByLabel('Span', { exact: true });
  await expect.poll(() => spans.locator('option').allInnerTexts()).toHaveLength(3);
  await spans.selectOption('All spans');
  await page.getByText('Mean of 4 steps').waitFor();
  await expect.poll(() => page.url()).toContain('o.profile.file=worker0');
  // What is no file cannot be downloaded.
  await expect.poll(() => page.getByRole('link', { name: 'Open in Perfetto' }).count()).toBe(0);
});
