// The README's pictures, taken of the real page on real logs: `python tools/build_web.py run pictures`.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { launch, Logs, plotOf, PYTHON, Server, visit } from './stage.ts';

const FOLDER = join(import.meta.dirname, '../../docs/pictures');
const VIEW =
  '#/scalars?pin=train/loss,val/loss&base=baseline-adamw&smooth=0.9&show=metric:val/loss,metric:val/fid,step&sort=metric:val/loss&hide=dit-b2/lr-1e-4/seed-2,dit-b2/lr-1e-4/seed-3,dit-b2/lr-3e-4/seed-2,dit-b2/lr-3e-4/seed-3,dit-s2/lr-3e-4/seed-1';

// 256 colors are enough for it, and keep the repository small.
const SMALLER =
  'import sys; from PIL import Image; p = sys.argv[1]; Image.open(p).convert("RGB").quantize(256, method=0, dither=0).save(p, optimize=True)';

it('takes the pictures', async () => {
  const logs = new Logs().write('picture');
  const server = await new Server().start(logs.folder);
  const browser = await launch();
  for (const scheme of ['light', 'dark'] as const) {
    const { page, complaints, close } = await visit(browser, server.url + VIEW, { colorScheme: scheme });
    const plot = await plotOf(page, 'val/loss');
    await page
      .locator('[data-run]', { hasText: /\d\.\d{4}/ })
      .first()
      .waitFor();
    // Fonts, dialogs that are fetched ahead and the other cards are there, too.
    await page.waitForLoadState('networkidle');
    await page.mouse.move(plot.x + plot.width * 0.6, plot.y + plot.height * 0.8);
    await page.locator('.cap').first().waitFor();
    const path = join(FOLDER, `board-${scheme}.png`);
    await page.screenshot({ path });
    execFileSync(PYTHON, ['-c', SMALLER, path]);
    expect(complaints).toEqual([]);
    await close();
  }
  await browser.close();
  await server.stop();
  logs.remove();
});
