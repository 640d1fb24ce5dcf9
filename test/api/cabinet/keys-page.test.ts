import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { filled, visitorOf } from '../../support/cabinet/visitor.ts';
import { clientOf } from '../../support/client.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const path = '/cabinet/settings/keys';
const aVisitor = async () => visitorOf(market, baseUrl, (await market.anAdvertiser()).id);

const keyIn = (html: string): string => /castline_live_[a-z0-9]{12}\.[\w-]{43}/.exec(html)?.[0] ?? '';

test('a person creates a key, sees it once with a request that works, and deletes it', async () => {
  const person = await aVisitor();
  const created = await person.submit(path, 'create', { name: 'Robot', scopes: ['', 'write'] });
  expect({ status: created.status, cache: created.headers.get('cache-control') }).toEqual({
    status: 200,
    cache: 'no-store',
  });
  const key = keyIn(created.html);
  const me = await clientOf(baseUrl, key).get('/me');
  expect(me.body.data.key).toMatchObject({ name: 'Robot', scopes: ['read', 'write'] });

  const list = await person.get(path);
  expect(keyIn(list.html)).toBe('');
  expect(wordsOf(list.html)).toContain('Robot');
  const { id } = me.body.data.key;
  const deleted = await person.follow(await person.submit(path, 'delete', {}, id));
  expect(wordsOf(deleted.html)).toContain('The key is deleted.');
  expect(wordsOf((await person.get(path)).html)).not.toContain('The key is deleted.');
  expect((await clientOf(baseUrl, key).get('/me')).status).toBe(401);
});

test('a refused form shows what was typed, and the issue at its field', async () => {
  const person = await aVisitor();
  const refused = await person.submit(path, 'create', { name: ' ', expiresAt: '2020-01-01T00:00' });
  expect(refused.status).toBe(400);
  expect(refused.html).toMatch(/id="create-name"[^>]*aria-describedby="create-name-hint create-name-error"/);
  expect(refused.html).toContain('value="2020-01-01T00:00"');
  expect(hasForm(refused.html, 'create')).toBe(true);
});

test('a person cannot delete a key of another person', async () => {
  const [owner, other] = [await aVisitor(), await aVisitor()];
  const key = keyIn((await owner.submit(path, 'create', { name: 'Mine' })).html);
  const { id } = (await clientOf(baseUrl, key).get('/me')).body.data.key;
  const refused = await other.post(path, [
    ['form', 'delete'],
    ['of', id],
    ['idempotencyKey', randomUUID()],
  ]);
  expect(refused.status).toBe(404);
  expect((await clientOf(baseUrl, key).get('/me')).status).toBe(200);
});

test('a form that is sent twice creates one key, and a refused one can be sent again', async () => {
  const person = await aVisitor();
  const { html } = await person.get(path);
  const fields = formIn(html, 'create');
  const refused = await person.post(path, filled(fields, { name: ' ' }));
  expect(refused.status).toBe(400);
  const typed = filled(fields, { name: 'Robot' });
  const both = await Promise.all([person.post(path, typed), person.post(path, typed)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await person.get(path)).html.match(/>Robot</g)).toHaveLength(1);
});

test('a key says when it was used last, and that it was unused for 90 days', async () => {
  const owner = await aVisitor();
  const key = keyIn((await owner.submit(path, 'create', { name: 'Old robot' })).html);
  expect(wordsOf((await owner.get(path)).html)).toContain('never');
  const { id } = (await clientOf(baseUrl, key).get('/me')).body.data.key;
  const moveBack = (days: number) =>
    market.pool.query(
      `update api_keys set created_at = now() - make_interval(days => 200), last_used_at = now() - make_interval(days => $2) where id = $1`,
      [id, days],
    );
  // The last use is stored after the answer.
  await expect
    .poll(async () => (await market.one('select last_used_at from api_keys where id = $1', [id])).last_used_at)
    .not.toBeNull();
  await moveBack(89);
  expect(wordsOf((await owner.get(path)).html)).not.toContain('unused for 90 days');
  await moveBack(91);
  const { html } = await owner.get(path);
  expect(wordsOf(html)).toContain('unused for 90 days');
  const [used] = html.slice(html.indexOf('Old robot')).match(/data-label="Last use"[\s\S]*?<\/td>/) ?? [];
  const at = (await market.one('select last_used_at from api_keys where id = $1', [id])).last_used_at as Date;
  expect(used).toContain(`datetime="${at.toISOString()}"`);
});

test('a rotation without overlap asks first, shows the new key once, and ends the old one within a second', async () => {
  const owner = await aVisitor();
  const old = keyIn((await owner.submit(path, 'create', { name: 'Robot' })).html);
  const { id } = (await clientOf(baseUrl, old).get('/me')).body.data.key;
  const { html } = await owner.get(path);
  for (const question of ['Replace the key “Robot”?', 'Delete the key “Robot”?'])
    expect(wordsOf(html)).toContain(question);
  expect(html).not.toMatch(/<details class="confirm[^"]*" open/);
  const rotated = await owner.submit(path, 'rotate', { overlapHours: '0' }, id);
  const fresh = keyIn(rotated.html);
  expect([rotated.status, rotated.headers.get('cache-control'), fresh === old]).toEqual([200, 'no-store', false]);
  expect((await clientOf(baseUrl, fresh).get('/me')).body.data.key.name).toBe('Robot');
  await setTimeout(1_000);
  expect((await clientOf(baseUrl, old).get('/me')).status).toBe(401);
});
