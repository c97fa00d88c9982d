// The stage of a browser test: real logs in a folder, the real server on them, real Chromium before it.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

export const PYTHON = process.env['PYTHON'] ?? 'python3';
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** The same browser without windows, where it is installed: the bars of each window take half a second of a processor. */
const WINDOWLESS = '/usr/bin/chromium-headless-shell';
const BROWSER = !process.env['CHROMIUM'] && existsSync(WINDOWLESS) ? WINDOWLESS : CHROMIUM;
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A wait this long only ends what hangs: on a busy machine everything takes many times as long. */
const PATIENCE_MS = 120_000;

/** How often a server that reads its logs is asked whether it has them all. */
const LOOK_AGAIN_MS = 50;

/** A phone as Playwright wants it described. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

export function launch(flags: readonly string[] = FLAGS): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER, args: [...flags] });
}

/** A log folder that goes away with the test. */
export class Logs {
  readonly folder = mkdtempSync(join(tmpdir(), 'sightline-e2e-'));

  write(scene: string, ...args: (string | number)[]): this {
    execFileSync(
      PYTHON,
      [join(import.meta.dirname, 'write_logs.py'), this.folder, scene, ...args.map(String)],
      { stdio: 'pipe' },
    );
    return this;
  }

  /** Logs of a page of its own: `scenes/<name>.py FOLDER [ARGUMENT…]`. */
  scene(name: string, ...args: (string | number)[]): this {
    execFileSync(
      PYTHON,
      [join(import.meta.dirname, 'scenes', `${name}.py`), this.folder, ...args.map(String)],
      { stdio: 'pipe' },
    );
    return this;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class Server {
  #process: ChildProcess | null = null;
  url = '';

  /** Start on a free port (or on the one given) and wait until it says where it is, and all logs are read. Without a folder flags say what it shows. */
  async start(
    folder: string | null,
    port = 0,
    flags: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
  ): Promise<this> {
    const logs = folder === null ? [] : [folder];
    const command = ['-m', 'sightline', 'serve', ...logs, '--port', String(port), '--json', ...flags];
    const server = spawn(PYTHON, command, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    this.#process = server;
    let complaint = '';
    server.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
    for await (const line of createInterface({ input: server.stdout })) {
      const found = /https?:\/\/[^"\s]+/.exec(line);
      if (!found) continue;
      this.url = found[0];
      while (await this.#isLoading()) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      return this;
    }
    throw new Error(`the server did not start: ${complaint}`);
  }

  async #isLoading(): Promise<boolean> {
    const { pathname, search, origin } = new URL(this.url);
    // A connection to an earlier server at this port may break now.
    const answer = await fetch(`${origin}${pathname}api/v1/progress${search}`).catch(() => null);
    return answer === null || ((await answer.json()) as { loading: boolean }).loading;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  async stop(): Promise<void> {
    const server = this.#process;
    this.#process = null;
    if (!server || server.exitCode !== null) return;
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await gone;
  }
}

export interface Visit {
  page: Page;
  /** What the browser complained about; a test ends by asserting that it is empty. */
  complaints: string[];
  close(): Promise<void>;
}

export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The driver's remarks on its own speed are not the page's doing.
    if (
      (message.type() === 'error' || message.type() === 'warning') &&
      !message.text().includes('GL Driver Message')
    )
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}

/** What the tests of one file share: a browser, a log folder and a server on it; each test opens the page anew. */
export class Stage {
  browser!: Browser;
  readonly server = new Server();
  /** The page that the running test looks at. */
  open: Visit | null = null;

  constructor(readonly logs: Logs) {}

  readonly go = async (hash = '', options: BrowserContextOptions = {}): Promise<Page> => {
    await this.open?.close();
    this.open = await visit(this.browser, this.server.url + hash, options);
    // Keys pressed earlier would wait for the top bar, and what is typed after them be taken for keys too.
    await this.open.page.getByRole('link', { name: 'Sightline' }).waitFor({ state: 'attached' });
    return this.open.page;
  };

  get visited(): Visit {
    if (!this.open) throw new Error('no page is open');
    return this.open;
  }

  /** Take out complaints that the test brings about itself. */
  forgive(expected: RegExp): void {
    if (this.open) this.open.complaints = this.open.complaints.filter((text) => !expected.test(text));
  }
}

/** Have a stage for all tests of the file. After each of them nobody may have complained. */
export function useStage(
  writeLogs: (logs: Logs, browser: Browser) => unknown,
  flags?: readonly string[],
  serverFlags: readonly string[] = [],
): Stage {
  const stage = new Stage(new Logs());
  beforeAll(async () => {
    stage.browser = await launch(flags);
    await writeLogs(stage.logs, stage.browser);
    await stage.server.start(stage.logs.folder, 0, serverFlags);
  });
  afterAll(async () => {
    await stage.browser.close();
    await stage.server.stop();
    stage.logs.remove();
  });
  afterEach(async () => {
    const complaints = stage.open?.complaints;
    await stage.open?.close();
    stage.open = null;
    expect(complaints ?? []).toEqual([]);
  });
  return stage;
}

/** Press a key that moves along the steps, once the ruler knows them. */
export async function pressStep(page: Page, key: 'ArrowLeft' | 'ArrowRight'): Promise<void> {
  await page
    .locator('.end')
    .filter({ hasText: /[1-9]\d*\s+steps?\b/ })
    .first()
    .waitFor({ state: 'attached' });
  await page.keyboard.press(key);
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where something lies once it does not move any more: what is around it may still be loading. */
export async function settledBox(place: Locator): Promise<Box> {
  let before: Box | null = null;
  for (;;) {
    const box: Box | null = await place.boundingBox();
    if (box && before && JSON.stringify(box) === JSON.stringify(before)) return box;
    before = box;
    await place.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
}

/** Where a card's plot lies, once its lines are drawn. */
export async function plotOf(page: Page, tag: string): Promise<Box> {
  // A pinned card stands in its section too; the first of both is meant.
  const card = page.locator(`article[data-tag="${tag}"]`).first();
  await card.locator('.n', { hasText: /\d/ }).waitFor();
  return settledBox(card.locator('.u-over'));
}

/** Wait until all cards of scalars, and so many, have their lines: no more answers are under way. */
export async function allDrawn(page: Page, n: number): Promise<void> {
  const cards = page.locator('article[data-kind="scalar"]');
  const drawn = cards.filter({ has: page.locator('.u-over') }).locator('.n', { hasText: /\d/ });
  await expect.poll(() => drawn.count()).toBe(n);
  await expect.poll(() => cards.count()).toBe(n);
}

/** How many pixels of a card's canvas have some color of their own: lines, not grid, axes or text. */
export async function coloredPixels(page: Page, tag: string): Promise<number> {
  return (await coloredRows(page, tag)).reduce((sum, n) => sum + n, 0);
}

/** As many as there are once it does not change any more: a chart is drawn again when more is known. */
export async function settledPixels(page: Page, tag: string): Promise<number> {
  let before = 0;
  for (;;) {
    const n = await coloredPixels(page, tag);
    if (n > 0 && n === before) return n;
    before = n;
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
}

/** How many there are in each row of the canvas. */
export function coloredRows(page: Page, tag: string): Promise<number[]> {
  return page
    .locator(`article[data-tag="${tag}"] canvas`)
    .first()
    .evaluate((element) => {
      const drawn = element as HTMLCanvasElement;
      // Read from a copy, so that the page's own canvas keeps its way of drawing.
      const context = new OffscreenCanvas(drawn.width, drawn.height).getContext('2d', {
        willReadFrequently: true,
      });
      context?.drawImage(drawn, 0, 0);
      const data = context?.getImageData(0, 0, drawn.width, drawn.height).data ?? new Uint8ClampedArray();
      const rows = new Array<number>(drawn.height).fill(0);
      for (let i = 0; i < data.length; i += 4) {
        const channels = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
        const row = Math.floor(i / 4 / drawn.width);
        if ((data[i + 3] ?? 0) > 100 && Math.max(...channels) - Math.min(...channels) > 60)
          rows[row] = (rows[row] ?? 0) + 1;
      }
      return rows;
    });
}
