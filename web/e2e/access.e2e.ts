// Accessibility: axe finds nothing serious on any page, light and dark.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, Logs, Server, visit } from './stage.ts';

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser: Browser;
let logs: Logs;
let server: Server;

beforeAll(async () => {
  browser = await launch();
  logs = new Logs().write('basic').write('damage');
  server = await new Server().start(logs.folder);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  logs.remove();
});

const PLACES = [
  ['cards', '#/scalars?pin=val/loss&base=baseline', 'article[data-tag] .u-over'],
  ['one card', '#/scalars?card=train/loss', 'aside tbody tr'],
  ['tree', '#/scalars?list=tree&colour=folder', '[data-folder]'],
  ['groups', '#/scalars?group=folder', '[data-folder]'],
  ['table', '#/scalars?mode=table', 'main tbody tr'],
  ['all data', '#/tags', 'main tbody tr'],
] as const;

it.each(PLACES.flatMap(([name, hash, ready]) => (['light', 'dark'] as const).map((scheme) => ({ name, hash, ready, scheme }))))(
  '$name, $scheme',
  async ({ hash, ready, scheme }) => {
    const { page, close } = await visit(browser, server.url + hash, { colorScheme: scheme, bypassCSP: true });
    await page.locator(ready).first().waitFor();
    await page.addScriptTag({ content: AXE });
    const findings = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } };
      return (await axe.run()).violations;
    });
    const serious = findings.filter((one) => one.impact === 'serious' || one.impact === 'critical');
    expect(serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).slice(0, 3).join(' ')}`)).toEqual([]);
    await close();
  },
);
