import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { controlOf } from '../../support/control.ts';
import { type Market, marketOf } from '../../support/market.ts';
import { type OwnedChannel, type Owner, ownershipOf } from '../../support/ownership.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { type OwnStack, startStack } from '../../support/stack.ts';

let stack: OwnStack;
let market: Market;
let owner: Owner;
let control: ReturnType<typeof controlOf>;
let simulator: ReturnType<typeof simulatorOf>;
let arranged: ReturnType<typeof ownershipOf>;
beforeAll(async () => {
  stack = await startStack();
  market = marketOf(stack);
  control = controlOf(stack.controlUrl);
  simulator = simulatorOf(stack.socialUrl);
  arranged = ownershipOf({ market, baseUrl: stack.baseUrl });
});
beforeEach(async () => {
  owner = await arranged.anOwner();
});
afterAll(async () => {
  await market.close();
  await stack.stop();
});

interface Asked {
  readonly ownership: string;
  readonly checked_at: Date | null;
}
const stateOf = (id: number): Promise<Asked> =>
  market.one(
    'select ownership, checked_at from channels c join ownership_claims o on o.channel_id = c.id where c.id = $1',
    [id],
  );
const asksFor = async (handle: string) =>
  Object.values(await simulator.callsFor(handle)).reduce((sum, count) => sum + count, 0);
const submit = ({ id }: OwnedChannel) => owner.api.post(`/influencer-channels/${id}/submit`, {});

function aYouTubeChannel(urlOf = (handle: string) => `https://www.youtube.com/@${handle}`): Promise<OwnedChannel> {
  const handle = `bio${randomBytes(5).toString('hex')}`;
  return arranged.aChannel(owner.id, { platform: 'YOUTUBE', handle, canonicalUrl: urlOf(handle) });
}

/** A run has ended that began after this channel was submitted. */
async function run(): Promise<void> {
  const marker = await aYouTubeChannel();
  await submit(marker);
  await control.fireCron('*/5 * * * *');
  await expect.poll(async () => (await stateOf(marker.id)).checked_at, { timeout: 15_000 }).not.toBeNull();
  await expect.poll(() => asksFor(marker.handle), { timeout: 15_000 }).toBeGreaterThan(0);
}

test('the code in the bio verifies the channel, whatever its case and whatever stands around it; nobody else decided it', async () => {
  const channel = await aYouTubeChannel();
  await simulator.change(channel.handle, { description: `Games!\nCode: ${channel.code.toUpperCase()}.` });
  await submit(channel);
  await control.fireCron('*/5 * * * *');
  await expect.poll(async () => (await stateOf(channel.id)).ownership, { timeout: 15_000 }).toBe('VERIFIED');
  const events = await market.pool.query(
    'select kind, actor_id from ownership_events where channel_id = $1 order by id',
    [channel.id],
  );
  expect(events.rows).toEqual([
    { kind: 'SUBMITTED', actor_id: String(owner.id) },
    { kind: 'CODE_FOUND', actor_id: null },
  ]);
  const claim = await market.one('select decided_by, decided_at from ownership_claims where channel_id = $1', [
    channel.id,
  ]);
  expect(claim).toMatchObject({ decided_by: null, decided_at: expect.any(Date) });
});

test('a channel by its id is asked for by it, and an old address, whose name may be the handle of another, not at all', async () => {
  const byId = await aYouTubeChannel((handle) => `https://www.youtube.com/channel/${simulator.externalIdOf(handle)}`);
  const old = await aYouTubeChannel((handle) => `https://www.youtube.com/c/${handle}`);
  for (const { handle, code } of [byId, old]) await simulator.change(handle, { description: code });
  await submit(byId);
  await submit(old);
  await run();
  await expect.poll(async () => (await stateOf(byId.id)).ownership, { timeout: 15_000 }).toBe('VERIFIED');
  expect((await stateOf(old.id)).ownership).toBe('PENDING_REVIEW');
  expect(await asksFor(old.handle)).toBe(0);
});

test("without the code, with another channel's code, or while the platform fails, it stays for staff, and is asked for again", async () => {
  const [without, wrong, failing] = [await aYouTubeChannel(), await aYouTubeChannel(), await aYouTubeChannel()];
  await simulator.change(wrong.handle, { description: without.code });
  await simulator.change(failing.handle, { description: failing.code, fails: '500' });
  for (const channel of [without, wrong, failing]) await submit(channel);
  await run();
  for (const { id } of [without, wrong, failing]) expect((await stateOf(id)).ownership).toBe('PENDING_REVIEW');

  await simulator.change(failing.handle, { description: failing.code });
  await simulator.change(without.handle, { description: without.code });
  await run();
  expect((await stateOf(failing.id)).ownership).toBe('PENDING_REVIEW');
  await market.pool.query(
    `update ownership_claims set checked_at = now() - interval '16 minutes' where channel_id = any ($1)`,
    [[failing.id, without.id]],
  );
  await run();
  for (const { id } of [failing, without])
    await expect.poll(async () => (await stateOf(id)).ownership, { timeout: 15_000 }).toBe('VERIFIED');
});

test('it is asked for no more an hour after it was submitted, nor with a code that has expired', async () => {
  const [late, expired] = [await aYouTubeChannel(), await aYouTubeChannel()];
  for (const { handle, code } of [late, expired]) await simulator.change(handle, { description: code });
  await submit(late);
  await submit(expired);
  await market.pool.query(
    `update ownership_claims set submitted_at = now() - interval '61 minutes', checked_at = now() - interval '20 minutes' where channel_id = $1`,
    [late.id],
  );
  await market.pool.query(
    `update ownership_claims set code_expires_at = now() - interval '1 second' where channel_id = $1`,
    [expired.id],
  );
  await run();
  for (const { id, handle } of [late, expired]) {
    expect((await stateOf(id)).ownership).toBe('PENDING_REVIEW');
    expect(await asksFor(handle)).toBe(0);
  }
});

test('three runs at once ask for each channel once', async () => {
  const channels = await Promise.all(Array.from({ length: 12 }, () => aYouTubeChannel()));
  for (const channel of channels) await submit(channel);
  await Promise.all(Array.from({ length: 3 }, () => control.fireCron('*/5 * * * *')));
  for (const { id } of channels)
    await expect.poll(async () => (await stateOf(id)).checked_at, { timeout: 15_000 }).not.toBeNull();
  await run();
  expect(await Promise.all(channels.map(({ handle }) => asksFor(handle)))).toEqual(Array(12).fill(1));
});
