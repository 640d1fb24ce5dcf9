import { afterAll, beforeAll, expect, test } from 'vitest';
import { shownAt } from '../../support/cabinet/creator-forms.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import type { Visitor } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { campaignsOf, dataOf, move } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import type { Person } from '../../support/market/people.ts';
import { destinationUrl } from '../../support/market/tracking-links.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const campaigns = campaignsOf(baseUrl, market);
afterAll(() => market.close());

let advertiser: Person;
let browser: Visitor;
beforeAll(async () => {
  advertiser = await campaigns.anAdvertiser();
  browser = await signedIn(baseUrl, advertiser);
});

const pathOf = ({ id }: { readonly id: number }) => `/cabinet/campaigns/${id}/links`;
const notStarted = 'The campaign has not started. Its links do not work until it starts.';
const neverStarted = 'The campaign was cancelled before it started. Its links do not work.';

test('the page of a draft says that its links do not work until the campaign starts', async () => {
  const draft = await campaigns.aDraft(advertiser);
  const made = await browser.follow(await browser.submit(pathOf(draft), 'create', { destinationUrl }));
  expect(wordsOf(made.html)).toContain('The link is created.');
  expect(wordsOf(made.html)).toContain(notStarted);
  dataOf(await move(advertiser, draft, 'start'));
  expect(wordsOf(await shownAt(browser, pathOf(draft)))).not.toContain('do not work');
});

test('the page of a campaign that was cancelled as a draft says that its links do not work', async () => {
  const draft = await campaigns.aDraft(advertiser);
  await browser.submit(pathOf(draft), 'create', { destinationUrl });
  dataOf(await move(advertiser, draft, 'cancel'));
  const words = wordsOf(await shownAt(browser, pathOf(draft)));
  expect(words).toContain(neverStarted);
  expect(words).not.toContain(notStarted);
});

test('the hint of a name says who sees it, with and without an account', async () => {
  const path = pathOf(await campaigns.aDraft(advertiser));
  expect(wordsOf(await shownAt(browser, path))).toContain('Only you see it.');
  const forAccount = wordsOf(await shownAt(browser, `${path}?account=7&handle=mira`));
  expect(forAccount).not.toContain('Only you see it.');
  expect(forAccount).toContain('You and the creator see it.');
});
