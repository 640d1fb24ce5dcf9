import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { worldsOf } from '../factories/worlds.ts';
import { assignmentsOf } from '../market/assignments.ts';
import { campaignsOf, dataOf } from '../market/campaigns.ts';
import { anItem, inDays, type Market } from '../market/market.ts';
import { ownershipOf } from '../market/ownership.ts';
import type { Person } from '../market/people.ts';
import { addedPicture } from '../market/portfolios.ts';
import { anUploadedSession } from '../market/recordings.ts';
import { sellersOf } from '../market/sellers.ts';
import { submitPosts } from '../market/submitted-posts.ts';
import { randomNumbers } from '../random-numbers.ts';
import type { StackAddresses } from '../stack/stack.ts';

/** A user with both chosen roles, and the ids of objects of this user. */
export interface Owned {
  readonly person: Person;
  readonly ids: Readonly<Record<string, string>>;
}

/** A user who owns one object of each kind. Every text that a user types is this one. */
export async function anOwner(market: Market, stack: StackAddresses, text = 'A sunny day'): Promise<Owned> {
  const { owner: person, factoryId } = await worldsOf({ stack, market }, randomNumbers().random).aWorld(new Date());
  const { userId } = person;
  await market.pool.query('update users set name = $2 where id = $1', [userId, text]);
  await market.deposit(userId, 10_000_000);
  const creator = await market.aCreator({ userId });
  // The service trusts what it has read of a user for a second. A change by the API takes effect at once.
  expect((await person.api.patch('/me', { roles: ['ADVERTISER', 'CREATOR'] })).status).toBe(200);
  const campaigns = campaignsOf(stack.baseUrl, market);
  const accountId = await sellersOf(market).anAccount(userId);
  for (const caption of [text, null]) await addedPicture(person.api, caption);
  const ids = {
    ...(await ofAdvertiser(market, stack, person, text)),
    ...(await ofFactory(market, person, factoryId, text)),
    ...(await ofWork(market, stack, creator)),
    ...{ user: userId, account: accountId, recording: await anUploadedSession(market, accountId) },
    ...(await ofOffers(market, { creatorId: userId, accountId }, await campaigns.anAdvertiser(), campaigns)),
    ...(await ofWebhooks(market, userId, text)),
    review: (await ownershipOf({ market, baseUrl: stack.baseUrl }).aChannel(userId, { ownership: 'PENDING_REVIEW' }))
      .id,
  };
  await market.pool.query(
    `insert into api_requests (owner_id, key_id, request_id, method, path, status, error_code, duration_ms, at)
     select $1, id, gen_random_uuid(), 'POST', '/api/v1/public/placement-orders/{id}/checkout', 409, 'QUOTE_EXPIRED', 48, now()
     from api_keys where owner_id = $1 limit 1`,
    [userId],
  );
  return { person, ids: Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)])) };
}

/** A draft, a quoted offer, and a campaign with a post and a link. */
async function ofAdvertiser(market: Market, { baseUrl }: StackAddresses, person: Person, text: string) {
  const campaigns = campaignsOf(baseUrl, market);
  const listing = await market.aListing();
  const items = [anItem(listing, { brief: text })];
  const order = dataOf(await person.api.post('/placement-orders', { items }), 201);
  const offer = {
    ...{
      origin: 'CUSTOM',
      creatorPublicId: listing.creator.publicId,
      serviceType: 'UGC',
      proofModes: ['PRIVATE_FILE'],
    },
    ...{ priceCents: '12500', expectedEndAt: inDays(30), quantity: 1, discountBps: 0, brief: text, rights: {} },
    results: [{ expectedAt: inDays(20), description: text }],
  };
  const quote = dataOf(await person.api.post('/placement-offers/quote', offer), 201);
  const campaign = await campaigns.aRunning(person, { title: text, brief: text });
  const { id: otherId } = await market.aCreator();
  const otherAccount = await sellersOf(market).anAccount(otherId);
  const [post] = await submitPosts(market, { campaignId: campaign.id, creatorId: otherId, accountId: otherAccount });
  const link = { destinationUrl: 'https://shop.example/', label: text };
  const { id: trackingLink } = dataOf(await person.api.post(`/campaigns/${campaign.id}/tracking-links`, link), 201);
  const savedList = await market.one(
    `insert into saved_lists (owner_id, name, created_at, updated_at) values ($1, $2, now(), now()) returning id`,
    [person.userId, text],
  );
  await market.pool.query('insert into saved_creators (list_id, creator_id, saved_at) values ($1, $2, now())', [
    savedList.id,
    listing.creator.id,
  ]);
  return {
    savedList: savedList.id,
    creatorPage: listing.creator.publicId,
    order: order.id,
    quote: quote.quoteId,
    campaign: campaign.id,
    campaignPost: post,
    trackingLink,
  };
}

async function ofFactory(market: Market, person: Person, factoryId: number, text: string) {
  await market.pool.query('update factories set name = $2 where id = $1', [factoryId, text]);
  await market.pool.query('update factory_posts set title = $2 where factory_id = $1', [factoryId, text]);
  await person.api.post(`/factories/${factoryId}/share-links`, { hiddenFields: ['er'] }, { key: randomUUID() });
  const account = await market.one('select id from factory_accounts where factory_id = $1 limit 1', [factoryId]);
  return { factory: factoryId, factoryAccount: account.id };
}

/** Work of the user as a creator: one assignment to accept, and one in dispute. */
async function ofWork(market: Market, { baseUrl }: StackAddresses, creator: { id: number; publicId: string }) {
  const { assignmentIn, act, must } = assignmentsOf(market, baseUrl);
  const pending = await assignmentIn('PENDING', { creator });
  const disputed = await assignmentIn('DISPUTED', { creator });
  await must(act(disputed, disputed.creator.api, 'statements'));
  const { channel_id: channel } = await market.one('select channel_id from service_listings where id = $1', [
    pending.listing.id,
  ]);
  return { assignment: pending.id, dispute: disputed.id, channel };
}

/** An endpoint with a delivery. */
async function ofWebhooks(market: Market, ownerId: number, text: string) {
  const { id: endpoint } = await market.one(
    `insert into webhook_endpoints (owner_id, url, description, sealed_secret, created_at, updated_at)
     values ($1, 'https://hooks.example.com/' || gen_random_uuid(), $2, '\\x00', now(), now()) returning id`,
    [ownerId, text],
  );
  const { id: delivery } = await market.one(
    `insert into messages (channel, recipient_id, endpoint_id, kind, body, status, attempts, last_status, last_error, created_at, ended_at)
     values ('WEBHOOK', $1, $2, 'campaign.started', $3, 'FAILED', 3, 503, 'answered 503', now(), now()) returning id`,
    [ownerId, endpoint, JSON.stringify({ type: 'campaign.started', data: { title: text } })],
  );
  return { endpoint, delivery };
}

/** A campaign of another advertiser with a post of the user. */
async function ofOffers(
  market: Market,
  seller: { readonly creatorId: number; readonly accountId: number },
  advertiser: Person,
  campaigns: ReturnType<typeof campaignsOf>,
) {
  const { id: campaignId } = await campaigns.aRunning(advertiser);
  const [ownPost] = await submitPosts(market, { campaignId, ...seller });
  return { offer: campaignId, ownPost };
}
