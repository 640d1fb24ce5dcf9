import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxShareLinks } from '../../../schema/factories/factory-terms.ts';
import { refused } from '../../support/contract/expectations.ts';
import { aFactory } from '../../support/factory-tags.ts';
import { heldLocksOf } from '../../support/held-locks.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { shareLinksOf } from '../../support/market/share-links.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { linksAt, linksIn, read, share } = shareLinksOf(baseUrl);
const locks = heldLocksOf(market);
afterAll(() => market.close());

let owner: Person;
let stranger: Person;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([aPerson(baseUrl), aPerson(baseUrl)]);
});

const ownFactory = () => aFactory(market, owner.userId);
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('a share link', () => {
  test('shows its secret in the answer that creates it, and in no other answer', async () => {
    const id = await ownFactory();
    const body = { label: 'For the client', hiddenFields: ['er', 'saves'], expiresAt: '2099-01-01T00:00:00Z' };
    const { link, secret } = await share(owner, id, body);
    expect(secret).toMatch(/^[\w-]{43}$/);
    const { sharePath, ...shown } = link;
    expect(shown).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      label: 'For the client',
      hiddenFields: ['saves', 'er'],
      createdAt: expect.stringMatching(isoTime),
      expiresAt: '2099-01-01T00:00:00.000Z',
      ...{ lastOpenedAt: null, opens: 0 },
    });
    expect(await linksIn(owner, id)).toEqual({ data: [shown], nextCursor: null });
    expect(dataOf(await owner.api.delete(`${linksAt(id)}/${link.id}`))).toEqual(shown);
    expect(await linksIn(owner, id)).toEqual({ data: [], nextCursor: null });
  });

  test('is stored with only the hash of its secret', async () => {
    const id = await ownFactory();
    const { link, secret } = await share(owner, id);
    const { row } = await market.one('select row_to_json(l)::text as row from share_links l where id = $1', [link.id]);
    expect(row).not.toContain(secret);
    expect(row).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
    const { stored } = await market.one('select count(*)::int as stored from idempotency_keys where body like $1', [
      `%${secret}%`,
    ]);
    expect(stored).toBe(0);
  });

  test('is created again by each request with the same Idempotency-Key', async () => {
    const id = await ownFactory();
    const key = crypto.randomUUID();
    const secrets = [];
    for (let n = 0; n < 2; n++) secrets.push(dataOf(await owner.api.post(linksAt(id), {}, { key }), 201).sharePath);
    expect(new Set(secrets).size).toBe(2);
  });

  test('has neither label, nor end, nor hidden fields by default', async () => {
    const { link } = await share(owner, await ownFactory());
    expect(link).toMatchObject({ label: null, expiresAt: null, hiddenFields: [] });
  });

  test.each([
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['an unknown field', { hiddenFields: ['shares'] }, 'hiddenFields.0'],
    ['a field twice', { hiddenFields: ['er', 'er'] }, 'hiddenFields'],
    ['a blank label', { label: ' ' }, 'label'],
    ['a long label', { label: 'x'.repeat(101) }, 'label'],
  ])('is refused with %s', async (_, body, path) => {
    const id = await ownFactory();
    const { issues } = refused(await owner.api.post(linksAt(id), body), 'VALIDATION_FAILED');
    expect(issues).toMatchObject([{ path }]);
    expect((await linksIn(owner, id)).data).toEqual([]);
  });

  test('is listed by pages, the newest first', async () => {
    const id = await ownFactory();
    const made = [];
    for (let n = 0; n < 3; n++) made.unshift((await share(owner, id, { label: `${n}` })).link.id);
    const first = await linksIn(owner, id, '?limit=2');
    expect(first).toMatchObject({ data: made.slice(0, 2).map((linkId) => ({ id: linkId })), nextCursor: made[1] });
    expect(await linksIn(owner, id, `?limit=2&cursor=${made[1]}`)).toMatchObject({
      data: [{ id: made[2] }],
      nextCursor: null,
    });
    refused(await owner.keyed.get(`${linksAt(await ownFactory())}?cursor=${made[1]}`), 'INVALID_CURSOR');
  });

  test('is refused when the factory has fifty links, also for concurrent requests', async () => {
    const id = await ownFactory();
    await market.pool.query(
      `insert into share_links (id, factory_id, secret_sha256, hidden_fields, created_at)
       select gen_random_uuid(), $1::bigint, sha256(convert_to($1::bigint || ':' || n, 'UTF8')), '{}', now() from generate_series(1, $2) n`,
      [id, maxShareLinks - 1],
    );
    const replies = await Promise.all([1, 2, 3].map(() => owner.api.post(linksAt(id), {})));
    const [taken, ...rest] = replies.toSorted((one, other) => one.status - other.status);
    expect(taken?.status).toBe(201);
    for (const reply of rest) expect(refused(reply, 'INVALID_STATE')).toMatchObject({ status: 'LIMIT_REACHED' });
  });

  test('is not found by another user, in another factory and after it was deleted', async () => {
    const id = await ownFactory();
    const { link } = await share(owner, id);
    const path = `${linksAt(id)}/${link.id}`;
    refused(await stranger.api.delete(path), 'RESOURCE_NOT_FOUND');
    refused(await stranger.api.post(linksAt(id), {}), 'RESOURCE_NOT_FOUND');
    refused(await stranger.keyed.get(linksAt(id)), 'RESOURCE_NOT_FOUND');
    refused(await owner.api.delete(`${linksAt(await ownFactory())}/${link.id}`), 'RESOURCE_NOT_FOUND');
    dataOf(await owner.api.delete(path));
    refused(await owner.api.delete(path), 'RESOURCE_NOT_FOUND');
  });
});

test('creating and deleting a link fail when the factory is deleted first', async () => {
  const id = await ownFactory();
  const { link } = await share(owner, id);
  const deletion = 'update factories set deleted_at = now() where id = $1';
  const requests = [
    () => owner.api.post(linksAt(id), {}, { key: null }),
    () => owner.api.delete(`${linksAt(id)}/${link.id}`, { key: null }),
  ];
  for (const reply of await locks.during(deletion, [id], requests)) refused(reply, 'RESOURCE_NOT_FOUND');
});

describe('the report of a link', () => {
  const statusOf = async (path: string) => (await read(path)).status;

  test('is read without an account, until the link is deleted', async () => {
    const id = await ownFactory();
    const { link, path } = await share(owner, id);
    expect(await statusOf(path)).toBe(200);
    dataOf(await owner.api.delete(`${linksAt(id)}/${link.id}`));
    expect(await statusOf(path)).toBe(404);
    expect(await statusOf(link.sharePath)).toBe(404);
  });

  test('ends with its factory', async () => {
    const id = await ownFactory();
    const { link, path } = await share(owner, id);
    dataOf(await owner.api.delete(`/factories/${id}`));
    expect(await statusOf(path)).toBe(404);
    const { links } = await market.one('select count(*)::int as links from share_links where id = $1', [link.id]);
    expect(links).toBe(0);
  });

  test('is the same 404 for unknown, expired, malformed and deleted links', async () => {
    const id = await ownFactory();
    const expired = await share(owner, id, { expiresAt: '2099-01-01T00:00:00Z' });
    await market.pool.query(
      `update share_links set created_at = now() - interval '2 days', expires_at = now() - interval '1 second' where id = $1`,
      [expired.link.id],
    );
    const gone = await share(owner, id);
    await owner.api.delete(`${linksAt(id)}/${gone.link.id}`);
    const secrets = [expired.secret, gone.secret, randomBytes(32).toString('base64url'), 'x'];
    const answers = await Promise.all(secrets.map((secret) => read(`/api/v1/factory-reports/${secret}`)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  });
});
