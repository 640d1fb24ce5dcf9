import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, isBrowserHere, openBrowser, type Watched, watch } from '../../support/browser.ts';
import { injections } from '../../support/injections.ts';
import { depth, sample } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';
import { faultsOf } from '../../support/validity.ts';
import { aWord, type Shown, shelfOf } from '../catalog/shelf.ts';

const baseUrl = shared.baseUrl;
const shelf = shelfOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });

const cut = (text: string, length: number) => Array.from(text).slice(0, length).join('');

/** The texts of this run. */
const texts = sample(injections, 20);

/** A creator with this text in every field, written directly to the database. */
async function aCreatorOf(text: string, topic: string): Promise<Shown> {
  const service = { title: cut(text, 200), terms: text };
  const shown = await shelf.aCreator({
    name: cut(text, 80),
    bio: text,
    topics: [topic, text],
    languages: [text],
    geo: [text],
    channels: [{ platform: 'YOUTUBE', handle: cut(text, 100), account: {}, views: [7], services: [service] }],
  });
  await shelf.run(`update channels set canonical_url = 'https://x.example/' || $2 where creator_id = $1`, [
    shown.id,
    text,
  ]);
  await shelf.run(
    `insert into audience_snapshots (social_account_id, source, captured_at, verified_at, period_days, geo, demo)
     select id, 'MANUAL', now(), now(), 28, jsonb_build_array(jsonb_build_object('country', $2::text, 'share', 1)),
       jsonb_build_array(jsonb_build_object('age', $2::text, 'gender', $2::text, 'share', 1)) from social_accounts where owner_id = $1`,
    [shown.id, text],
  );
  await shelf.refresh(shown.id);
  return shown;
}

/** The document as a browser parses it: every element with its attribute names, its title and its heading. */
interface Parsed {
  readonly skeleton: string;
  readonly title: string;
  readonly heading: string;
}

/** Runs in the page. */
const parsedBy = `(own) => ({
  skeleton: Array.from(own.querySelectorAll('*'), (element) =>
    element.tagName + ' ' + element.getAttributeNames().sort()).join(';'),
  title: own.title,
  heading: own.querySelector('h1')?.textContent ?? '',
})`;
const parsedOf = (page: Page): Promise<Parsed> => page.evaluate(`(${parsedBy})(document)`);

/** Runs in the page: parses and runs each document in a frame, under the policy of the page. */
const framed = `async (documents) => {
  const frames = documents.map(() => document.body.appendChild(document.createElement('iframe')));
  await Promise.all(frames.map((frame, n) => new Promise((loaded) => {
    frame.contentDocument.open();
    frame.addEventListener('load', loaded, { once: true });
    frame.contentDocument.write(documents[n]);
    frame.contentDocument.close();
  })));
  // Some of what would run, as autofocus, waits until the frames are painted.
  for (let painted = 0; painted < 3; painted++) await new Promise(requestAnimationFrame);
  return frames.map(({ contentDocument }) => (${parsedBy})(contentDocument));
}`;

const inFrames = (page: Page, documents: readonly string[]): Promise<readonly Parsed[]> =>
  page.evaluate(`(${framed})(${JSON.stringify(documents)})`);

interface Served {
  readonly html: string;
  /** The parts that decide how a browser parses the document, and which scripts it allows. */
  readonly readAs: readonly (string | null)[];
}

async function served(path: string): Promise<Served> {
  const answer = await fetch(baseUrl + path);
  const decisive = ['content-type', 'content-security-policy', 'x-content-type-options'];
  return { html: await answer.text(), readAs: decisive.map((name) => answer.headers.get(name)) };
}

interface Published extends Served {
  readonly text: string;
  readonly id: number;
  readonly path: string;
}

describe.skipIf(!isBrowserHere)('texts that look like markup', () => {
  const topic = aWord();
  let published: readonly Published[] = [];
  let harmless: Published;
  let browser: Browser;

  async function publish(text: string): Promise<Published> {
    const { id, publicId } = await aCreatorOf(text, topic);
    const path = `/creators/${publicId}`;
    return { text, id, path, ...(await served(path)) };
  }
  beforeAll(async () => {
    browser = await openBrowser();
    [harmless, ...published] = await Promise.all([publish('harmless'), ...texts.map(publish)]);
  });
  afterAll(async () => {
    await browser?.close();
    // The API would refuse these texts: later tests that read every creator must not see them.
    await shelf.remove([harmless, ...published].map(({ id }) => id));
    await shelf.close();
  });

  async function open(bypassCSP: boolean): Promise<{ context: BrowserContext; page: Page; watched: Watched }> {
    const context = await browser.newContext({ bypassCSP });
    const page = await context.newPage();
    return { context, page, watched: watch(page) };
  }

  test('cover a hundred cases', () => expect(injections.length).toBeGreaterThanOrEqual(100));

  test.each([
    ['without the policy, where no script runs', true] as const,
    ...depth([], [['under the policy, which then blocks nothing', false] as const]),
  ])('add no element to any page: %s', async (_, bypassCSP) => {
    const { context, page, watched } = await open(bypassCSP);
    await page.goto(baseUrl + harmless.path);
    const plain = await parsedOf(page);
    expect(plain.skeleton.split(';').length).toBeGreaterThan(100);
    const expectPlain = ({ skeleton, title, heading }: Parsed | undefined = plain, { text, readAs }: Published) => {
      expect(readAs, text).toEqual(harmless.readAs);
      expect(skeleton, text).toBe(plain.skeleton);
      expect(heading, text).toBe(cut(text, 80));
      expect(title, text).toContain(cut(text, 80).trim().replace(/\s+/g, ' ').slice(0, 3));
    };
    const parsed = await inFrames(
      page,
      published.map(({ html }) => html),
    );
    expect(parsed.length).toBe(texts.length);
    for (const [n, one] of published.entries()) expectPlain(parsed[n], one);
    // Opened pages behave as the frames.
    for (const one of published.filter((_one, n) => n % 17 === 0)) {
      await page.goto(baseUrl + one.path);
      expectPlain(await parsedOf(page), one);
    }
    expect(watched.sideEffects).toEqual([]);
    expect(watched.requests.filter((url) => !url.startsWith(`${baseUrl}/`))).toEqual([]);
    await context.close();
  });

  test.each(depth([true], [false, true]))(
    'are noticed when a script runs without the policy, as a check of the test itself: %s',
    async (bypassCSP) => {
      const { context, page, watched } = await open(bypassCSP);
      await page.goto(baseUrl + harmless.path);
      for (const live of [
        '<script>alert(1)</script>',
        '<img src=/site/none.png onerror=alert(1)>',
        '<svg onload=alert(1)>',
        '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
        '<details open ontoggle=alert(1)>',
        '<input autofocus onfocus=alert(1)>',
        '<link rel=stylesheet href=//127.0.0.1:9/>',
      ]) {
        watched.sideEffects.length = 0;
        await inFrames(page, [harmless.html.replace('<h1', `${live}<h1`)]);
        expect(watched.sideEffects.length, live).toBeGreaterThan(0);
      }
      await context.close();
    },
  );

  test('are shown as text on every page of the catalog', async () => {
    const { context, page, watched } = await open(true);
    // The prices are equal and stay, so the order is stable across pages.
    await page.goto(`${baseUrl}/creators?topic=${topic}&sort=price`);
    const seen: string[] = [];
    for (;;) {
      seen.push(...(await page.locator('.creator h3').allTextContents()));
      const tags = new Set((await parsedOf(page)).skeleton.split(';').map((element) => element.split(' ')[0]));
      for (const foreign of ['SCRIPT', 'IMG', 'IFRAME', 'BASE', 'B']) expect(tags.has(foreign), foreign).toBe(false);
      const next = page.locator('a[rel=next]');
      if ((await next.count()) === 0) break;
      const href = (await next.getAttribute('href')) ?? '';
      await Promise.all([page.waitForURL((url) => url.href === new URL(href, page.url()).href), next.click()]);
    }
    expect(seen.sort()).toEqual(['harmless', ...texts.map((text) => cut(text, 80))].sort());
    expect(watched.sideEffects).toEqual([]);
    await context.close();
  });

  test('are returned as text by the form', async () => {
    const { context, page, watched } = await open(true);
    for (const text of texts.filter((_, n) => n % depth(8, 7) === 0)) {
      await page.goto(
        `${baseUrl}/creators?${new URLSearchParams({ topic: text, q: text, minPrice: text, audienceGeo: 'US' })}`,
      );
      expect(await page.locator('#minPrice').inputValue()).toBe(text.trim());
    }
    expect(watched.sideEffects.filter((noise) => !noise.includes('400 (Bad Request)'))).toEqual([]);
    await context.close();
  });

  test('leave every page valid HTML', async () => {
    for (const { text, html } of [harmless, ...published]) expect(await faultsOf(html), text).toEqual([]);
  });
});
