import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newSecret, openSecret } from '../../../../functions/notifications/webhooks/secrets.ts';
import { type Endpoint, type Hooks, startHooks } from '../../../support/market/hooks.ts';
import { verified } from '../../../support/market/receiver.ts';

const current = { SEALING_SECRET: 'the current secret of this deployment' };
const previous = { SEALING_SECRET: 'the previous secret of this deployment' };
const forgotten = { SEALING_SECRET: 'a secret that nobody has kept anywhere' };

let hooks: Hooks;
beforeAll(async () => {
  hooks = await startHooks({ ...current, SEALING_SECRET_PREVIOUS: previous.SEALING_SECRET });
});
afterAll(() => hooks.stop());

const soon = { timeout: 60_000, interval: 50 };
const ownerOf = ({ id, owner }: Endpoint) => ({ endpointId: id, ownerId: owner.id });

/** An endpoint registered under another SEALING_SECRET. */
async function anEndpointSealedUnder(secret: { SEALING_SECRET: string }): Promise<Endpoint> {
  const endpoint = await hooks.anEndpoint();
  const before = await newSecret(ownerOf(endpoint), secret);
  await hooks.market.pool.query('update webhook_endpoints set sealed_secret = $2 where id = $1', [
    endpoint.id,
    Buffer.from(before.sealed),
  ]);
  return { ...endpoint, secret: before.secret };
}

const sealedOf = async ({ id }: Pick<Endpoint, 'id'>) => {
  const { sealed, older } = await hooks.market.one(
    'select sealed_secret as sealed, previous_sealed_secret as older from webhook_endpoints where id = $1',
    [id],
  );
  return { sealed: Uint8Array.from(sealed), older: older && Uint8Array.from(older) };
};
const everyNight = () => hooks.control.run({ kind: 'reseal-secrets', of: 'WEBHOOK_ENDPOINTS', afterId: 0 });

describe('a secret encrypted under the previous SEALING_SECRET', () => {
  test('keeps signing, also beside its replacement', async () => {
    const endpoint = await anEndpointSealedUnder(previous);
    await hooks.act(endpoint, 'test');
    const [call] = await hooks.untilCalled(endpoint.path);
    if (!call) throw new Error('it was called');
    expect(verified(call, endpoint.secret)).toMatchObject({ type: 'webhook.test' });
    const { secret } = (await hooks.act(endpoint, 'rotate-secret')).body.data;
    await hooks.act(endpoint, 'test');
    const [, both] = await hooks.untilCalled(endpoint.path, 2);
    if (!both) throw new Error('it was called');
    for (const either of [secret, endpoint.secret])
      expect(verified(both, either)).toMatchObject({ type: 'webhook.test' });
  });

  test('is encrypted under the current one by the next night, as is the secret it replaced, and the rest stays', async () => {
    const endpoint = await anEndpointSealedUnder(previous);
    const replaced = await anEndpointSealedUnder(previous);
    const { secret } = (await hooks.act(replaced, 'rotate-secret')).body.data;
    const [own, lost] = [await hooks.anEndpoint(), await anEndpointSealedUnder(forgotten)];
    const untouched = [await sealedOf(own), await sealedOf(lost)];
    await everyNight();
    await vi.waitFor(async () => {
      expect(await openSecret((await sealedOf(endpoint)).sealed, ownerOf(endpoint), current)).toBe(endpoint.secret);
      const { sealed, older } = await sealedOf(replaced);
      expect(await openSecret(sealed, ownerOf(replaced), current)).toBe(secret);
      expect(await openSecret(older, ownerOf(replaced), current)).toBe(replaced.secret);
    }, soon);
    expect([await sealedOf(own), await sealedOf(lost)]).toEqual(untouched);
    await hooks.act(endpoint, 'test');
    const [call] = await hooks.untilCalled(endpoint.path);
    expect(call && verified(call, endpoint.secret)).toMatchObject({ type: 'webhook.test' });
    await vi.waitFor(
      () =>
        expect(readFileSync(hooks.stack.logFile, 'utf8')).toMatch(/"event":"webhook.resealed","resealed":\d+,"lost":1/),
      soon,
    );
  });

  test('is encrypted again for every endpoint, however many exist', async () => {
    const { id: ownerId } = await hooks.anOwner();
    const { rows } = await hooks.market.pool.query(
      `insert into webhook_endpoints (owner_id, url, sealed_secret, created_at, updated_at)
       select $1, 'https://hooks.example.com', '', now(), now() from generate_series(1, 230) returning id::float8 as id`,
      [ownerId],
    );
    const ids: number[] = rows.map(({ id }) => id);
    for (const endpointId of ids) {
      const { sealed } = await newSecret({ endpointId, ownerId }, previous);
      await hooks.market.pool.query('update webhook_endpoints set sealed_secret = $2 where id = $1', [
        endpointId,
        Buffer.from(sealed),
      ]);
    }
    await everyNight();
    const opens = async (id: number) =>
      openSecret((await sealedOf({ id })).sealed, { endpointId: id, ownerId }, current).then(
        () => true,
        () => false,
      );
    await vi.waitFor(async () => expect(await opens(ids.at(-1) ?? 0)).toBe(true), soon);
    for (const id of ids) expect(await opens(id), `endpoint ${id}`).toBe(true);
  });
});

describe('a secret that cannot be decrypted', () => {
  const mailsTo = async ({ owner }: Endpoint): Promise<{ text: string }[]> => {
    const { email } = await hooks.market.one('select email from users where id = $1', [owner.id]);
    return readdirSync(hooks.stack.mailDir)
      .map((file) => JSON.parse(readFileSync(path.join(hooks.stack.mailDir, file), 'utf8')))
      .filter(({ to }) => to.includes(email));
  };
  const waiting = { status: 'PENDING', last_status: null, last_error: 'the signing secret cannot be opened' };

  test('fails an attempt without a call, and waiting messages arrive once the secret is back', async () => {
    const { aMessage, untilRecorded, everyMinute, fallsDue, seen, receiver, untilCalled, market } = hooks;
    const endpoint = await anEndpointSealedUnder(forgotten);
    const id = await aMessage(endpoint);
    await everyMinute();
    expect(await untilRecorded(id)).toMatchObject({ ...waiting, attempts: 1 });
    expect(await seen(endpoint)).toMatchObject({ status: 'ENABLED', failingSince: expect.any(String) });
    expect(receiver.callsTo(endpoint.path)).toEqual([]);
    const back = await newSecret(ownerOf(endpoint), previous);
    await market.pool.query('update webhook_endpoints set sealed_secret = $2 where id = $1', [
      endpoint.id,
      Buffer.from(back.sealed),
    ]);
    await fallsDue(id);
    await everyMinute();
    const [call] = await untilCalled(endpoint.path);
    expect(call && verified(call, back.secret)).toMatchObject({ type: 'assignment.accepted' });
    await vi.waitFor(async () => expect(await seen(endpoint)).toMatchObject({ failingSince: null }), soon);
  });

  test('disables its endpoint at the third attempt, cancels its deliveries, and emails its owner what to do', async () => {
    const { act, aMessage, untilRecorded, untilCalled, everyMinute, fallsDue, seen, receiver, stack } = hooks;
    const endpoint = await anEndpointSealedUnder(forgotten);
    const id = await aMessage(endpoint, { attempts: 1 });
    await everyMinute();
    expect(await untilRecorded(id, 2)).toMatchObject(waiting);
    const other = await aMessage(endpoint);
    await fallsDue(id);
    await hooks.market.pool.query(`update messages set due_at = now() + interval '1 hour' where id = $1`, [other]);
    await everyMinute();
    await vi.waitFor(async () => expect((await hooks.message(id)).status).toBe('FAILED'), soon);
    expect(await hooks.message(id)).toMatchObject({ attempts: 3, last_error: waiting.last_error });
    expect(await seen(endpoint)).toMatchObject({ status: 'DISABLED' });
    expect((await hooks.message(other)).status).toBe('CANCELLED');
    expect(receiver.callsTo(endpoint.path)).toEqual([]);
    const [mail] = await vi.waitFor(async () => {
      const mails = await mailsTo(endpoint);
      expect(mails).toHaveLength(1);
      return mails;
    }, soon);
    expect(mail?.text).toContain('our error');
    expect(mail?.text).toContain(`/cabinet/settings/webhooks/${endpoint.id}`);
    expect(readFileSync(stack.logFile, 'utf8')).toContain(
      `"event":"webhook.disabled","endpoint":${endpoint.id},"reason":"SECRET_LOST"`,
    );
    const { secret } = (await act(endpoint, 'rotate-secret')).body.data;
    expect((await act(endpoint, 'enable')).status).toBe(200);
    for (const delivery of [id, other]) expect((await act(endpoint, `deliveries/${delivery}/replay`)).status).toBe(200);
    const calls = await untilCalled(endpoint.path, 2);
    for (const call of calls) {
      expect(verified(call, secret)).toMatchObject({ type: 'assignment.accepted' });
      expect(call.headers['webhook-signature']).not.toContain(' ');
    }
  });

  test('fails a test delivery, which disables nothing', async () => {
    const endpoint = await anEndpointSealedUnder(forgotten);
    const { id } = (await hooks.act(endpoint, 'test')).body.data;
    expect(await hooks.untilRecorded(id)).toMatchObject({ ...waiting, status: 'FAILED', attempts: 1 });
    expect(await hooks.seen(endpoint)).toMatchObject({ status: 'ENABLED', failingSince: null });
  });
});
