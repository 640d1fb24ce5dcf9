import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { anItem, created, marketOf } from '../../../support/market/market.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => market.close());

const [advertiser, listing] = await Promise.all([market.anAdvertiser(), market.aListing()]);
/** 20 briefs of 4,500 letters, each of them two bytes. */
const large = (letter: string) => Array.from({ length: 20 }, () => anItem(listing, { brief: letter.repeat(4_500) }));
const [first, second] = [large('é'), large('ü')];
const small = [anItem(listing)];
const keptOf = async (key: string): Promise<string> =>
  (await market.one('select body from idempotency_keys where owner_id = $1 and key = $2', [advertiser.id, key])).body;

describe('a draft above 64 KiB', () => {
  test('is not stored with its key, and a retry gets the same answer while the draft is unchanged', async () => {
    const key = randomUUID();
    const drafted = await advertiser.api.post('/placement-orders', { items: first }, { key });
    const { data } = created(drafted).body;
    expect(await keptOf(key)).toBe(`{"rebuiltFrom":${data.id}}`);
    const again = await advertiser.api.post('/placement-orders', { items: first }, { key });
    expect([again.status, again.text]).toEqual([201, drafted.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    refused(await advertiser.api.post('/placement-orders', { items: small }, { key }), 'IDEMPOTENCY_CONFLICT');
  });

  test('is created and changed once by concurrent identical requests, and each gets the same answer', async () => {
    const [draftKey, changeKey] = [randomUUID(), randomUUID()];
    const [draft, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => advertiser.api.post('/placement-orders', { items: first }, { key: draftKey })),
    );
    if (!draft) throw new Error('nothing was sent');
    expect(others.map(({ text }) => text)).toEqual(others.map(() => draft.text));
    const { id } = created(draft).body.data;
    const changes = await Promise.all(
      Array.from({ length: 5 }, () =>
        advertiser.api.patch(`/placement-orders/${id}`, { expectedVersion: 1, items: second }, { key: changeKey }),
      ),
    );
    expect(changes.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(changes.map(({ text }) => text)).size).toBe(1);
    expect(await keptOf(changeKey)).toBe(`{"rebuiltFrom":${id}}`);
  });

  test('is returned in its current state when its creation is retried after a change', async () => {
    const key = randomUUID();
    const { id } = created(await advertiser.api.post('/placement-orders', { items: first }, { key })).body.data;
    await advertiser.api.patch(`/placement-orders/${id}`, { expectedVersion: 1, items: small });
    const again = await advertiser.api.post('/placement-orders', { items: first }, { key });
    expect(again.status).toBe(201);
    expect(again.body).toEqual((await advertiser.api.get(`/placement-orders/${id}`)).body);
    expect(again.body.data.version).toBe(2);
  });
});

test('a retry of a small draft gets its first answer, even after the draft has changed', async () => {
  const key = randomUUID();
  const drafted = await advertiser.api.post('/placement-orders', { items: small }, { key });
  const { id } = created(drafted).body.data;
  await advertiser.api.patch(`/placement-orders/${id}`, { expectedVersion: 1, items: first });
  const again = await advertiser.api.post('/placement-orders', { items: small }, { key });
  expect(again.text).toBe(drafted.text);
});
