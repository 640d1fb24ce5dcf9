import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { pagePatterns } from '../functions/web/cabinet/pages.ts';
import { chromiumFlags, chromiumPath } from './local/chromium.ts';
import type { Demo } from './local/demo.ts';
import { runAsCommand } from './local/process/command.ts';
import { SetupProblem } from './local/process/setup-problem.ts';
import { captured } from './screens/capture.ts';
import { isChosen, nameOf } from './screens/chosen.ts';
import { foundPages, publicPages } from './screens/found-pages.ts';
import { runningDemo } from './screens/running-demo.ts';
import { guest, pauseOf, type Session, signIn } from './screens/session.ts';

const widths = [390, 1280] as const;
const schemes = ['light', 'dark'] as const;

/**
 * `npm run screens -- --out <folder>`: takes pictures of every page of the cabinet as each demo user, and of the public
 * pages, on the running local market. `--only <text>` takes those whose name contains the text. `--chosen` takes the
 * pictures of docs/screens: what the screen shows first, as WebP.
 */
await runAsCommand(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      only: { type: 'string', default: '' },
      chosen: { type: 'boolean', default: false },
    },
  });
  const { chosen } = values;
  if (values.out === undefined)
    throw new SetupProblem('Name the folder of the pictures: npm run screens -- --out <folder>');
  const isTaken = (name: string) => name.includes(values.only) && (!chosen || isChosen(name));
  const demo = runningDemo();
  if (chromiumPath === undefined) throw new SetupProblem('No Chromium: install it, or set CHROMIUM_PATH.');
  mkdirSync(values.out, { recursive: true });
  const users = await usersOf(demo);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags] });
  try {
    for (const user of users)
      for (const colorScheme of schemes)
        for (const width of widths) {
          const context = await contextOf(browser, user.session, { width, colorScheme });
          await takePictures(context, user, {
            baseUrl: demo.baseUrl,
            colorScheme,
            width,
            folder: values.out,
            isFirstScreen: chosen,
            isTaken,
          });
          await context.close();
        }
  } finally {
    await browser.close();
  }
  const missing = pagePatterns().filter((pattern) => !users.some(({ pages }) => pages.has(pattern)));
  if (!chosen && values.only === '')
    console.log(`Without a picture, because they are files or no link leads to them: ${missing.join(', ')}`);
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

interface Look {
  readonly width: (typeof widths)[number];
  readonly colorScheme: (typeof schemes)[number];
}

async function contextOf(browser: Browser, { cookie }: Session, { width, colorScheme }: Look): Promise<BrowserContext> {
  const isMobile = width === 390;
  return browser.newContext({
    ...{ colorScheme, reducedMotion: 'reduce', isMobile, hasTouch: isMobile },
    viewport: { width, height: isMobile ? 844 : 1_000 },
    deviceScaleFactor: 1.5,
    ...(cookie !== '' && { extraHTTPHeaders: { cookie } }),
  });
}

interface Taking extends Look {
  readonly baseUrl: string;
  readonly folder: string;
  readonly isFirstScreen: boolean;
  isTaken(name: string): boolean;
}

async function takePictures(context: BrowserContext, { name: user, pages }: User, taking: Taking): Promise<void> {
  for (const [pattern, address] of pages) {
    const name = nameOf(user, pattern, taking.width, taking.colorScheme);
    if (!taking.isTaken(name)) continue;
    const page = await context.newPage();
    await open(page, new URL(address, taking.baseUrl).href);
    const file = path.join(taking.folder, `${name}.${taking.isFirstScreen ? 'webp' : 'png'}`);
    writeFileSync(file, await captured(() => pictureOf(page, taking.isFirstScreen)));
    console.log(`${name}  ${address}`);
    await page.close();
  }
}

/** Opens a page until the rate limit has refused neither the page nor a part of it. */
async function open(page: Page, url: string): Promise<void> {
  let retryAfter: string | undefined;
  page.on('response', (part) => {
    if (part.status() === 429) retryAfter = part.headers()['retry-after'] ?? '1';
  });
  do {
    if (retryAfter !== undefined) await pauseOf(retryAfter);
    retryAfter = undefined;
    const answer = await page.goto(url);
    if (answer?.status() !== 200 && retryAfter === undefined)
      throw new SetupProblem(`${url} answered ${answer?.status()}.`);
  } while (retryAfter !== undefined);
}

/** A whole page, or what the screen shows first as WebP. */
async function pictureOf(page: Page, isFirstScreen: boolean): Promise<Buffer> {
  if (!isFirstScreen) return page.screenshot({ fullPage: true });
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
  await devtools.detach();
  return Buffer.from(data, 'base64');
}
