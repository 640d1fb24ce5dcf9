import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Market } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { publicStoreOf } from '../../support/object-store.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { connect } from '../../support/social/sign-in.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket(
  async (own) => {
    ({ stack, market, control } = own);
  },
  { vars: { INSTAGRAM_WEBHOOK_VERIFY_TOKEN: 'a token of ours' } },
);

const instagram = () => simulatorOf(stack.socialUrl, 'INSTAGRAM');

type End = (owner: Person, account: { readonly id: number; readonly handle: string }) => Promise<unknown>;
const ends: readonly (readonly [string, End])[] = [
  ['its owner ends the connection', (owner, { id }) => owner.api.delete(`/social-accounts/${id}/connection`)],
  ['its owner deletes the account', (owner, { id }) => owner.api.delete(`/social-accounts/${id}`)],
  ['its owner sells the account', (owner, { id }) => owner.api.post(`/social-accounts/${id}/sold`, {})],
  ['Meta requests the deletion of the data', (_, { handle }) => instagram().requestDeletion(handle)],
];

test.each(ends)('a picture is shown nowhere at once when %s, and its file is deleted within a day', async (_, end) => {
  const owner = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
  const handle = `picture${randomBytes(5).toString('hex')}`;
  await instagram().callAt(`${stack.baseUrl}/platform-events`);
  await connect(owner, handle, { platform: 'INSTAGRAM' });
  const [{ id }] = (await owner.api.get('/social-accounts')).body.data;
  const { avatarUrl } = (await owner.api.post(`/creator/social-accounts/${id}/avatar/refresh`, {})).body.data;
  const objectKey = await keyOf(id);
  expect(await isStored(objectKey)).toBe(true);
  await end(owner, { id, handle });
  await control.untilQueuesAreEmpty();

  const stored = await market.one(
    `select s.title, s.followers, s.avatar_url as url, c.avatar_url as "ofCreator"
     from social_accounts s join creators c on c.user_id = s.owner_id where s.id = $1`,
    [id],
  );
  expect(stored).toEqual({ title: null, followers: null, url: null, ofCreator: null });
  await control.moveOn(1_000);
  expect((await fetch(avatarUrl)).status).toBe(404);
  await control.moveOn(2 * 3_600_000);
  await control.run('sweep-connections');
  expect(await keyOf(id)).toBeNull();
  expect(await isStored(objectKey)).toBe(false);
});

test('a picture that is requested when the connection ends is not stored', async () => {
  const owner = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
  await connect(owner, `picture${randomBytes(5).toString('hex')}`, { platform: 'INSTAGRAM' });
  const [{ id }] = (await owner.api.get('/social-accounts')).body.data;
  const holder = await market.pool.connect();
  try {
    // The refresh waits before it stores what it has read; the end of the connection does not touch this table.
    await holder.query('begin');
    await holder.query('lock table avatars in share mode');
    const refresh = owner.api.post(`/creator/social-accounts/${id}/avatar/refresh`, {});
    const waiting = async () =>
      (await market.one(`select count(*)::int from pg_locks where relation = 'avatars'::regclass and not granted`))
        .count;
    await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(1);
    expect((await owner.api.delete(`/social-accounts/${id}/connection`)).status).toBe(200);
    await holder.query('commit');
    expect((await refresh).body.code).toBe('ACCOUNT_ACCESS_DENIED');
  } finally {
    holder.release();
  }
  await control.untilNothingIsDeferred();
  expect(await keyOf(id)).toBeNull();
  expect((await owner.api.get('/social-accounts')).body.data).toMatchObject([{ id, avatarUrl: null }]);
});

const keyOf = async (id: number) =>
  (await market.one('select max(object_key) as key from avatars where social_account_id = $1', [id])).key;

async function isStored(objectKey: string): Promise<boolean> {
  const file = await publicStoreOf(stack.storeUrl).read(objectKey);
  await file?.cancel();
  return file !== null;
}
