import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visitor, visitorOf } from '../../../support/cabinet/visitor.ts';
import { type Person, peopleOf } from '../../../support/contract/people.ts';
import { wordsOf } from '../../../support/html.ts';
import { marketOf } from '../../../support/market/market.ts';
import { type Owner, ownershipOf } from '../../../support/market/ownership.ts';
import { sellersOf } from '../../../support/market/sellers.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { shared } from '../../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const { anOwner, aChannel } = ownershipOf({ market, baseUrl });
const { anAccount } = sellersOf(market);
const simulator = simulatorOf(shared.socialUrl);
afterAll(() => market.close());

let staff: Person;
let browser: Visitor;
beforeAll(async () => {
  staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
  browser = await visitorOf(market, baseUrl, await market.aUser(['STAFF']));
});

const reviewOf = async (id: number) => (await staff.twin.get(`/staff/ownership-reviews/${id}`)).body.data;
const wordsOfPage = async (id: number) => wordsOf((await browser.get(`/cabinet/staff/ownership/${id}`)).html);

async function aYouTubeChannel(owner: Owner, handle = `k${randomBytes(5).toString('hex')}`) {
  const canonicalUrl = `https://www.youtube.com/@${handle}`;
  return { ...(await aChannel(owner.id, { platform: 'YOUTUBE', handle, canonicalUrl })), canonicalUrl };
}

async function submit(owner: Owner, { id }: { readonly id: number }) {
  expect((await owner.api.post(`/influencer-channels/${id}/submit`, {})).status).toBe(200);
  await controlOf(shared.controlUrl).untilNothingIsDeferred();
}

test('a review says that the last search found no code in the bio', async () => {
  const owner = await anOwner();
  const channel = await aYouTubeChannel(owner);
  await submit(owner, channel);
  expect(await reviewOf(channel.id)).toMatchObject({ isCodeFound: false, searchesLeft: 3, provenBy: null });
  expect(await wordsOfPage(channel.id)).toContain('The bio has no such code');
});

test('a review says that the code was found, and by which channel another creator has proven the same one', async () => {
  const owner = await anOwner();
  const channel = await aYouTubeChannel(owner);
  const { handle, canonicalUrl } = channel;
  const other = { platform: 'YOUTUBE', handle, canonicalUrl, ownership: 'VERIFIED' } as const;
  const { id: provenBy } = await aChannel((await anOwner()).id, other);
  await simulator.change(handle, { description: channel.code });
  await submit(owner, channel);
  expect(await reviewOf(channel.id)).toMatchObject({ ownership: 'PENDING_REVIEW', isCodeFound: true, provenBy });
  const { html } = await browser.get(`/cabinet/staff/ownership/${channel.id}`);
  expect(html).toContain(`href="/cabinet/staff/ownership/${provenBy}"`);
  expect(wordsOf(html)).toContain('The bio has the code');
});

test('a review of a channel that cannot be searched says so, whatever an earlier search found', async () => {
  const owner = await anOwner();
  const handle = `k${randomBytes(5).toString('hex')}`;
  const canonicalUrl = `https://www.youtube.com/c/${handle}`;
  const { id } = await aChannel(owner.id, { platform: 'YOUTUBE', handle, canonicalUrl });
  const earlier = 'update ownership_claims set checked_at = now(), is_code_found = true where channel_id = $1';
  await market.pool.query(earlier, [id]);
  await submit(owner, { id });
  expect(await reviewOf(id)).toMatchObject({ isCodeFound: null, checkedAt: null, searchesLeft: 0 });
  expect(await wordsOfPage(id)).toContain('We cannot search this channel.');
});

test('a review has the account of the creator with this name, and its followers only with the consent of the owner', async () => {
  const owner = await anOwner();
  const channel = await aChannel(owner.id, { platform: 'TWITCH', ownership: 'PENDING_REVIEW' });
  expect((await reviewOf(channel.id)).account).toBeNull();
  const handle = channel.handle.toUpperCase();
  const id = await anAccount(owner.id, { platform: 'TWITCH', handle });
  await anAccount((await anOwner()).id, { platform: 'TWITCH', handle: channel.handle });
  await market.pool.query('update social_accounts set followers = 48200, profile_at = now() where id = $1', [id]);
  expect((await reviewOf(channel.id)).account).toMatchObject({ id, handle, status: 'ACTIVE', followers: 48_200 });
  expect(await wordsOfPage(channel.id)).toContain('Followers 48,200');
  await market.pool.query(
    `insert into social_grants (social_account_id, platform, scopes, status, sealed_access, due_at, connected_at, updated_at)
     values ($1, 'TWITCH', '{}', 'ACTIVE', '\\x00', now() + interval '1 day', now(), now())`,
    [id],
  );
  expect((await reviewOf(channel.id)).account).toMatchObject({ id, followers: null });
  expect(await wordsOfPage(channel.id)).toContain('not known, or not shown by the owner');
});
