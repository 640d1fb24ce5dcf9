import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, isBrowserHere, openBrowser, watch } from '../../support/browser.ts';
import { contextOf } from '../../support/cabinet/browser-context.ts';
import { hostileTexts, someHostileTexts } from '../../support/cabinet/hostile-texts.ts';
import { anOwner, type Owned } from '../../support/cabinet/owned.ts';
import { pageCases, pathOf } from '../../support/cabinet/page-cases.ts';
import { plant, unplanted } from '../../support/cabinet/planted-texts.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { type Skeleton, skeletonOf } from '../../support/cabinet/skeleton.ts';
import { type Visitor, visitorAt, visitorOf } from '../../support/cabinet/visitor.ts';
import { depth, share } from '../../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

/** One page of so many is also opened in a browser, another one for each text. */
const every = depth(24, 6);

let own: OwnMarket;
let owned: Owned;
let owner: Visitor;
let staff: Visitor;
/** The pages as they are with harmless texts. */
const plain = new Map<string, Skeleton>();
ownMarket(async (ready) => {
  own = ready;
  const { market, stack } = own;
  owned = await anOwner(market, stack);
  owner = await signedIn(stack.baseUrl, owned.person);
  staff = await visitorOf(market, stack.baseUrl, await market.aUser(['STAFF']));
  await addRows();
  // Webhooks that are sent again would change the pages.
  await own.control.queues('hold');
  await plant(market, 'Harmless');
  for (const path of paths()) plain.set(path, skeletonOf(await shown(path)));
});

/** Rows of the kinds that an owner does not have yet. */
async function addRows(): Promise<void> {
  const { market } = own;
  const { api } = owned.person;
  const factory = owned.ids.factory;
  await api.post(`/factories/${factory}/tag-groups`, { name: 'Group', tagIds: [] });
  await market.pool.query(
    `insert into ownership_events (channel_id, kind, reason, at) values ($1, 'REJECTED', 'x', now())`,
    [owned.ids.review],
  );
  const user = `/cabinet/staff/users/${await market.aUser(['CREATOR'])}`;
  await staff.follow(await staff.submit(user, 'suspend', { reason: 'Fraud' }));
}

const paths = () => [
  ...Object.entries(pageCases)
    .filter(([, { isFile }]) => !isFile)
    .map(([pattern, pageCase]) => pathOf(pattern, pageCase, owned)),
  ...['/creators', `/creators/${owned.ids.creatorPage}`],
];

async function shown(path: string): Promise<string> {
  const { status, html } = await (path.startsWith('/cabinet/staff') ? staff : owner).get(path);
  expect([path, status]).toEqual([path, 200]);
  return html;
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);

/** The origins that the addresses of a page lead to. */
const originsOf = ({ addresses }: Skeleton) =>
  new Set(addresses.map((address) => new URL(address.replaceAll('&amp;', '&'), own.stack.baseUrl).origin));

/** The page of the service's state shows a dash until work becomes due, and then its time. */
const ofAnyTime = (elements: readonly string[], path: string): readonly string[] =>
  path === '/cabinet/staff/status' ? elements.filter((element) => !/^\/?(time|span)\b/.test(element)) : elements;

function expectInert(html: string, harmless: Skeleton, name: string): void {
  const found = skeletonOf(html);
  expect(ofAnyTime(found.elements, name), name).toEqual(ofAnyTime(harmless.elements, name));
  expect([...originsOf(found)].sort(), name).toEqual([...originsOf(harmless)].sort());
}

const newCampaign = '/cabinet/campaigns/new';
/** Bytes of a form that are no text: NUL, a lone surrogate, an overlong bracket, a cut character. */
const noTexts = ['%00<b>', '%ED%A0%80"><b>', '%C0%BCscript%C0%BE', '%F0%9F%91<b>', '%FF%FE<b>'];
const asField = (text: string) => encodeURIComponent(text);

async function refusedWith(visitor: Visitor, encoded: string): Promise<{ status: number; html: string }> {
  const fields = [
    'title',
    'brief',
    'budgetCents',
    'endsAt',
    'requirements.notes',
    'requirements.hashtags',
    'payment.model',
  ];
  const key = '11111111-1111-4111-8111-111111111111';
  const body = [`form=create&idempotencyKey=${key}`, ...fields.map((name) => `${name}=${encoded}`)].join('&');
  const answer = await fetch(own.stack.baseUrl + newCampaign, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: own.stack.baseUrl,
      cookie: visitor.cookie(),
    },
    body,
  });
  return { status: answer.status, html: await answer.text() };
}

test('a refused form gives back every hostile text as text, also without a session', async () => {
  const readers = [
    [owner, 400],
    [visitorAt(own.stack.baseUrl), 401],
  ] as const;
  for (const [row, [visitor, status]] of readers.entries()) {
    // The issues differ: these pages together have each element of the form, with and without one.
    const harmless = [];
    for (const given of ['harmless', '', '%20', '%00', 'x'.repeat(300), 'x'.repeat(20_000)]) {
      const { html } = await refusedWith(visitor, given);
      harmless.push(...skeletonOf(html).elements);
    }
    const known = new Set(harmless);
    for (const encoded of share([...hostileTexts.map(asField), ...noTexts], row, 2)) {
      const refused = await refusedWith(visitor, encoded);
      const { elements } = skeletonOf(refused.html);
      expect([encoded, refused.status]).toEqual([encoded, status]);
      expect(
        elements.filter((element) => !known.has(element)),
        encoded,
      ).toEqual([]);
    }
  }
});

test('every column of texts that somebody types has a hostile text', async () => {
  expect(await unplanted(own.market)).toEqual([]);
});

test('the list has at least forty different hostile texts', () => {
  expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(40);
  expect(hostileTexts.filter((text) => text.length > 75)).toEqual([]);
});

let browser: Browser;
beforeAll(async () => {
  if (isBrowserHere) browser = await openBrowser();
});
afterAll(() => browser?.close());

describe.each(someHostileTexts.map((text, index) => [text, index] as const))('the text %j', (text, index) => {
  beforeAll(async () => {
    await plant(own.market, text);
    // Longer than public pages are cached.
    await own.control.moveOn(11_000);
  });

  test('every page shows it as text, wherever somebody has typed it', async () => {
    const pages = new Set<string>();
    for (const [path, harmless] of share([...plain], index, 2)) {
      const html = await shown(path);
      expectInert(html, harmless, path);
      if (html.includes(escaped(text))) pages.add(path);
    }
    expect(pages.size).toBeGreaterThan(depth(25, 50));
  });

  test.skipIf(!isBrowserHere)('runs nothing, loads nothing and breaks no policy in a browser', async () => {
    const aPage = async (visitor: Visitor) => (await contextOf(browser, visitor, own.stack.baseUrl)).newPage();
    const tabs = { owner: await aPage(owner), staff: await aPage(staff) };
    const some = [...plain.keys()].filter((_, n) => n % every === index % every);
    for (const path of some) {
      const page = tabs[path.startsWith('/cabinet/staff') ? 'staff' : 'owner'];
      const { sideEffects, requests } = watch(page);
      await page.goto(own.stack.baseUrl + path);
      expect(sideEffects, path).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(`${own.stack.baseUrl}/`))).toEqual([]);
      page.removeAllListeners();
    }
  });
});

test('an element that a text adds is noticed, as a check of the test itself', async () => {
  const html = await shown('/cabinet');
  for (const live of ['<b>x</b>', '<img src=x onerror=alert(1)>', '<SCRIPT>alert(1)</SCRIPT>', '<p onclick="x">x</p>'])
    expect(skeletonOf(html.replace('<h1', `${live}<h1`)).elements).not.toEqual(skeletonOf(html).elements);
});
