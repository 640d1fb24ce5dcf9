import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import type { Market } from '../../../support/market/market.ts';
import { type OwnedChannel, type Owner, ownershipOf } from '../../../support/market/ownership.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import type { controlOf } from '../../../support/stack/control.ts';
import { depth } from '../../../support/stack/depth.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let owner: Owner;
let control: ReturnType<typeof controlOf>;
let simulator: ReturnType<typeof simulatorOf>;
let arranged: ReturnType<typeof ownershipOf>;
ownMarket(async (own) => {
  ({ stack, market, control } = own);
  simulator = simulatorOf(stack.socialUrl);
  arranged = ownershipOf({ market, baseUrl: stack.baseUrl });
});
beforeEach(async () => {
  owner = await arranged.anOwner();
});

interface Requested {
  readonly ownership: string;
  readonly leased_until: Date | null;
  readonly checked_at: Date | null;
  readonly checks_left: number;
}
const stateOf = (id: number): Promise<Requested> =>
  market.one(
    'select ownership, leased_until, checked_at, checks_left from channels c join ownership_claims o on o.channel_id = c.id where c.id = $1',
    [id],
  );
const asksFor = async (handle: string) =>
  Object.values(await simulator.callsFor(handle)).reduce((sum, count) => sum + count, 0);
const submit = ({ id }: OwnedChannel) => owner.api.post(`/influencer-channels/${id}/submit`, {});

function aYouTubeChannel(urlOf = (handle: string) => `https://www.youtube.com/@${handle}`): Promise<OwnedChannel> {
  const handle = `bio${randomBytes(5).toString('hex')}`;
  return arranged.aChannel(owner.id, { platform: 'YOUTUBE', handle, canonicalUrl: urlOf(handle) });
}

/** Waits until the platform was called this often for the channel. */
async function untilAsked({ id, handle }: OwnedChannel, times = 1): Promise<void> {
  await expect.poll(async () => (await stateOf(id)).leased_until).not.toBeNull();
  await expect.poll(() => asksFor(handle)).toBe(times);
}
const untilVerified = ({ id }: OwnedChannel) => expect.poll(async () => (await stateOf(id)).ownership).toBe('VERIFIED');

/** Ends the lease of the last check earlier by this time, or at once, and sets the submission to this long ago. */
const rewind = (channels: readonly OwnedChannel[], passed: string | null, submitted = '1 second') =>
  market.pool.query(
    `update ownership_claims set leased_until = leased_until - $2::interval, submitted_at = now() - $3::interval,
       first_submitted_at = now() - $3::interval where channel_id = any ($1)`,
    [channels.map(({ id }) => id), passed, submitted],
  );

/** Waits for the end of a run, in which this channel, submitted long after the others, was the last one. */
async function run(): Promise<void> {
  const marker = await aYouTubeChannel();
  await submit(marker);
  await untilAsked(marker);
  await rewind([marker], null, '-1 second');
  await control.run('check-ownership');
  await untilAsked(marker, 2);
}

test('a code in the bio verifies the channel at once, in any case and within other text, and records no decider', async () => {
  const channel = await aYouTubeChannel();
  await simulator.change(channel.handle, { description: `Games!\nCode: ${channel.code.toUpperCase()}.` });
  expect((await submit(channel)).body.data.ownership).toBe('PENDING_REVIEW');
  await untilVerified(channel);
  const events = await market.pool.query(
    'select kind, actor_id from ownership_events where channel_id = $1 order by id',
    [channel.id],
  );
  expect(events.rows).toEqual([
    { kind: 'SUBMITTED', actor_id: String(owner.id) },
    { kind: 'CODE_FOUND', actor_id: null },
  ]);
  const decision = 'select decided_by, decided_at from ownership_claims where channel_id = $1';
  const byNobody = { decided_by: null, decided_at: expect.any(Date) };
  expect(await market.one(decision, [channel.id])).toMatchObject(byNobody);
});

test('a code in the bio leaves the decision to staff when another creator has proven the channel', async () => {
  const channel = await aYouTubeChannel();
  const { handle } = channel;
  const other = await arranged.anOwner();
  const canonicalUrl = `https://www.youtube.com/@${handle}`;
  await arranged.aChannel(other.id, { platform: 'YOUTUBE', handle, canonicalUrl, ownership: 'VERIFIED' });
  await simulator.change(handle, { description: channel.code });
  await submit(channel);
  await expect.poll(async () => (await stateOf(channel.id)).checked_at).not.toBeNull();
  await control.untilNothingIsDeferred();
  expect(await stateOf(channel.id)).toMatchObject({ ownership: 'PENDING_REVIEW' });
});

test('the next run verifies a channel that could not be checked at once', async () => {
  const channel = await aYouTubeChannel();
  await submit(channel);
  await untilAsked(channel);
  await simulator.change(channel.handle, { description: channel.code });
  await rewind([channel], null);
  await run();
  await untilVerified(channel);
});

test('a channel with an id is checked by its id, and a channel with a legacy URL is never checked', async () => {
  const byId = await aYouTubeChannel((handle) => `https://www.youtube.com/channel/${simulator.externalIdOf(handle)}`);
  const old = await aYouTubeChannel((handle) => `https://www.youtube.com/c/${handle}`);
  for (const { handle, code } of [byId, old]) await simulator.change(handle, { description: code });
  await submit(byId);
  await submit(old);
  await untilVerified(byId);
  await run();
  expect(await stateOf(old.id)).toMatchObject({ ownership: 'PENDING_REVIEW', checked_at: null, checks_left: 0 });
  expect(await asksFor(old.handle)).toBe(0);
});

test('a channel with a missing code, the code of another channel or a failing platform waits for staff and is checked again later', async () => {
  const [without, wrong, failing] = [await aYouTubeChannel(), await aYouTubeChannel(), await aYouTubeChannel()];
  const all = [without, wrong, failing];
  await simulator.change(wrong.handle, { description: without.code });
  await simulator.change(failing.handle, { description: failing.code, fails: '500' });
  for (const channel of all) await submit(channel);
  for (const channel of all) await untilAsked(channel);
  await simulator.change(failing.handle, { description: failing.code });
  await simulator.change(without.handle, { description: without.code });
  await run();
  for (const { id } of all) expect((await stateOf(id)).ownership).toBe('PENDING_REVIEW');

  await rewind(all, '16 minutes', '20 minutes');
  await run();
  await untilVerified(failing);
  await untilVerified(without);
  expect((await stateOf(wrong.id)).ownership).toBe('PENDING_REVIEW');
});

test('a platform that sends no answer is asked once in a run, and its other channels wait', async () => {
  const both = [await aYouTubeChannel(), await aYouTubeChannel()];
  for (const channel of both) await submit(channel);
  for (const channel of both) await untilAsked(channel);
  for (const { handle } of both) await simulator.change(handle, { fails: 'timeout' });
  await rewind(both, '16 minutes', '20 minutes');
  const asks = async () => (await Promise.all(both.map(({ handle }) => asksFor(handle)))).toSorted();
  const turn = control.run('check-ownership');
  await expect.poll(asks).toEqual([1, 2]);
  await Promise.all([turn, control.endTimeouts()]);
  expect(await asks()).toEqual([1, 2]);
});

test('the job stops checking after the platform has answered for one hour or the code has expired', async () => {
  const [late, expired] = [await aYouTubeChannel(), await aYouTubeChannel()];
  for (const channel of [late, expired]) {
    await submit(channel);
    await untilAsked(channel);
    await simulator.change(channel.handle, { description: channel.code });
  }
  // One hour is four checks.
  await expect.poll(async () => (await stateOf(late.id)).checks_left).toBe(3);
  await market.pool.query('update ownership_claims set checks_left = 0 where channel_id = $1', [late.id]);
  await rewind([late], '61 minutes', '61 minutes');
  await rewind([expired], '20 minutes', '21 minutes');
  await market.pool.query(
    `update ownership_claims set code_expires_at = now() - interval '1 second' where channel_id = $1`,
    [expired.id],
  );
  await run();
  for (const { id, handle } of [late, expired]) {
    expect((await stateOf(id)).ownership).toBe('PENDING_REVIEW');
    expect(await asksFor(handle)).toBe(1);
  }
});

test('an outage or a spent budget does not count as an answer, and the job checks the channel once an hour from then on', async () => {
  const [silent, unpaid] = [await aYouTubeChannel(), await aYouTubeChannel()];
  for (const { handle } of [silent, unpaid]) await simulator.change(handle, { fails: '500' });
  await submit(silent);
  await untilAsked(silent);
  await market.pool.query('update platform_budgets set used = used + 1000000000');
  await submit(unpaid);
  // The creator's share is charged whether or not the budget covers the call.
  const charged = () => market.one('select used from platform_user_budgets where user_id = $1', [owner.id]);
  await expect.poll(charged).toEqual({ used: 2 });
  await market.pool.query('update platform_budgets set used = used - 1000000000');
  expect(await asksFor(unpaid.handle)).toBe(0);

  await rewind([silent, unpaid], null, '5 hours');
  await run();
  for (const { handle, code } of [silent, unpaid]) await simulator.change(handle, { description: code });
  await rewind([silent, unpaid], '59 minutes', '5 hours');
  await run();
  for (const { id } of [silent, unpaid])
    expect(await stateOf(id)).toMatchObject({ ownership: 'PENDING_REVIEW', checked_at: null, checks_left: 4 });
  await rewind([silent, unpaid], '2 minutes', '5 hours');
  await run();
  for (const channel of [silent, unpaid]) {
    await untilVerified(channel);
    expect(await stateOf(channel.id)).toMatchObject({ checked_at: expect.any(Date), checks_left: 3 });
  }
});

test('a defect of the check after the answer is logged under the request id, and a silent platform is not logged', async () => {
  const [channel, silent] = [await aYouTubeChannel(), await aYouTubeChannel()];
  const failures = (requestId: string | null) =>
    readFileSync(stack.logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"event":"failure"') && line.includes(`"${requestId}"`));
  await simulator.change(silent.handle, { fails: '500' });
  const quiet = await submit(silent);
  await expect.poll(() => asksFor(silent.handle)).toBe(1);
  await market.pool.query('revoke insert on platform_budgets from castline_service');
  const reply = await submit(channel);
  await expect.poll(() => failures(reply.headers.get('x-request-id')).length).toBe(1);
  await market.pool.query('grant insert on platform_budgets to castline_service');
  expect(reply.status).toBe(200);
  expect(failures(reply.headers.get('x-request-id'))[0]).toContain('"code":"42501"');
  expect(failures(quiet.headers.get('x-request-id'))).toEqual([]);
});

test('a creator with fifty checks today gets no further check, and waits for staff', async () => {
  const first = await aYouTubeChannel();
  await submit(first);
  await untilAsked(first);
  await market.pool.query('update platform_user_budgets set used = 50 where user_id = $1', [owner.id]);
  const next = await aYouTubeChannel();
  await simulator.change(next.handle, { description: next.code });
  await submit(next);
  await untilAsked(next, 0);
  owner = await arranged.anOwner();
  await run();
  expect([(await stateOf(next.id)).ownership, await asksFor(next.handle)]).toEqual(['PENDING_REVIEW', 0]);
});

test('three concurrent runs check each channel once', async () => {
  const count = depth(4, 12);
  const channels = await Promise.all(Array.from({ length: count }, () => aYouTubeChannel()));
  for (const channel of channels) await submit(channel);
  for (const channel of channels) await untilAsked(channel);
  await rewind(channels, null);
  await Promise.all(Array.from({ length: 3 }, () => control.run('check-ownership')));
  for (const channel of channels) await untilAsked(channel, 2);
  await run();
  expect(await Promise.all(channels.map(({ handle }) => asksFor(handle)))).toEqual(Array(count).fill(2));
});
