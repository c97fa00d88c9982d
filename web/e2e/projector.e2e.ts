// The projector: PCA, UMAP in the page, search, neighbors, selection, steps, two side by side, what is wrong, phone.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serious } from './axe.ts';
import { PHONE, pressStep, settledBox, useStage } from './stage.ts';

const stage = useStage((logs) => logs.scene('projector'));

const go = (hash = '', options: Parameters<typeof stage.go>[1] = {}): Promise<Page> =>
  stage.go(`#/projector?${hash}`, options);
const cloudOf = (page: Page, n = 0): Locator => page.locator('.space').nth(n);
const drawnOf = (page: Page, n = 0): Locator => page.locator('.drawn').nth(n);

/** Pixels of the cloud's picture that are not the background's color, and how many colors they have. */
function pixels(page: Page, n = 0): Promise<{ filled: number; colors: number }> {
  return cloudOf(page, n).evaluate((host) => {
    const canvas = [...host.querySelectorAll<HTMLCanvasElement>('canvas.cloud')].find((one) => !one.hidden);
    if (!canvas || canvas.width === 0) return { filled: 0, colors: 0 };
    const copy = Object.assign(document.createElement('canvas'), {
      width: canvas.width,
      height: canvas.height,
    });
    const context = copy.getContext('2d', { willReadFrequently: true });
    context?.drawImage(canvas, 0, 0);
    const data = context?.getImageData(0, 0, copy.width, copy.height).data;
    if (!data) return { filled: 0, colors: 0 };
    const words = new Uint32Array(data.buffer);
    const counts = new Map<number, number>();
    for (const word of words) if (word !== words[0]) counts.set(word, (counts.get(word) ?? 0) + 1);
    const filled = [...counts.values()].reduce((sum, one) => sum + one, 0);
    return { filled, colors: [...counts.values()].filter((count) => count > 30).length };
  });
}

const filled = async (page: Page, n = 0): Promise<number> => (await pixels(page, n)).filled;

it('draws the points of an embedding in the colors of their classes', async () => {
  const page = await go();
  await expect.poll(() => drawnOf(page).textContent()).toContain('600 of 600 drawn');
  await expect.poll(() => filled(page)).toBeGreaterThan(2000);
  await expect.poll(async () => (await pixels(page)).colors).toBeGreaterThan(5);
  await expect.poll(() => page.getByLabel('Color by').inputValue()).toBe('class');
  await expect.poll(() => page.locator('.classes button').count()).toBe(6);
  await expect.poll(() => page.getByText('of the variance').count()).toBe(1);
  await expect.poll(() => page.getByRole('status').textContent()).toContain('10-NN kept');
});

it('converges to UMAP in a worker of the page, and says how well it keeps neighbors', async () => {
  const page = await go();
  await page.getByRole('radio', { name: 'UMAP' }).click();
  await expect.poll(() => page.getByRole('status').getAttribute('data-state')).toBe('done');
  await expect.poll(() => page.getByRole('status').textContent()).toMatch(/Epoch 500 of 500.*10-NN kept/s);
  await expect.poll(() => filled(page)).toBeGreaterThan(2000);
  await expect.poll(() => page.url()).toContain('o.projector.method=umap');
});

it('computes t-SNE beside the server and cancels it, or says what to install', async () => {
  const page = await go();
  const answer = await page.request.get(new URL('api/v1/kinds/embedding/list', stage.server.url).href);
  const { installed } = (await answer.json()) as { installed: { tsne: boolean } };
  await page.getByRole('radio', { name: 't-SNE' }).click();
  const panel = page.getByRole('region', { name: 'Embedding', exact: true });
  if (!installed.tsne) {
    await expect.poll(() => panel.textContent()).toContain("pip install 'sightline[projector]'");
    return;
  }
  const status = page.getByRole('status');
  await page.getByLabel('Iterations').fill('10000');
  await page.getByLabel('Iterations').press('Enter');
  await expect.poll(() => status.textContent()).toMatch(/Iteration [\d,]+ of 10,000/);
  await page.getByRole('button', { name: 'Cancel projection' }).click();
  await expect.poll(() => status.getAttribute('data-state')).toBe('canceled');
  await page.getByLabel('Iterations').fill('250');
  await page.getByLabel('Iterations').press('Enter');
  await expect.poll(() => status.textContent()).toMatch(/Iteration 250 of 250.*10-NN kept/s);
});

it('shows a picked point with its nearest in the original space, and keeps it in the link', async () => {
  const page = await go('o.projector.point=5');
  const details = page.getByRole('region', { name: 'Details' });
  await expect.poll(() => details.getByRole('heading').textContent()).toContain('img_00005');
  await expect.poll(() => details.locator('.nn').count()).toBe(12);
  await expect.poll(() => details.textContent()).toContain('in 24-D, exact');
  const second = details.locator('.nn').first();
  const name = ((await second.textContent()) ?? '').split(' ')[0] ?? '';
  await second.click();
  await expect.poll(() => details.getByRole('heading').textContent()).toContain(name);
  await details.getByRole('button', { name: 'Close the point' }).click();
  await expect.poll(() => page.url()).not.toContain('o.projector.point');
});

it('picks the point under the pointer', async () => {
  const page = await go('o.projector.name=words&o.projector.run=runs%2Fa');
  await expect.poll(() => drawnOf(page).textContent()).toContain('40 of 40 drawn');
  const box = await settledBox(cloudOf(page));
  // Somewhere on a grid there is one of forty points.
  await expect
    .poll(async () => {
      for (let i = 0; i < 600; i += 1) {
        const [x, y] = [0.2 + 0.6 * ((i * 0.618) % 1), 0.2 + 0.6 * ((i * 0.755) % 1)];
        await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
        if ((await page.locator('.space .tip').count()) > 0) return page.locator('.space .tip').textContent();
      }
      return '';
    })
    .toContain('word');
});

it('finds points by text, regular expression and filter, and says what cannot be read', async () => {
  const page = await go();
  const field = page.getByRole('textbox', { name: 'Find points' });
  const count = page.locator('.search .count');
  await field.fill('forest');
  await expect.poll(() => count.textContent()).toBe('100');
  await page.getByLabel('How to search').selectOption('regex');
  await field.fill('img_0000[0-4]');
  await expect.poll(() => count.textContent()).toBe('5');
  await page.getByLabel('How to search').selectOption('filter');
  await field.fill('class = forest');
  await expect.poll(() => count.textContent()).toBe('100');
  await field.fill('color = red');
  await expect.poll(() => page.locator('.search [role=alert]').textContent()).toContain("no column 'color'");
  stage.forgive(/400/);
  // Enter at once selects what this search finds, not the one before.
  await field.fill('class = dog loss < 100');
  await field.press('Enter');
  await expect
    .poll(() => page.getByRole('region', { name: 'Details' }).textContent())
    .toContain('100 points');
  await field.fill('img_00005');
  await page.getByLabel('How to search').selectOption('text');
  await field.press('Enter');
  await expect.poll(() => page.getByRole('region', { name: 'Details' }).textContent()).toContain('1 point');
});

it('selects with a lasso, isolates, lists and exports what it selected', async () => {
  const page = await go();
  await expect.poll(() => filled(page)).toBeGreaterThan(2000);
  await page.getByRole('button', { name: 'Box', exact: true }).click();
  const box = await settledBox(cloudOf(page));
  await page.mouse.move(box.x + 20, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 20, box.y + box.height - 60, { steps: 5 });
  await page.mouse.up();
  const details = page.getByRole('region', { name: 'Details' });
  await expect.poll(() => details.textContent()).toMatch(/Box[\d,]+ points/);
  await page.getByTitle('Select 100 points of dog').click();
  await expect.poll(() => details.textContent()).toContain('dog100 points');
  await details.getByRole('button', { name: 'Table' }).click();
  const table = page.getByRole('region', { name: 'Selected points' });
  await expect.poll(() => table.locator('tbody').textContent()).toContain('img_00003');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await details.getByRole('button', { name: /^Download/ }).click();
      await page.getByRole('button', { name: 'Selected points CSV' }).click();
    })(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().trim().split('\n');
  expect(lines[0]).toBe('point,x,y,image,class,loss,selected');
  expect(lines).toHaveLength(101);
  expect(lines.slice(1).every((line) => line.includes(',dog,'))).toBe(true);
  await details.getByRole('button', { name: 'Isolate' }).click();
  await expect.poll(() => drawnOf(page).textContent()).toContain('100 of 600 shown');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => drawnOf(page).textContent()).toContain('600 of 600 drawn');
});

it('keeps what is selected, isolated and hidden in the link', async () => {
  const page = await go();
  const details = page.getByRole('region', { name: 'Details' });
  await page.getByTitle('Select 100 points of dog').click();
  await expect.poll(() => page.url()).toContain('o.projector.selected=');
  await details.getByRole('button', { name: 'Hide' }).click();
  await expect.poll(() => drawnOf(page).textContent()).toContain('500 of 600 shown');
  await expect.poll(() => page.url()).toContain('o.projector.hidden=');
  await page.getByTitle('Select 100 points of cat').click();
  await expect.poll(() => page.url()).toContain('o.projector.selected=');
  await page.reload();
  await expect.poll(() => details.textContent()).toContain('cat100 points');
  await expect.poll(() => drawnOf(page).textContent()).toContain('500 of 600 shown');
  await page.goBack();
  await expect.poll(() => details.textContent()).not.toContain('points');
  await expect.poll(() => drawnOf(page).textContent()).toContain('500 of 600 shown');
  await page.goBack();
  await expect.poll(() => details.textContent()).toContain('dog100 points');
  await expect.poll(() => drawnOf(page).textContent()).toContain('600 of 600 drawn');
  await page.goForward();
  await expect.poll(() => drawnOf(page).textContent()).toContain('500 of 600 shown');
  // A link with points that the embedding does not have.
  const link = page.url().replace(/o\.projector\.name=[^&]*/, 'o.projector.name=words');
  await page.goto(link.replace(/o\.projector\.run=[^&]*/, 'o.projector.run=runs%2Fa'));
  await expect.poll(() => drawnOf(page).textContent()).toContain('40 of 40 drawn');
});

it('moves and zooms by hand and keys, keeps the pose in the link, and resets it', async () => {
  const page = await go();
  await expect.poll(() => filled(page)).toBeGreaterThan(2000);
  await cloudOf(page).focus();
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.url()).toContain('o.projector.pose=');
  await page.getByRole('button', { name: 'Reset view' }).click();
  await expect.poll(() => page.url()).not.toContain('o.projector.pose=');
  await page.getByRole('button', { name: 'Three dimensions' }).click();
  await expect.poll(() => page.getByText('drag to turn').count()).toBe(1);
  await expect.poll(() => filled(page)).toBeGreaterThan(1000);
});

it('moves along the steps, and shows density and pictures', async () => {
  const page = await go();
  await expect.poll(() => filled(page)).toBeGreaterThan(2000);
  await page.getByRole('slider', { name: 'Step', exact: true }).focus();
  await pressStep(page, 'ArrowLeft');
  await expect.poll(() => page.url()).toContain('step=100');
  await expect.poll(() => filled(page)).toBeGreaterThan(2000);
  await page.getByRole('switch', { name: 'Density' }).click();
  await expect.poll(() => filled(page)).toBeGreaterThan(8000);
  await page.getByRole('switch', { name: 'Pictures' }).click();
  await expect.poll(() => page.url()).toContain('o.projector.pictures=1');
});

it('turns UMAP of another step to lie as that of the step before', async () => {
  const page = await go('o.projector.method=umap');
  const state = (): Promise<string | null> => page.getByRole('status').getAttribute('data-state');
  // Without WebGL the points go to a worker, where they can be read.
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = new Proxy(HTMLCanvasElement.prototype.getContext, {
      apply: (getContext, canvas, [kind, ...rest]: unknown[]) =>
        kind === 'webgl2' ? null : (Reflect.apply(getContext, canvas, [kind, ...rest]) as unknown),
    });
    const { postMessage } = Worker.prototype;
    const sent: Float32Array[] = [];
    Object.assign(window, { sent });
    Worker.prototype.postMessage = function (
      message: { kind?: string; points?: { positions: Float32Array } },
      ...rest
    ) {
      if (message.kind === 'points' && message.points) sent.push(message.points.positions);
      return Reflect.apply(postMessage, this, [message, ...rest]) as undefined;
    };
  });
  await page.reload();
  const last = (): Promise<number[]> =>
    page.evaluate(() => [...((window as unknown as { sent: Float32Array[] }).sent.at(-1) ?? [])]);
  await expect.poll(state).toBe('done');
  const before = await last();
  expect(before.length).toBeGreaterThan(0);
  await page.getByRole('slider', { name: 'Step', exact: true }).focus();
  await pressStep(page, 'ArrowLeft');
  await expect.poll(() => page.url()).toContain('step=100');
  // Where no further turn brings the points nearer to each other, these products are in balance.
  const turn = async (): Promise<number> => {
    if ((await state()) !== 'done') return Infinity;
    const after = await last();
    let [along, across] = [0, 0];
    for (let i = 0; i < before.length; i += 3) {
      const [x, y, u, v] = [before[i], before[i + 1], after[i], after[i + 1]] as [
        number,
        number,
        number,
        number,
      ];
      along += x * u + y * v;
      across += x * v - y * u;
    }
    return after.every((value, i) => value === before[i]) ? Infinity : Math.abs(Math.atan2(across, along));
  };
  await expect.poll(turn).toBeLessThan(0.02);
});

it('shows two embeddings side by side with one selection', async () => {
  const page = await go();
  await page.getByLabel('Beside').selectOption({ label: 'val/cls_token · runs/b' });
  await expect.poll(() => filled(page, 1)).toBeGreaterThan(1000);
  const [title, search] = [
    await settledBox(page.locator('.pane .title').first()),
    await settledBox(page.locator('.search')),
  ];
  expect(title.y).toBeGreaterThan(search.y + search.height);
  const before = (await pixels(page, 1)).colors;
  await page.getByTitle('Select 100 points of cat').click();
  await expect.poll(async () => (await pixels(page, 1)).colors).not.toBe(before);
});

it('colors a second embedding with fewer points by its own classes, and links them by name', async () => {
  const page = await go();
  await page.getByLabel('Beside').selectOption({ label: 'fewer · runs/fewer' });
  await expect.poll(() => drawnOf(page, 1).textContent()).toMatch(/240 of 240 drawn.*240 in both, by name/s);
  await expect.poll(async () => (await pixels(page, 1)).colors).toBeGreaterThan(5);
  await page.getByTitle('Select 100 points of cat').click();
  await page.getByRole('button', { name: 'Isolate' }).click();
  await expect.poll(() => drawnOf(page, 0).textContent()).toContain('100 of 600 shown');
  await expect.poll(() => drawnOf(page, 1).textContent()).toContain('40 of 240 shown');
});

it('selects with a lasso that ends where it began', async () => {
  const page = await go();
  await expect.poll(() => filled(page)).toBeGreaterThan(2000);
  await page.getByRole('button', { name: 'Lasso', exact: true }).click();
  const box = await settledBox(cloudOf(page));
  const corners = [
    [10, 60],
    [box.width - 10, 60],
    [box.width - 10, box.height - 60],
    [10, box.height - 60],
  ];
  await page.mouse.move(box.x + 10, box.y + 60);
  await page.mouse.down();
  for (const [x = 0, y = 0] of [...corners, [10, 60]])
    await page.mouse.move(box.x + x, box.y + y, { steps: 3 });
  await page.mouse.up();
  const details = page.getByRole('region', { name: 'Details' });
  await expect.poll(() => details.textContent()).toMatch(/Lasso[\d,]+ points/);
});

it('makes axes from two searches each', async () => {
  const page = await go('o.projector.method=axes');
  await page.getByLabel('X from').fill('dog');
  await page.getByLabel('X to').fill('forest');
  await page.getByLabel('Y from').fill('beach');
  await page.getByLabel('Y to').fill('harbor');
  await page.getByLabel('Y to').press('Enter');
  await expect.poll(() => page.getByText('100 points').count()).toBeGreaterThan(3);
  await expect.poll(() => filled(page)).toBeGreaterThan(2000);
});

it('says what is wrong with an embedding in its place, and opens bookmarks', async () => {
  const page = await go('o.projector.run=wrong&o.projector.name=nan');
  await expect
    .poll(() => page.getByRole('region', { name: 'Embedding' }).textContent())
    .toContain('1 point contains NaN');
  await expect
    .poll(() => page.getByRole('region', { name: 'Embedding' }).textContent())
    .toContain('29 labels for 30 points');
  await expect.poll(() => drawnOf(page).textContent()).toContain('29 of 30 drawn');
  await page.getByRole('button', { name: 'Bookmarks' }).click();
  await page.getByRole('button', { name: /Two points/ }).click();
  await expect.poll(() => page.getByRole('region', { name: 'Details' }).textContent()).toContain('2 points');
  await page.getByLabel('Name').selectOption('ragged');
  await expect.poll(() => page.getByText('This embedding cannot be shown').count()).toBe(1);
  expect(await page.getByRole('alert').textContent()).not.toContain('not found');
  stage.forgive(/404/);
});

it('opens a logged tensor of two axes from its card', async () => {
  const page = await stage.go('#/tensors?');
  await page.getByRole('button', { name: 'Open in projector' }).click();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('tensor/weights');
  await expect.poll(() => drawnOf(page).textContent()).toContain('20 of 20 drawn');
});

it('opens files that are chosen or dropped, with their metadata, and says what is wrong with others', async () => {
  const page = await go();
  const field = page.getByLabel('Files of vectors');
  const rows = Array.from({ length: 30 }, (_, i) => [i % 5, i % 3, i / 7].join('\t'));
  const names = Array.from({ length: 30 }, (_, i) => `fruit ${String(i)}`);
  const file = (
    name: string,
    lines: readonly string[],
  ): { name: string; mimeType: string; buffer: Buffer } => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(lines.join('\n') + '\n'),
  });
  await field.setInputFiles([file('labels.tsv', names), file('fruit.tsv', rows)]);
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('fruit.tsv');
  await expect.poll(() => drawnOf(page).textContent()).toContain('30 of 30 drawn');
  await page.getByRole('textbox', { name: 'Find points' }).fill('fruit 29');
  await expect.poll(() => page.locator('.search .count').textContent()).toBe('1');
  await page.evaluate((text) => {
    const dragged = new DataTransfer();
    dragged.items.add(new File([text], 'dropped.csv'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: dragged, cancelable: true }));
  }, 'word,x,y\na,1,2\nb,3,4\nc,5,7\n');
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('dropped.csv');
  await expect.poll(() => drawnOf(page).textContent()).toContain('3 of 3 drawn');
  await field.setInputFiles([file('model.exe', rows)]);
  await expect
    .poll(() => page.getByText('model.exe is none of the files that hold vectors').count())
    .toBeGreaterThan(0);
  await field.setInputFiles([file('broken.npy', rows)]);
  await expect.poll(() => page.getByText('This embedding cannot be shown').count()).toBe(1);
  await expect.poll(() => page.getByText(/broken\.npy: /).count()).toBeGreaterThan(0);
  stage.forgive(/404/);
});

it('keeps what it shows until the list has the file that was given', async () => {
  const page = await go('o.projector.name=words&o.projector.run=runs%2Fa');
  await expect.poll(() => drawnOf(page).textContent()).toContain('40 of 40 drawn');
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/embedding\/list/, async (route) => {
    await isAnswered;
    await route.continue();
  });
  const buffer = Buffer.from('1\t2\n3\t4\n5\t7\n');
  await page
    .getByLabel('Files of vectors')
    .setInputFiles([{ name: 'late.tsv', mimeType: 'text/plain', buffer }]);
  await expect.poll(() => page.url()).not.toContain('runs%2Fa');
  expect(await page.getByLabel('Name').inputValue()).toBe('words');
  answer();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('late.tsv');
  await expect.poll(() => drawnOf(page).textContent()).toContain('3 of 3 drawn');
});

it('shows how much of a large file is sent', async () => {
  const page = await go();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 100_000 });
  const line = `${Array.from({ length: 20 }, (_, i) => i / 7).join('\t')}\n`;
  const buffer = Buffer.from(line.repeat(1000));
  await page
    .getByLabel('Files of vectors')
    .setInputFiles([{ name: 'large.tsv', mimeType: 'text/plain', buffer }]);
  const bar = page.getByRole('progressbar', { name: 'Sent' });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(1);
  await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('large.tsv');
  await expect.poll(() => drawnOf(page).textContent()).toContain('1,000 of 1,000 drawn');
  await expect.poll(() => bar.count()).toBe(0);
});

it.each(['light', 'dark'] as const)('has no serious finding, %s', async (colorScheme) => {
  const page = await go('o.projector.point=5', { colorScheme, bypassCSP: true });
  await expect.poll(() => page.locator('.nn').count()).toBe(12);
  await expect.poll(() => serious(page)).toEqual([]);
});

it('fits a phone', async () => {
  const page = await go('', PHONE);
  await expect.poll(() => filled(page)).toBeGreaterThan(500);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const top = async (name: string): Promise<number> =>
    (await settledBox(page.getByRole('region', { name, exact: true }))).y;
  expect(await top('Embedding')).toBeLessThan(await top('Details'));
  const search = await settledBox(page.locator('.search'));
  expect((await settledBox(cloudOf(page))).y).toBeGreaterThan(search.y + search.height);
  await page.getByLabel('Beside').selectOption({ label: 'fewer · runs/fewer' });
  const title = await settledBox(page.locator('.pane .title').first());
  expect(title.y + title.height).toBeLessThanOrEqual(search.y);
  await expect.poll(async () => (await settledBox(cloudOf(page, 1))).height).toBeGreaterThan(300);
});
