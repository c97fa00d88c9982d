// One run with a step far beyond all others: charts fit the others, name the step and show all on demand.
import { expect, it } from 'vitest';
import { plotOf, useStage } from './stage.ts';

const { go } = useStage((logs) => {
  logs.write('basic');
  logs.write('grow', 'baseline', '1000000000000', '1000000000001');
});

it('leaves a step far beyond the others out of the x axis until it is shown on demand', async () => {
  const page = await go();
  const plot = await plotOf(page, 'train/loss');
  const stepAtMiddle = async (): Promise<string> => {
    await page.mouse.move(plot.x + plot.width * 0.5, plot.y + 50);
    await page.mouse.move(plot.x + plot.width * 0.52, plot.y + 52);
    return (await page.locator('.flag').textContent()) ?? '';
  };
  const card = page.locator('article[data-tag="train/loss"]');
  const far = card.getByRole('button', {
    name: /baseline has step 1,000,000,000,000, far beyond the others/,
  });
  await far.waitFor();
  await expect.poll(stepAtMiddle).toMatch(/^[45]\d\d$/);
  await far.click();
  const fit = card.getByRole('button', { name: 'Fit to the other runs' });
  await fit.waitFor();
  await expect.poll(stepAtMiddle).not.toMatch(/^[45]\d\d$/);
  await fit.click();
  await far.waitFor();
});
