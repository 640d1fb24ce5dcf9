import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Reply } from '../../../support/client.ts';
import type { Market } from '../../../support/market/market.ts';
import { aPerson, type Person, untilStatus } from '../../../support/market/people.ts';
import { depth } from '../../../support/stack/depth.ts';
import { heldKey, whileHeld } from '../../../support/stack/held-rows.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

// A separate stack, because the control affects everybody.
let stack: OwnStack;
let market: Market;
let staff: Person;
ownMarket(async (own) => {
  ({ stack, market } = own);
  staff = await aPerson(stack.baseUrl);
  await market.pool.query(`update users set roles = '{STAFF}' where id = $1`, [staff.userId]);
  // A new role takes effect within one second.
  await untilStatus(() => staff.api.put(control, { enabled: true }), 200, 5_000);
});

const retries = depth(20, 100);

const control = '/staff/controls/publication';
const switchTo = async (enabled: boolean) => expect((await staff.api.put(control, { enabled })).status).toBe(200);

async function aCreator(): Promise<Person> {
  const person = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
  await person.keyed.patch('/influencer-profile', { expectedVersion: 1, displayName: 'Mira Plays' });
  return person;
}
/** The part of an answer that a replay repeats: each answer signs a new preview URL. */
const dataOf = ({ body }: Reply) => ({ ...body.data, previewUrl: null });
const stateOf = async ({ keyed }: Person) => (await keyed.get('/influencer-profile/page')).body.data;
const publish = ({ keyed }: Person, key: string | null, body: object = {}) =>
  keyed.post('/influencer-profile/page/publish', body, { key });

describe('while publication is disabled', () => {
  test.each([
    ['publish', '/influencer-profile/page/publish', {}],
    ['submit', '/influencer-profile/submit', { publishAfterApproval: true }],
  ])('%s stores the intent, and succeeds with the same key once publication is enabled', async (_, path, body) => {
    const creator = await aCreator();
    const key = randomUUID();
    await switchTo(false);
    for (let times = 0; times < 2; times++) {
      const refused = await creator.keyed.post(path, body, { key });
      expect({ status: refused.status, code: refused.body.code }).toEqual({
        status: 503,
        code: 'WRITE_NOT_AVAILABLE_FOR_FEATURE',
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await stateOf(creator)).toMatchObject({
      status: 'NONE',
      version: 1,
      publishIntent: true,
      publishedAt: null,
    });
    await switchTo(true);
    expect(await stateOf(creator)).toMatchObject({ status: 'NONE', publishIntent: true }); // it never happens automatically
    const done = await creator.keyed.post(path, body, { key });
    expect(done.status).toBe(200);
    expect(done.headers.get('idempotent-replayed')).toBe(null);
    expect(done.body.data).toMatchObject({ status: 'PUBLISHED', version: 2, publishIntent: false });
    const replayed = await creator.keyed.post(path, body, { key });
    expect({ dataOf: dataOf(replayed), isReplay: replayed.headers.get('idempotent-replayed') }).toEqual({
      dataOf: dataOf(done),
      isReplay: 'true',
    });
    // A preview URL grants access, so it is never stored, and a replay signs another.
    expect(replayed.body.data.previewUrl).toMatch(/\/creators\/preview\//);
    const { body: stored } = await market.one('select body from idempotency_keys where key = $1', [key]);
    expect(stored).not.toContain('preview/');
    expect((await stateOf(creator)).version).toBe(2);
  });

  test('the key of a stored intent is refused for any other request', async () => {
    const creator = await aCreator();
    const key = randomUUID();
    await switchTo(false);
    await publish(creator, key);
    await switchTo(true);
    expect((await publish(creator, key, { publishAfterApproval: false })).body.code).toBe('IDEMPOTENCY_CONFLICT');
    const patched = await creator.keyed.patch('/influencer-profile', { expectedVersion: 2, bio: 'x' }, { key });
    expect(patched.body.code).toBe('IDEMPOTENCY_CONFLICT');
    expect((await publish(creator, key)).body.data.status).toBe('PUBLISHED');
  });

  test(`${retries} concurrent retries with the key of an intent publish once`, async () => {
    const creator = await aCreator();
    const key = randomUUID();
    await switchTo(false);
    await publish(creator, key);
    await switchTo(true);
    const replies = await Promise.all(Array.from({ length: retries }, () => publish(creator, key)));
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, dataOf(reply)]))).size).toBe(1);
    expect(await stateOf(creator)).toMatchObject({ status: 'PUBLISHED', version: 2 });
  });

  test('a request without a key stores the intent too', async () => {
    const creator = await aCreator();
    await switchTo(false);
    expect((await publish(creator, null)).status).toBe(503);
    expect((await stateOf(creator)).publishIntent).toBe(true);
    await switchTo(true);
    expect((await publish(creator, null)).body.data).toMatchObject({ status: 'PUBLISHED', publishIntent: false });
  });

  test('a private preview works, and clears the intent', async () => {
    const creator = await aCreator();
    await switchTo(false);
    await publish(creator, null);
    const submitted = await creator.keyed.post('/influencer-profile/submit', { publishAfterApproval: false });
    expect(submitted.body.data).toMatchObject({ status: 'PREVIEW', publishIntent: false });
    await switchTo(true);
  });

  test('unpublishing works, and clears the intent', async () => {
    const creator = await aCreator();
    await publish(creator, null);
    await switchTo(false);
    expect((await publish(creator, null)).status).toBe(503);
    const reply = await creator.keyed.post('/influencer-profile/page/unpublish');
    const unpublished = { status: 'UNPUBLISHED', publicUrl: null, publishIntent: false };
    expect(reply.body.data).toMatchObject(unpublished);
    expect(await stateOf(creator)).toMatchObject(unpublished);
    await switchTo(true);
  });

  test('a published page stays, and publishing it again waits', async () => {
    const creator = await aCreator();
    await publish(creator, null);
    await switchTo(false);
    expect((await publish(creator, null)).status).toBe(503);
    expect(await stateOf(creator)).toMatchObject({ status: 'PUBLISHED', publishedVersion: 2, publishIntent: true });
    await switchTo(true);
  });

  test('a profile without a name is refused with the reason, and stores no intent', async () => {
    const nameless = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
    await switchTo(false);
    expect((await publish(nameless, randomUUID())).body.code).toBe('VALIDATION_FAILED');
    expect((await stateOf(nameless)).publishIntent).toBe(false);
    await switchTo(true);
  });
});

describe('publishing again', () => {
  const generations = async () =>
    await market.one('select count(*)::int as n, sum(value)::int as changes from catalog_generations');
  const shown = async ({ userId }: Person) =>
    market.one('select iso(last_modified) as at from catalog_creators where creator_id = $1', [userId]);

  test('changes nothing for readers while the draft equals the published page', async () => {
    const creator = await aCreator();
    await publish(creator, null);
    const { public_id: publicId } = await market.one('select public_id from creators where user_id = $1', [
      creator.userId,
    ]);
    await market.aListing({ creator: { ...creator, id: creator.userId, publicId: String(publicId) } });
    const [before, changes, state] = [await shown(creator), await generations(), await stateOf(creator)];
    const again = await publish(creator, null);
    expect(again.body.data).toMatchObject({ status: 'PUBLISHED', publishedVersion: 3, publishedAt: state.publishedAt });
    expect([await shown(creator), await generations()]).toEqual([before, changes]);
    await creator.keyed.patch('/influencer-profile', { expectedVersion: 2, bio: 'Now about trains.' });
    const changed = await publish(creator, null);
    expect(Date.parse(changed.body.data.publishedAt)).toBeGreaterThan(Date.parse(state.publishedAt));
    expect(await shown(creator)).toEqual({ at: changed.body.data.publishedAt });
  });
});

test('a publication in progress publishes nothing once publication is disabled', async () => {
  const creator = await aCreator();
  const key = randomUUID();
  await switchTo(true);
  const reply = await whileHeld(
    market.pool,
    heldKey(creator.userId, key),
    () => publish(creator, key),
    () => switchTo(false),
  );
  await switchTo(true);
  expect({ status: reply.status, code: reply.body.code }).toEqual({
    status: 503,
    code: 'WRITE_NOT_AVAILABLE_FOR_FEATURE',
  });
  expect(await stateOf(creator)).toMatchObject({ status: 'NONE', publishIntent: true });
});

describe('the publication control', () => {
  test('is changed by staff only, and no other control exists', async () => {
    const creator = await aCreator();
    expect((await creator.api.put(control, { enabled: false })).body.code).toBe('insufficient_scope');
    expect((await staff.keyed.put(control, { enabled: false })).status).toBe(404);
    expect((await staff.api.put('/staff/controls/checkout', { enabled: false })).status).toBe(404);
    expect((await staff.api.put(control, { enabled: 'no' })).body.code).toBe('VALIDATION_FAILED');
    const { updated_by: by } = await market.one('select updated_by from controls');
    expect(Number(by)).toBe(staff.userId);
  });
});
