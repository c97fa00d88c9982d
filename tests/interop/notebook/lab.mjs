// Opens a notebook in JupyterLab with Chromium, runs its first cell and prints what the frame below it shows, as JSON.
//   node lab.mjs PROFILE_FOLDER ADDRESS HOST_RULES
// Storage of other sites is denied, as browsers that protect privacy do. PLAYWRIGHT names the module to drive it with.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { chromium } = await import(pathToFileURL(process.env.PLAYWRIGHT).href);
const [profile, address, rules] = process.argv.slice(2);
const PATIENCE_MS = 240_000;

mkdirSync(join(profile, "Default"), { recursive: true });
const denied = { cookie_controls_mode: 1, block_third_party_cookies: true };
writeFileSync(
  join(profile, "Default", "Preferences"),
  JSON.stringify({ profile: denied }),
);
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    `--host-resolver-rules=${rules}`,
  ],
});
try {
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(address, { timeout: PATIENCE_MS });
  const cell = page.locator(".jp-Notebook .jp-CodeCell .cm-content").first();
  await cell.waitFor();
  // A kernel has to be there before a cell is run.
  await page
    .locator(
      '.jp-NotebookPanel-toolbar [data-status="idle"], .jp-Notebook-ExecutionIndicator[data-status="idle"]',
    )
    .first()
    .waitFor({ state: "attached" });
  await cell.click();
  await page.keyboard.press("Shift+Enter");
  const element = page.locator('.jp-OutputArea iframe[title="Sightline"]');
  await element.waitFor();
  const frame = await (await element.elementHandle()).contentFrame();
  await frame.getByText("loss", { exact: true }).first().waitFor();
  const storage = await frame.evaluate(() => {
    try {
      localStorage.length;
      return "allowed";
    } catch {
      return "denied";
    }
  });
  console.log(
    JSON.stringify({
      src: await element.getAttribute("src"),
      storage,
      url: frame.url(),
    }),
  );
} finally {
  await context.close();
}
