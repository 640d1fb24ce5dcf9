import { describe, expect, test } from 'vitest';
import { exactly, priceOf } from '../../../functions/web/ui/format.ts';
import { type Money, usd } from '../../../schema/shared/money.ts';
import { anOwner, type Owned } from '../../support/cabinet/owned.ts';
import { pageCases, pathOf } from '../../support/cabinet/page-cases.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { clientOf } from '../../support/client.ts';
import { wordsOf } from '../../support/html.ts';
import { newToken } from '../../support/stack/enrolled.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let baseUrl: string;
let owned: Owned;
let owner: Visitor;
let staff: { readonly visitor: Visitor; readonly token: string };
// Jobs of other tests would change numbers between a page and its requests, and large ids look like counts.
ownMarket(fill, { isNew: true });
async function fill({ market, stack, control }: OwnMarket): Promise<void> {
  ({ baseUrl } = stack);
  owned = await anOwner(market, stack);
  owner = await signedIn(baseUrl, owned.person);
  const staffId = await market.aUser(['STAFF']);
  // A first password ends former sessions, and so the tokens of them.
  const visitor = await visitorOf(market, baseUrl, staffId);
  staff = { visitor, token: (await newToken(baseUrl, staffId)) ?? '' };
  await control.untilQueuesAreEmpty();
  await control.queues('hold');
}

/** The requests that the page names as its own, answered for the same user. */
async function answersOf(html: string, token: string): Promise<unknown[]> {
  const [, commands = ''] = /<details class="as-api">[\s\S]*?<pre class="code">([\s\S]*?)<\/pre>/.exec(html) ?? [];
  const paths = [...commands.matchAll(/&#39;(http[^&]*(?:&amp;[^&]*)*)&#39;$/gm)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&').replace(baseUrl, ''),
  );
  return Promise.all(
    paths.map(async (path) => {
      const { status, body } = await clientOf(baseUrl, token, '').get(path.replace('/api/v1/public/', '/api/v1/'));
      expect([path, status]).toEqual([path, 200]);
      return body;
    }),
  );
}

interface Numbers {
  readonly amounts: Set<string>;
  readonly counts: Set<string>;
}

/** Every amount and number of an answer, and the length of each of its lists, as pages write them. */
function numbersOf(answers: unknown): Numbers {
  const found: Numbers = { amounts: new Set(), counts: new Set() };
  const walk = (value: unknown): void => {
    if (typeof value === 'number') found.counts.add(exactly(value)).add(String(value));
    // The id of a reference is a text, of one number or of several.
    if (typeof value === 'string' && /^\d+(:\d+)*$/.test(value))
      for (const id of value.split(':')) found.counts.add(id);
    if (Array.isArray(value)) found.counts.add(exactly(value.length));
    if (typeof value !== 'object' || value === null) return;
    if ('raw' in value && 'decimals' in value) found.amounts.add(spaced(priceOf(value as Money)));
    if ('budget' in value && 'spent' in value && 'paid' in value) {
      const [budget = 0n, spent = 0n, paid = 0n] = [value.budget, value.spent, value.paid].map(rawOf);
      // What the end of a campaign pays and refunds.
      for (const left of [spent - paid, budget - spent]) found.amounts.add(spaced(priceOf(usd(left))));
    }
    Object.values(value).forEach(walk);
  };
  walk(answers);
  return found;
}
const rawOf = (money: unknown): bigint => BigInt((money as Money).raw);
const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

/** Amounts that no answer has: what was typed, the difference of two amounts of the answer, and nothing. */
const derived: Readonly<Record<string, readonly string[]>> = {
  '/cabinet/staff/users/:id/payment': ['12.50 USDT'],
  '/cabinet/staff/disputes/:id': ['0.00 USDT', '15.00 USDT'],
};

/** The page without the axes of its charts, which have round numbers, and without its requests. */
const mainOf = (html: string): string =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '')
    .replace(/<details class="as-api">[\s\S]*?<\/details>/, '')
    .replace(/<text[\s\S]*?<\/text>/g, '');

/** How many numbers all pages together have shown. */
let compared = 0;

describe.each(Object.entries(pageCases).filter(([, { isFile }]) => !isFile))('%s', (pattern, pageCase) => {
  test('shows no amount and no number that its own requests of the API do not give', async () => {
    const isOfStaff = pageCase.roles?.includes('STAFF') === true;
    const { status, html } = await (isOfStaff ? staff.visitor : owner).get(pathOf(pattern, pageCase, owned));
    expect(status).toBe(200);
    const main = mainOf(html);
    const given = numbersOf(await answersOf(html, isOfStaff ? staff.token : owned.person.token));
    const amounts = [...wordsOf(main).matchAll(/[\d,]*\d\.\d{2,} (?:USDT|USD)/g)].map(([amount]) => amount);
    const counts = [...main.matchAll(/>\s*(\d[\d,]*)\s*</g)].map(([, count = '']) => count);
    expect(amounts.filter((amount) => !given.amounts.has(amount) && !derived[pattern]?.includes(amount))).toEqual([]);
    expect(counts.filter((count) => !given.counts.has(count))).toEqual([]);
    compared += amounts.length + counts.length;
  });
});

test('the pages show many amounts and numbers, as a check of the test itself', () => {
  expect(compared).toBeGreaterThan(200);
});
