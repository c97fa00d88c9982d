// Opens pages of hosted plugins in Chromium, as `plugin_pages.mjs MODULES CHROMIUM SCENE ADDRESS`; prints what they show.
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [modules, chromium_path, scene, address] = process.argv.slice(2);
const { chromium } = createRequire(join(modules, "x.js"))("playwright-core");
const browser = await chromium.launchPersistentContext(
  mkdtempSync(join(tmpdir(), "plugin-pages-")),
  {
    executablePath: chromium_path,
    viewport: { width: 1440, height: 900 },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--no-first-run",
    ],
  },
);
browser.setDefaultTimeout(120_000);

async function open(slug) {
  const page = await browser.newPage();
  await page.goto(address);
  await page
    .getByRole("link", { name: "Sightline" })
    .waitFor({ state: "attached" });
  const there = new URL(page.url());
  there.hash = `#/tensorboard-${slug}`;
  await page.goto(there.href);
  return page;
}

const tab = (page) =>
  page
    .getByRole("navigation", { name: "Pages" })
    .locator('[aria-current="page"]')
    .innerText();

const SCENES = {
  async plots() {
    const page = await open("tensorboard_plugin_customizable_plots");
    const frame = page.frameLocator("iframe").frameLocator("iframe");
    await frame.getByText("loss", { exact: true }).first().click();
    const plot = frame.locator(".js-plotly-plot");
    await plot
      .locator(".trace path.js-line")
      .nth(1)
      .waitFor({ state: "attached" });
    const lines = await plot
      .first()
      .evaluate((drawn) =>
        drawn.data.map(({ name, x, y }) => [name, x.at(-1), y.at(0)]),
      );
    return { lines, tab: await tab(page) };
  },

  async projector() {
    const page = await open("projector");
    const frame = page.frameLocator("iframe").frameLocator("iframe");
    await frame.getByText("Points: 30").first().waitFor();
    await frame.getByText("Dimension: 3").first().waitFor();
    await frame.locator("canvas").first().waitFor();
    return { tab: await tab(page) };
  },

  async broken() {
    const page = await open("wit");
    const problem = page.getByRole("alert");
    const first = await problem.innerText();
    await problem.getByRole("button", { name: "Try again" }).click();
    await problem.getByText("tensorflow").waitFor();
    const tabs = page.getByRole("navigation", { name: "Pages" });
    await tabs.getByRole("button", { name: "Scalars", exact: true }).click();
    await page
      .getByRole("article", { name: "loss" })
      .locator("canvas")
      .first()
      .waitFor();
    return { reason: first };
  },

  async hanging() {
    const page = await open("hanging");
    const frame = page.frameLocator("iframe");
    await frame.getByText("here").waitFor();
    const problem = page.getByRole("alert");
    const reason = await problem.innerText();
    await problem.getByRole("button", { name: "Try again" }).click();
    await frame.getByText("here").waitFor();
    return { reason };
  },

  async note() {
    const page = await open("old");
    await page.frameLocator("iframe").getByText("here").waitFor();
    return {
      note: await page
        .getByRole("status")
        .filter({ hasText: "multiplexer" })
        .innerText(),
    };
  },

  async tensor() {
    const page = await open("reading");
    await page.goto(page.url().replace(/#.*/, "#/tensors"));
    const card = page.getByRole("article", { name: "matrix" });
    const button = card.getByRole("button", { name: "Open Reading" });
    await button.waitFor();
    const text = await card.getByText("Logged for the plugin").innerText();
    await button.click();
    await page.frameLocator("iframe").getByText("here").waitFor();
    return { text };
  },

  async prying() {
    const page = await open("prying");
    const shown = page.frameLocator("iframe").locator("#results");
    const inFrame = JSON.parse(await shown.innerText());
    const cookies = await browser.cookies();
    // The same document opened by its own address, with the board's cookie in the browser.
    const alone = await browser.newPage();
    await alone.goto(
      await page.locator("iframe").evaluate((frame) => frame.src),
    );
    const onItsOwn = JSON.parse(await alone.locator("#results").innerText());
    return {
      inFrame,
      onItsOwn,
      cookies: cookies.map(({ name }) => name),
      sandbox: await page.locator("iframe").getAttribute("sandbox"),
    };
  },
};

console.log(JSON.stringify(await SCENES[scene]()));
await browser.close();
