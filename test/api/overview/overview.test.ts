import { afterAll, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { peopleOf } from '../../support/contract/people.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf(shared);
afterAll(() => market.close());

const overviewOf = async (api: { get(path: string): Promise<{ body: { data: unknown } }> }) =>
  (await api.get('/me/overview')).body.data;

test('the overview of a new user has an empty wallet, no work and no steps done', async () => {
  const person = await peopleOf(shared.baseUrl, market).aPerson({ roles: ['CREATOR', 'ADVERTISER'] });
  const {
    pending: _pending,
    firstTransactionAt: _,
    paymentInstructions: __,
    operatorContact: ___,
    ...wallet
  } = (await person.twin.get('/wallet')).body.data;
  expect(await overviewOf(person.twin)).toEqual({
    wallet,
    waiting: {
      assignments: [],
      assignmentsTotal: 0,
      orders: 0,
      campaigns: [],
      accounts: [],
      factories: [],
      staff: null,
    },
    events: [],
    steps: {
      ...{ hasProfile: false, hasChannel: false, hasService: false, isPublished: false },
      ...{ hasFunds: false, hasOrder: false, hasCampaign: false, hasApiKey: true },
    },
  });
});

test('funded work waits for its creator, and its overview has the same actions as the assignment', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 100_000 });
  const listing = await market.aListing();
  const quoted = await market.aQuote(advertiser, listing);
  await market.checkOut(advertiser, quoted);
  const creator = { api: clientOf(shared.baseUrl, await market.aKey(listing.creator.id)) };
  const { data } = (await creator.api.get('/me/overview')).body;
  const [waiting] = data.waiting.assignments;
  expect(data.waiting.assignmentsTotal).toBe(1);
  expect(waiting.allowedActions).toContain('accept');
  expect(waiting).toEqual((await creator.api.get(`/placement-assignments/${waiting.id}`)).body.data);
  expect(data.events).toMatchObject([{ kind: 'assignment.funded', actor: 'ADVERTISER', role: 'CREATOR' }]);

  await creator.api.post(`/placement-assignments/${waiting.id}/accept`, { expectedVersion: waiting.version });
  const ofAdvertiser = (await advertiser.api.get('/me/overview')).body.data;
  expect(ofAdvertiser.waiting.assignments).toEqual([]);
  const names = ({ events }: typeof data) => events.map((event: typeof data) => event.counterpartName);
  const { counterpartName } = (await advertiser.api.get(`/placement-assignments/${waiting.id}`)).body.data;
  expect([names(data), names(ofAdvertiser)]).toEqual([[waiting.counterpartName], [counterpartName, counterpartName]]);
  expect(ofAdvertiser.events.map(({ role }: { role: string }) => role)).toEqual(['ADVERTISER', 'ADVERTISER']);
  expect(ofAdvertiser.steps).toMatchObject({ hasFunds: true, hasOrder: true });
});

test('only the overview of staff counts disputes and reviews', async () => {
  const staff = await peopleOf(shared.baseUrl, market).aPerson({ roles: ['STAFF'] });
  const { data } = (await staff.twin.get('/me/overview')).body;
  expect(data.waiting.staff).toEqual({
    disputes: expect.any(Number),
    ownershipReviews: expect.any(Number),
    recordings: expect.any(Number),
  });
});
