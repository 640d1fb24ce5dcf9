import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Endpoint, type Hooks, startHooks } from '../../../support/market/hooks.ts';
import { pollTimeout } from '../../../support/stack/poll-timeout.ts';

let hooks: Hooks;
beforeAll(async () => {
  hooks = await startHooks();
});
afterAll(() => hooks.stop());

const failingFor = ({ id }: Endpoint, hours: number) =>
  hooks.market.pool.query(`update webhook_endpoints set failing_since = now() - $2 * interval '1 hour' where id = $1`, [
    id,
    hours,
  ]);
const mailsTo = async ({ owner }: Endpoint): Promise<{ subject: string; text: string }[]> => {
  const { email } = await hooks.market.one('select email from users where id = $1', [owner.id]);
  return readdirSync(hooks.stack.mailDir)
    .map((file) => JSON.parse(readFileSync(path.join(hooks.stack.mailDir, file), 'utf8')))
    .filter(({ to }) => to.includes(email));
};
const statusOf = async (id: number): Promise<string> => (await hooks.message(id)).status;
/** A message whose next attempt is far away. */
async function aWaitingMessage(endpoint: Endpoint): Promise<number> {
  const id = await hooks.aMessage(endpoint);
  await hooks.market.pool.query(`update messages set attempts = 3, due_at = now() + interval '1 hour' where id = $1`, [
    id,
  ]);
  return id;
}

describe('an endpoint after 72 hours of failures', () => {
  test('is disabled, its deliveries are cancelled, and its owner gets one email without the URL', async () => {
    const { anEndpoint, aMessage, receiver, untilRecorded, seen, act, everyMinute } = hooks;
    const endpoint = await anEndpoint();
    receiver.behave(endpoint.path, 500);
    const id = await aMessage(endpoint, { attempts: 8 });
    const other = await aWaitingMessage(endpoint);
    await failingFor(endpoint, 73);
    await everyMinute();
    expect(await untilRecorded(id, 9)).toMatchObject({ status: 'FAILED', last_status: 500 });
    expect(await seen(endpoint)).toMatchObject({
      status: 'DISABLED',
      allowedActions: ['enable', 'rotate-secret', 'delete'],
    });
    expect((await seen(endpoint)).disabledAt).not.toBeNull();
    expect(await hooks.message(other)).toMatchObject({ status: 'CANCELLED', last_error: 'the endpoint was disabled' });
    const [mail] = await vi.waitFor(async () => {
      const mails = await mailsTo(endpoint);
      expect(mails).toHaveLength(1);
      return mails;
    }, pollTimeout);
    expect(mail?.subject).toBe(`Castline: your webhook endpoint ${endpoint.id} is disabled`);
    expect(mail?.text).not.toMatch(/receiver-token|127\.0\.0\.1:\d+\/hooks|whsec/);
    for (const action of ['test', `deliveries/${id}/replay`]) {
      const refused = await act(endpoint, action);
      expect([refused.status, refused.body]).toEqual([
        409,
        expect.objectContaining({
          code: 'INVALID_STATE',
          status: 'DISABLED',
          allowedActions: ['enable', 'rotate-secret', 'delete'],
        }),
      ]);
    }
  });

  test('is called again once it is enabled, and missed messages can be replayed', async () => {
    const { anEndpoint, aMessage, receiver, untilCalled, untilRecorded, seen, act, everyMinute } = hooks;
    const endpoint = await anEndpoint();
    receiver.behave(endpoint.path, 500);
    const id = await aMessage(endpoint, { attempts: 8 });
    await failingFor(endpoint, 73);
    await everyMinute();
    await untilRecorded(id, 9);
    receiver.behave(endpoint.path, 200);
    const enabled = await act(endpoint, 'enable');
    expect([enabled.status, enabled.body.data]).toEqual([
      200,
      expect.objectContaining({ status: 'ENABLED', disabledAt: null, failingSince: null }),
    ]);
    expect(await seen(endpoint)).toEqual(enabled.body.data);
    const again = await act(endpoint, 'enable');
    expect([again.status, again.body.status, again.body.allowedActions]).toEqual([
      409,
      'ENABLED',
      ['test', 'replay', 'rotate-secret', 'delete'],
    ]);
    expect((await act(endpoint, `deliveries/${id}/replay`)).status).toBe(200);
    await untilCalled(endpoint.path, 2);
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('DELIVERED'), pollTimeout);
  });

  test('stays enabled after first failures, after less time, or after a success', async () => {
    const { anEndpoint, aMessage, receiver, untilRecorded, seen, everyMinute } = hooks;
    const [fresh, short, well] = [await anEndpoint(), await anEndpoint(), await anEndpoint()];
    for (const { path: at } of [fresh, short]) receiver.behave(at, 500);
    await failingFor(fresh, 100);
    await failingFor(short, 71);
    await failingFor(well, 100);
    const ids = [
      await aMessage(fresh, { attempts: 1 }),
      await aMessage(short, { attempts: 8 }),
      await aMessage(well, { attempts: 8 }),
    ];
    await everyMinute();
    for (const [index, attempts] of [2, 9, 9].entries()) await untilRecorded(ids[index] ?? 0, attempts);
    for (const endpoint of [fresh, short, well]) expect((await seen(endpoint)).status).toBe('ENABLED');
    expect((await seen(well)).failingSince).toBeNull();
    expect((await seen(short)).failingSince).not.toBeNull();
  });
});

test('an endpoint that answers 410 is disabled at once', async () => {
  const { anEndpoint, aMessage, receiver, untilRecorded, seen, everyMinute } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 410);
  const waiting = await aWaitingMessage(endpoint);
  const id = await aMessage(endpoint);
  await everyMinute();
  expect(await untilRecorded(id)).toMatchObject({ status: 'FAILED', attempts: 1, last_status: 410 });
  expect((await seen(endpoint)).status).toBe('DISABLED');
  expect(await statusOf(waiting)).toBe('CANCELLED');
  await vi.waitFor(
    async () => expect(await mailsTo(endpoint)).toMatchObject([{ text: expect.stringContaining('410 Gone') }]),
    pollTimeout,
  );
});

test('two concurrent failing calls disable an endpoint once and send one email', async () => {
  const { anEndpoint, aMessage, receiver, untilRecorded, everyMinute } = hooks;
  const endpoint = await anEndpoint();
  receiver.behave(endpoint.path, 410);
  const ids = [await aMessage(endpoint), await aMessage(endpoint), await aMessage(endpoint)];
  await Promise.all([everyMinute(), everyMinute()]);
  for (const id of ids)
    await vi.waitFor(async () => expect(await statusOf(id)).toMatch(/FAILED|CANCELLED/), pollTimeout);
  await untilRecorded(ids[0] ?? 0, 0);
  await vi.waitFor(async () => expect(await mailsTo(endpoint)).toHaveLength(1), pollTimeout);
  const { rows } = await hooks.market.pool.query(
    `select 1 from messages where recipient_id = $1 and kind = 'webhook.disabled'`,
    [endpoint.owner.id],
  );
  expect(rows).toHaveLength(1);
});

describe('a deleted endpoint', () => {
  test('gets no further call, its deliveries are cancelled, and it is in no answer', async () => {
    const { anEndpoint, pathOf, owner, receiver, everyMinute, fallsDue } = { ...hooks, owner: await hooks.anOwner() };
    const endpoint = await anEndpoint({ owner });
    const id = await aWaitingMessage(endpoint);
    const deleted = await owner.api.delete(pathOf(endpoint));
    expect([deleted.status, deleted.body.data]).toEqual([
      200,
      expect.objectContaining({ id: endpoint.id, allowedActions: [] }),
    ]);
    expect(await hooks.message(id)).toMatchObject({
      status: 'CANCELLED',
      due_at: null,
      last_error: 'the endpoint was deleted',
    });
    const { data } = (await owner.api.get('/webhook-endpoints')).body;
    expect(data).toEqual([]);
    for (const at of ['', '/deliveries']) expect((await owner.api.get(pathOf(endpoint) + at)).status).toBe(404);
    for (const at of ['/test', '/enable', `/deliveries/${id}/replay`])
      expect((await owner.api.post(pathOf(endpoint) + at)).status).toBe(404);
    expect((await owner.api.delete(pathOf(endpoint))).status).toBe(404);
    await fallsDue(id);
    await everyMinute();
    expect(receiver.callsTo(endpoint.path)).toEqual([]);
  });

  test('is not called for a message created during its deletion', async () => {
    const { anEndpoint, aMessage, pathOf, receiver, everyMinute } = hooks;
    const endpoint = await anEndpoint();
    await endpoint.owner.api.delete(pathOf(endpoint));
    const id = await aMessage(endpoint);
    await everyMinute();
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('CANCELLED'), pollTimeout);
    expect(receiver.callsTo(endpoint.path)).toEqual([]);
  });
});

test.each([
  ['a disabled endpoint', `update webhook_endpoints set status = 'DISABLED', disabled_at = now() where id = $1`],
  [
    'an endpoint of a suspended owner',
    'update users set suspended_at = now() where id = (select owner_id from webhook_endpoints where id = $1)',
  ],
])('%s is not called', async (_, change) => {
  const { anEndpoint, aMessage, market, receiver, everyMinute } = hooks;
  const endpoint = await anEndpoint();
  const id = await aMessage(endpoint);
  await market.pool.query(change, [endpoint.id]);
  await everyMinute();
  await vi.waitFor(async () => expect(await statusOf(id)).toBe('CANCELLED'), pollTimeout);
  expect(receiver.callsTo(endpoint.path)).toEqual([]);
});
