import { afterAll, beforeAll, expect, test } from 'vitest';
import { anOffer } from '../../support/contract/order-cases.ts';
import { assignmentsOf } from '../../support/market/assignments.ts';
import { aFile } from '../../support/market/files.ts';
import { type Hooks, startHooks } from '../../support/market/hooks.ts';
import { confirmationOf, created } from '../../support/market/market.ts';
import { messagesOf } from '../../support/market/messages.ts';
import { proofsOf } from '../../support/market/proofs.ts';
import { isFullDepth } from '../../support/stack/depth.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
let hooks: Hooks;
beforeAll(async () => {
  hooks = await startHooks();
});
afterAll(() => hooks.stop());

/** An action or a check at this time after the start. */
type Moment = readonly [afterMs: number, what: string, check: () => Promise<unknown>];
type Life = readonly Moment[];

const crons = ['*/5 * * * *', '17 3 * * *', '* * * * *'];

/** At each moment every cron fires before the check; at the quick depth, once before all checks of a moment. */
async function live(lives: readonly Life[]): Promise<void> {
  const { control } = hooks;
  const began = (await control.now()).getTime();
  const moments = lives.flat().sort(([one], [other]) => one - other);
  for (const [index, [afterMs, what, check]] of moments.entries()) {
    const at = new Date(began + afterMs);
    if (at > (await control.now())) await control.moveClock(at);
    if (isFullDepth || afterMs !== moments[index - 1]?.[0]) for (const cron of crons) await control.fireCron(cron);
    await check().catch((error: unknown) => {
      throw new Error(`${what}, after ${afterMs / hour} h: ${error}`, { cause: error });
    });
  }
}

async function assignments(): Promise<Life> {
  const assignments = assignmentsOf(hooks.market, hooks.stack.baseUrl);
  const { must, act, seenBy, moneyOf } = assignments;
  const [unanswered, done, late] = [
    await assignments.anAssignment(),
    await assignments.assignmentIn('ACCEPTED'),
    await assignments.assignmentIn('ACCEPTED'),
  ];
  const statusOf = async (work: typeof done) => (await seenBy(work.advertiser.api, work)).status;
  const kindsOf = async (work: typeof done): Promise<string[]> =>
    (await work.creator.api.get(`/placement-assignments/${work.id}/events?limit=100`)).body.data.map(
      ({ kind }: { kind: string }) => kind,
    );
  return [
    [
      72 * hour - 5 * minute,
      'work may still be accepted',
      async () => expect(await statusOf(unanswered)).toBe('PENDING'),
    ],
    [
      72 * hour + minute,
      'work that nobody accepted expires',
      async () => expect(await statusOf(unanswered)).toBe('EXPIRED'),
    ],
    [73 * hour, 'its reserve is refunded', async () => expect((await moneyOf(unanswered)).refunded).toBe('105000000')],
    [20 * day, 'work is submitted', async () => void (await submit(done))],
    [
      27 * day - 5 * minute,
      'the advertiser may still answer',
      async () => expect(await statusOf(done)).toBe('SUBMITTED'),
    ],
    [
      27 * day + minute,
      'work that nobody answered is approved',
      async () => expect(await statusOf(done)).toBe('APPROVED'),
    ],
    [28 * day, 'its creator is paid', async () => expect((await moneyOf(done)).creator).toBe('90000000')],
    [
      29 * day + minute,
      'a creator is reminded',
      async () => expect(await kindsOf(late)).toContain('deadline.reminder'),
    ],
    [30 * day + minute, 'a deadline is missed', async () => expect(await kindsOf(late)).toContain('deadline.missed')],
    [33 * day + minute, 'an advertiser who waited long enough cancels alone', async () => cancelled(late)],
    [
      365 * day,
      'nothing more happens to it',
      async () => expect([await statusOf(done), await statusOf(late)]).toEqual(['APPROVED', 'CANCELLED']),
    ],
  ];

  async function submit(work: typeof done): Promise<void> {
    await assignments.deliver(work);
    await must(act(work, work.creator.api, 'submit'));
  }
  async function cancelled(work: typeof done): Promise<void> {
    expect((await must(act(work, work.advertiser.api, 'cancel'))).body.data.status).toBe('CANCELLED');
  }
}

async function quotes(): Promise<Life> {
  const { market } = hooks;
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const quoted = await market.aQuote(advertiser, await market.aListing());
  const { publicId } = await market.aCreator();
  const offer = created(await advertiser.api.post('/placement-offers/quote', anOffer(publicId))).body.data;
  const order = async () => (await advertiser.api.get(`/placement-orders/${quoted.orderId}`)).body.data;
  const confirm = async () => (await advertiser.api.post('/placement-offers', confirmationOf(offer))).body.code;
  return [
    [25 * minute, 'a quote holds', async () => expect((await order()).activeQuote).not.toBeNull()],
    [
      31 * minute,
      'a quote has expired',
      async () => expect(await order()).toMatchObject({ status: 'DRAFT', activeQuote: null }),
    ],
    [
      31 * minute,
      'it is taken no more',
      async () => expect((await market.checkOut(advertiser, quoted)).body.code).toBe('QUOTE_EXPIRED'),
    ],
    [31 * minute, 'an offer is taken no more', async () => expect(await confirm()).toBe('QUOTE_EXPIRED')],
    [29 * day, 'an offer is still known', async () => expect(await confirm()).toBe('QUOTE_EXPIRED')],
    [31 * day + hour, 'an offer is forgotten', async () => expect(await confirm()).toBe('RESOURCE_NOT_FOUND')],
    [
      31 * day + hour,
      'a draft that nobody touched is cancelled',
      async () => expect((await order()).status).toBe('CANCELLED'),
    ],
  ];
}

async function webhooks(): Promise<Life> {
  const { anEndpoint, aMessage, act, seen, deliveries, message, market, stack, receiver } = hooks;
  const { mailsTo } = messagesOf(market, stack);
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 500);
  const failing = await aMessage(endpoint);
  // The waits are 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h after the former attempt, plus up to a tenth.
  const retriesAfter = [0.02, 0.2, 0.9, 4, 10, 22, 39, 63].map((hours) => hours * hour);
  const attemptedBy = (attempts: number) => async () => expect((await message(failing)).attempts).toBe(attempts);
  let later = 0;
  return [
    [0, 'a call fails', attemptedBy(1)],
    ...retriesAfter.map((afterMs, index): Moment => [afterMs, 'it is tried again', attemptedBy(index + 2)]),
    [71 * hour, 'the endpoint is still called', async () => expect((await seen(endpoint)).status).toBe('ENABLED')],
    [92 * hour, 'the endpoint is disabled', async () => expect((await seen(endpoint)).status).toBe('DISABLED')],
    [93 * hour, 'its owner gets an email', async () => expect(await mailsTo(endpoint.owner.id)).toHaveLength(1)],
    [5 * day, 'its owner enables it', enableAgain],
    [5 * day + minute, 'it is called again', async () => expect((await message(later)).status).toBe('DELIVERED')],
    [34 * day, 'a delivery is listed for thirty days', async () => expect(await deliveries(endpoint)).toHaveLength(1)],
    [36 * day, 'then it is gone', async () => expect(await deliveries(endpoint)).toEqual([])],
    [365 * day, 'the endpoint is still enabled', async () => expect((await seen(endpoint)).status).toBe('ENABLED')],
  ];

  async function enableAgain(): Promise<void> {
    receiver.behave(endpoint.path, 204);
    expect((await act(endpoint, 'enable')).status).toBe(200);
    later = created(await act(endpoint, 'test')).body.data.id;
  }
}

async function uploads(): Promise<Life> {
  const { market, stack } = hooks;
  const { aProver, must, act } = proofsOf(market, stack.baseUrl);
  const prover = await aProver();
  const bytes = aFile['image/png']();
  const { uploadId: abandoned } = await prover.send(bytes, 'image/png');
  const { uploadId } = await prover.verified(bytes, 'image/png');
  expect((await prover.attach([uploadId])).status).toBe(200);
  const objectsOf = async (id: string) =>
    await market.one('select status, incoming_deleted_at is not null as "isSwept" from private_uploads where id = $1', [
      id,
    ]);
  const { advertiser, creator } = prover.work;
  const proof = async () => {
    const { url } = (await prover.download(advertiser.api, uploadId)).body.data;
    return Buffer.from(await (await fetch(url)).arrayBuffer());
  };
  return [
    [hour, 'a file may still be completed', async () => expect((await objectsOf(abandoned)).status).toBe('PENDING')],
    [
      2 * hour,
      'a file that was not completed has expired',
      async () => expect(await objectsOf(abandoned)).toEqual({ status: 'EXPIRED', isSwept: true }),
    ],
    [3 * hour, 'it counts no more', async () => expect((await prover.complete(abandoned)).body.status).toBe('EXPIRED')],
    [day, 'work is submitted with its proof', async () => void (await must(act(prover.work, creator.api, 'submit')))],
    [9 * day, 'the answer to a request is forgotten', async () => expect(await keysOf(creator.id)).toBe(0)],
    [365 * day, 'a proof is kept', async () => expect((await proof()).equals(bytes)).toBe(true)],
  ];

  async function keysOf(ownerId: number): Promise<number> {
    return Number((await market.one('select count(*) from idempotency_keys where owner_id = $1', [ownerId])).count);
  }
}

test.runIf(isFullDepth)(
  'assignments, quotes, webhooks and private files follow the settings over one year',
  async () => {
    await live([await assignments(), await quotes(), await webhooks(), await uploads()]);
    await hooks.market.expectSoundLedger();
  },
);
