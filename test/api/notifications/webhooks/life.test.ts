import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventCall } from '../../../../schema/notifications/webhook-calls.ts';
import { clientOf } from '../../../support/client.ts';
import { anOffer } from '../../../support/contract/order-cases.ts';
import { aFile } from '../../../support/market/files.ts';
import { type Endpoint, type Hooks, startHooks } from '../../../support/market/hooks.ts';
import { confirmationOf, created } from '../../../support/market/market.ts';
import { proofsOf } from '../../../support/market/proofs.ts';
import { type Call, verified } from '../../../support/market/receiver.ts';

let hooks: Hooks;
beforeAll(async () => {
  hooks = await startHooks();
});
afterEach(() => hooks.market.expectSoundLedger());
afterAll(() => hooks.stop());

const brief = 'CANARY-brief: a film of the product.';

/** The parties of a future offer, so that their endpoints get all of its events. */
async function parties() {
  const { market, stack } = hooks;
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const listing = await market.aListing();
  const creator = {
    id: listing.creator.id,
    api: clientOf(stack.baseUrl, await market.aKey(listing.creator.id)),
  };
  async function fund() {
    const offer = anOffer(listing.creator.publicId, { brief });
    const quote = created(await advertiser.api.post('/placement-offers/quote', offer)).body.data;
    const { data } = created(await advertiser.api.post('/placement-offers', confirmationOf(quote))).body;
    return { id: data.assignments[0].id, orderId: data.order.id, advertiser, creator, listing };
  }
  return { advertiser, creator, fund };
}

interface CallBody {
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly eventId: number; readonly seq: number; readonly role: string; readonly actor: string };
}

/** The calls of an endpoint in the order of the events: the order of calls is not guaranteed. */
const callsTo = (endpoint: Endpoint): CallBody[] =>
  hooks.receiver
    .callsTo(endpoint.path)
    .map((call) => eventCall().parse(verified(call, endpoint.secret)))
    .sort((a, b) => a.data.seq - b.data.seq);

test('the endpoints of both parties get each event of an order once, and only subscribed kinds', async () => {
  const { anEndpoint, anOwner, receiver, market, stack, everyMinute } = hooks;
  const { aProver, must, act, pathOf } = proofsOf(market, stack.baseUrl);
  const { advertiser, creator, fund } = await parties();
  const [all, some, theirs, otherUser] = [
    await anEndpoint({ owner: advertiser }),
    await anEndpoint({ owner: advertiser, kinds: ['assignment.submitted', 'assignment.approved'] }),
    await anEndpoint({ owner: creator }),
    await anEndpoint({ owner: await anOwner() }),
  ];
  const work = await fund();
  const prover = await aProver(work);
  const picture = aFile['image/png'](7);
  const upload = await prover.verified(picture, 'image/png', { fileName: 'CANARY-file.png' });
  expect((await prover.attach([upload.uploadId])).status).toBe(200);
  await must(act(work, creator.api, 'submit'));
  await must(act(work, advertiser.api, 'request-changes', { reason: 'CANARY-reason' }));
  await must(act(work, creator.api, 'submit'));
  await must(act(work, advertiser.api, 'approve'));

  const history = (await advertiser.api.get(`${pathOf(work)}/events?limit=100`)).body.data;
  expect(history.length).toBeGreaterThanOrEqual(8);
  await everyMinute();
  for (const endpoint of [all, theirs]) expect(receiver.callsTo(endpoint.path)).toHaveLength(history.length);
  expect(receiver.callsTo(some.path)).toHaveLength(3);
  for (const [endpoint, role] of [
    [all, 'ADVERTISER'],
    [theirs, 'CREATOR'],
  ] as const)
    expect(callsTo(endpoint)).toEqual(
      history.map(({ id, seq, kind, actor, at }: Record<string, unknown>) => ({
        type: kind,
        timestamp: at,
        data: {
          ...{ eventId: id, seq, assignmentId: work.id, orderId: work.orderId, actor, role },
          data: expect.any(Object),
        },
      })),
    );
  expect(callsTo(some).map(({ type }) => type)).toEqual([
    'assignment.submitted',
    'assignment.submitted',
    'assignment.approved',
  ]);
  expect(receiver.callsTo(otherUser.path)).toEqual([]);
  expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(2 * history.length + 3);
  expectNothingPrivate(receiver.calls, [
    ...[
      'CANARY',
      brief,
      new URL(upload.url).searchParams.get('X-Amz-Signature') ?? 'X-Amz',
      'https://',
      'http://',
      '@',
    ],
    ...[all, some, theirs].flatMap(({ secret }) => [secret, secret.slice(6)]),
    ...['priceCents', 'amount', 'base', 'Fee', 'net', 'brief', 'USDT', 'email', advertiser.apiKey],
  ]);
});

function expectNothingPrivate(calls: readonly Call[], canaries: readonly string[]): void {
  expect(calls.length).toBeGreaterThan(10);
  for (const { body } of calls)
    expect(
      canaries.filter((canary) => body.includes(canary)),
      body,
    ).toEqual([]);
}

test('events during an outage of a receiver arrive afterwards, in any order', async () => {
  const { anEndpoint, receiver, market, stack, everyMinute, later } = hooks;
  const { must, act } = proofsOf(market, stack.baseUrl);
  const { advertiser, creator, fund } = await parties();
  const endpoint = await anEndpoint({ owner: advertiser });
  receiver.behave(endpoint.path, 503);
  const work = await fund();
  await must(act(work, creator.api, 'accept'));
  await everyMinute();
  // The first was tried, and the other one waits during the backoff; then the roles change.
  await later(60);
  const ids = () => receiver.callsTo(endpoint.path).map(({ headers }) => headers['webhook-id']);
  expect(ids()).toHaveLength(2);
  receiver.behave(endpoint.path, 204);
  await must(act(work, creator.api, 'cancel'));
  await everyMinute();
  await later(1_000);
  const pending = `select 1 from messages where endpoint_id = $1 and status = 'PENDING'`;
  expect((await market.pool.query(pending, [endpoint.id])).rowCount).toBe(0);
  const kinds = ['assignment.funded', 'assignment.accepted', 'assignment.cancelled'];
  expect([...new Set(callsTo(endpoint).map(({ type }) => type))]).toEqual(kinds);
  expect(ids()).toHaveLength(5);
  expect(new Set(ids()).size).toBe(3);
});

test('a suspended owner gets no event, and the other party gets all', async () => {
  const { anEndpoint, market, stack, everyMinute } = hooks;
  const { must, act } = proofsOf(market, stack.baseUrl);
  const { advertiser, creator, fund } = await parties();
  const [mine, theirs] = [await anEndpoint({ owner: advertiser }), await anEndpoint({ owner: creator })];
  const work = await fund();
  await everyMinute();
  await market.pool.query('update users set suspended_at = now() where id = $1', [creator.id]);
  await must(act(work, advertiser.api, 'cancel'));
  await everyMinute();
  expect(callsTo(mine).map(({ type }) => type)).toEqual(['assignment.funded', 'assignment.cancelled']);
  expect(callsTo(theirs).map(({ type }) => type)).toEqual(['assignment.funded']);
});
