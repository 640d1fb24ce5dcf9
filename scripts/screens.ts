import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { pagePatterns } from '../functions/web/cabinet/pages.ts';
import { chromiumFlags, chromiumPath } from './local/chromium.ts';
import { type Demo, readDemo } from './local/demo.ts';
import { dataDirectory } from './local/external-services.ts';
import { runAsCommand } from './local/process/command.ts';
import { SetupProblem } from './local/process/setup-problem.ts';
import { demoFile } from './local/seed-once.ts';
import { isChosen, nameOf } from './screens/chosen.ts';
import { foundPages, publicPages } from './screens/found-pages.ts';
import { guest, pauseOf, type Session, signIn } from './screens/session.ts';

const widths = [390, 1280] as const;
const schemes = ['light', 'dark'] as const;

/**
 * `npm run screens -- --out <folder>`: takes pictures of every page of the cabinet as each demo user, and of the public
 * pages, on the running local market. `--chosen` takes the pictures of docs/screens, `--only <text>` those whose name
 * contains the text.
 */
await runAsCommand(import.meta.url, async () => {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, only: { type: 'string', default: '' }, chosen: { type: 'boolean' } },
  });
  if (values.out === undefined)
    throw new SetupProblem('Name the folder of the pictures: npm run screens -- --out <folder>');
  const isTaken = (name: string) => name.includes(values.only) && (values.chosen !== true || isChosen(name));
  const demo = readDemo(demoFile(dataDirectory(process.env.DATA_DIR)));
  if (!demo) throw new SetupProblem('The data folder has no demo.json. Start a seeded local market with "npm start".');
  if (chromiumPath === undefined) throw new SetupProblem('No Chromium: install it, or set CHROMIUM_PATH.');
  mkdirSync(values.out, { recursive: true });
  const users = await usersOf(demo);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags] });
  try {
    for (const user of users)
      for (const colorScheme of schemes) {
        const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
        await context.setExtraHTTPHeaders(user.session.cookie === '' ? {} : { cookie: user.session.cookie });
        await takePictures(context, user, { baseUrl: demo.baseUrl, colorScheme, folder: values.out, isTaken });
        await context.close();
      }
  } finally {
    await browser.close();
  }
  const missing = pagePatterns().filter((pattern) => !users.some(({ pages }) => pages.has(pattern)));
  if (!values.chosen && values.only === '')
    console.log(`No picture, because no link leads to a page: ${missing.join(', ')}`);
});

interface User {
  readonly name: string;
  readonly session: Session;
  /** The path of each pattern. */
  readonly pages: ReadonlyMap<string, string>;
}

async function usersOf(demo: Demo): Promise<readonly User[]> {
  const users: User[] = [];
  for (const name of ['advertiser', 'creator', 'staff'] as const) {
    const session = await signIn(demo.baseUrl, demo[name]);
    users.push({ name, session, pages: await foundPages(session) });
  }
  const session = guest(demo.baseUrl);
  return [...users, { name: 'guest', session, pages: await publicPages(session, demo.reportUrl) }];
}

interface Taking {
  readonly baseUrl: string;
  readonly colorScheme: (typeof schemes)[number];
  readonly folder: string;
  isTaken(name: string): boolean;
}

async function takePictures(context: BrowserContext, { name: user, pages }: User, taking: Taking): Promise<void> {
  const page = await context.newPage();
  for (const [pattern, address] of pages)
    for (const width of widths) {
      const name = nameOf(user, pattern, width, taking.colorScheme);
      if (!taking.isTaken(name)) continue;
      await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
      const status = await open(page, new URL(address, taking.baseUrl).href);
      if (status !== 200) throw new SetupProblem(`${address} answered ${status}.`);
      const file = path.join(taking.folder, name);
      writeFileSync(isChosen(name) ? `${file}.webp` : `${file}.png`, await pictureOf(page, isChosen(name)));
      console.log(`${name}  ${address}`);
    }
}

async function open(page: Page, url: string): Promise<number | undefined> {
  let answer = await page.goto(url);
  for (; answer?.status() === 429; answer = await page.goto(url)) await pauseOf(answer.headers()['retry-after']);
  return answer?.status();
}

/** A whole page, or what the screen shows first as WebP. */
async function pictureOf(page: Page, isFirstScreen: boolean): Promise<Buffer> {
  if (!isFirstScreen) return page.screenshot({ fullPage: true });
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
  await devtools.detach();
  return Buffer.from(data, 'base64');
}
