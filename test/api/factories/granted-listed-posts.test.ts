import { randomInt } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { Platform } from '../../../schema/shared/enums.ts';
import { refused } from '../../support/contract/expectations.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import { marketOf } from '../../support/market/market.ts';
import type { Person } from '../../support/market/people.ts';
import { aVideo, aVideoId } from '../../support/market/posts.ts';
import { aHandle } from '../../support/market/sellers.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { connect } from '../../support/social/sign-in.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl, socialUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anOwner, aFactory, add } = factoriesOf(baseUrl);
afterAll(() => market.close());

const contentIds = {
  TIKTOK: () => `7${Array.from({ length: 18 }, () => randomInt(10)).join('')}`,
  INSTAGRAM: () => `C${aVideoId()}`,
};
type Granted = keyof typeof contentIds;

const addressOf = (platform: Granted, id: string, handle: string) =>
  platform === 'TIKTOK' ? `https://www.tiktok.com/@${handle}/video/${id}` : `https://www.instagram.com/p/${id}/`;

/** A user who has connected an account with one post. */
async function aPublisher(platform: Granted) {
  const owner = await anOwner();
  dataOf(await owner.api.patch('/me', { roles: ['ADVERTISER', 'CREATOR'] }));
  const handle = aHandle().replaceAll('-', '');
  const contentId = contentIds[platform]();
  await simulatorOf(socialUrl, platform).change(handle, { posts: [aVideo(contentId)] });
  await connect(owner, handle, { platform });
  const account = (await owner.api.get('/social-accounts')).body.data[0];
  return { owner, handle, socialAccountId: account.id, url: addressOf(platform, contentId, handle) };
}

const addPost = async (owner: Person, url: string, factory?: { id: number }) =>
  owner.api.post(`/factories/${(factory ?? (await aFactory(owner))).id}/posts`, { url });

const share = async (owner: Person, socialAccountId: number, enabled = true) =>
  dataOf(await owner.api.put(`/social-accounts/${socialAccountId}/sharing`, { enabled }));

describe.each(['TIKTOK', 'INSTAGRAM'] as const satisfies readonly Platform[])(
  'a post of a connected account at %s',
  (platform) => {
    test('the post is added for the owner of the account, and scanned under its grant', async () => {
      const { owner, handle, url, socialAccountId } = await aPublisher(platform);
      const post = dataOf(await addPost(owner, url), 201);
      expect(post).toMatchObject({ platform, url, lastScannedAt: null });
      const account = await market.one(
        `select handle, mode, external_id, social_account_id::int as "socialAccountId" from factory_accounts where id = $1`,
        [post.factoryAccountId],
      );
      const externalId = simulatorOf(socialUrl, platform).externalIdOf(handle);
      expect(account).toEqual({ handle, mode: 'LISTED', external_id: externalId, socialAccountId });
    });

    test('a post of an account that nobody has connected is refused', async () => {
      const refusal = await addPost(await anOwner(), addressOf(platform, contentIds[platform](), 'drinksdaily'));
      refused(refusal, 'INVALID_STATE');
      expect(refusal.body).toMatchObject({ status: 'GRANT_REQUIRED', allowedActions: ['connections'] });
    });

    test('a post that the account does not have is refused', async () => {
      const { owner, handle } = await aPublisher(platform);
      refused(await addPost(owner, addressOf(platform, contentIds[platform](), handle)), 'INVALID_PROOF');
    });

    test('a post of an account whose connection has ended is refused', async () => {
      const { owner, url, socialAccountId } = await aPublisher(platform);
      dataOf(await owner.api.delete(`/social-accounts/${socialAccountId}/connection`));
      expect(refused(await addPost(owner, url), 'INVALID_STATE').status).toBe('GRANT_REQUIRED');
    });
  },
);

test('a post at TikTok is added for another user only with the consent of the owner of its account', async () => {
  const { owner, url, socialAccountId } = await aPublisher('TIKTOK');
  const other = await anOwner();
  expect(refused(await addPost(other, url), 'INVALID_STATE').status).toBe('GRANT_REQUIRED');
  await share(owner, socialAccountId);
  dataOf(await addPost(other, url), 201);
});

test('a factory of another user reads an account only while the owner of the account consents', async () => {
  const { owner, url, socialAccountId } = await aPublisher('TIKTOK');
  await share(owner, socialAccountId);
  const { factoryAccountId } = dataOf(await addPost(await anOwner(), url), 201);
  const mayRead = async () => {
    const { read } = await market.one(
      `select factory_may_read(a, f.owner_id) as read from factory_accounts a join factories f on f.id = a.factory_id where a.id = $1`,
      [factoryAccountId],
    );
    return read;
  };
  expect(await mayRead()).toBe(true);
  await share(owner, socialAccountId, false);
  expect(await mayRead()).toBe(false);
});

test('a post at Instagram of another user is added to a factory that watches its account', async () => {
  const { owner, handle, url, socialAccountId } = await aPublisher('INSTAGRAM');
  await share(owner, socialAccountId);
  const other = await anOwner();
  const factory = await aFactory(other);
  expect(refused(await addPost(other, url, factory), 'INVALID_STATE').status).toBe('GRANT_REQUIRED');
  const account = dataOf(await add(other, factory, { platform: 'INSTAGRAM', handle }), 201);
  expect(dataOf(await addPost(other, url, factory), 201).factoryAccountId).toBe(account.id);
});

test('a story is asked for until it ends, and a photo as long as it is tracked', async () => {
  const { owner, handle, url } = await aPublisher('INSTAGRAM');
  const factory = await aFactory(owner);
  const id = `3${Array.from({ length: 18 }, () => randomInt(10)).join('')}`;
  const posts = [
    aVideo(id, { media: 'STORY', publishedAt: new Date().toISOString() }),
    aVideo(url.split('/').at(-2) ?? ''),
  ];
  await simulatorOf(socialUrl, 'INSTAGRAM').change(handle, { posts });
  const photo = dataOf(await addPost(owner, url, factory), 201);
  const story = dataOf(await addPost(owner, `https://www.instagram.com/stories/${handle}/${id}/`, factory), 201);
  const hours = [1, 23, 24, 100];
  const askedAt = async (post: { id: number }) => {
    const { asked } = await market.one(
      `select array_agg(factory_is_due(p, 30, 4, p.published_at + hours * interval '1 hour') order by hours) as asked
       from factory_posts p, unnest($2::int[]) hours where p.id = $1`,
      [post.id, hours],
    );
    return asked;
  };
  expect(await askedAt(story)).toEqual([true, true, false, false]);
  expect(await askedAt(photo)).toEqual([true, true, true, true]);
});

test('an account whose only post is a story that has ended is due once an interval', async () => {
  const { owner, handle } = await aPublisher('INSTAGRAM');
  const factory = await aFactory(owner);
  const id = `3${Array.from({ length: 18 }, () => randomInt(10)).join('')}`;
  const story = aVideo(id, { media: 'STORY', publishedAt: new Date().toISOString() });
  await simulatorOf(socialUrl, 'INSTAGRAM').change(handle, { posts: [story] });
  const { factoryAccountId } = dataOf(
    await addPost(owner, `https://www.instagram.com/stories/${handle}/${id}/`, factory),
    201,
  );
  await market.pool.query(
    `with ended as (update factory_posts set last_scanned_at = published_at, published_at = published_at - interval '30 hours' where account_id = $1),
       due as (update factory_accounts set turn = 'SCAN', due_at = now() where id = $1 returning id) select from due`,
    [factoryAccountId],
  );
  await market.pool.query(
    `select from factory_claim_scans(now(), now() + interval '15 minutes', 1000, '{}', array['INSTAGRAM'], 1)`,
  );
  const { hours } = await market.one(
    'select round(extract(epoch from due_at - now()) / 3600)::int as hours from factory_accounts where id = $1',
    [factoryAccountId],
  );
  expect(hours).toBe(
    (await market.one('select interval_hours from factories where id = $1', [factory.id])).interval_hours,
  );
});
