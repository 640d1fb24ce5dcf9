import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../support/client.ts';
import { peopleOf } from '../../../support/contract/people.ts';
import { type GrantedPost, grantedPostsOf } from '../../../support/market/granted-posts.ts';
import type { Market } from '../../../support/market/market.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import type { controlOf } from '../../../support/stack/control.ts';
import { isOnDiagonal } from '../../../support/stack/depth.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let posts: ReturnType<typeof grantedPostsOf>;
let staff: Client;
ownMarket(async (own) => {
  ({ stack, market, control } = own);
  posts = grantedPostsOf(stack, market);
  staff = (await peopleOf(stack.baseUrl, market).aPerson({ roles: ['STAFF'] })).twin;
});

const counts = { views: 1_000, likes: 40, comments: 3 };
const nothing = { views: null, likes: null, comments: null, saves: null };
const hidden = (reason: string) => ({
  ...{ ...nothing, reason, fallen: [] },
  reasons: { views: reason, likes: reason, comments: reason, saves: reason },
});

/** Measures the post, and returns the time of the measurement. */
async function measure(post: GrantedPost): Promise<string> {
  const before = (await posts.measurementsOf(post)).length;
  await posts.makeDue(post);
  await control.run('take-due-platform-work');
  expect(await posts.measurementsOf(post)).toHaveLength(before + 1);
  return (await ownersView(post))[0].measuredAt;
}

/** The metrics in every answer about the post for its owner. All are equal. */
async function ownersView({ work, owner }: GrantedPost) {
  const path = `/placement-assignments/${work.id}`;
  const [first, ...others] = [
    (await owner.api.get(`${path}/deliverables`)).body.data,
    (await work.creator.api.get(path)).body.data.deliverables,
    (await work.creator.api.get('/placement-assignments')).body.data[0].deliverables,
  ].map(([{ metrics }]) => metrics);
  for (const other of others) expect(other).toEqual(first);
  return first;
}

/** The metrics in every answer about the post for others: its advertiser and staff. All are equal. */
async function othersView({ work }: GrantedPost) {
  const path = `/placement-assignments/${work.id}`;
  const { api } = work.advertiser;
  const [first, ...others] = [
    (await api.get(`${path}/deliverables`)).body.data,
    (await api.get(path)).body.data.deliverables,
    (await api.get('/placement-assignments')).body.data[0].deliverables,
    (await staff.get(`/staff/assignments/${work.id}`)).body.data.deliverables,
  ].map(([{ metrics }]) => metrics);
  for (const other of others) expect(other).toEqual(first);
  return first;
}

/** The analytics of the post's advertiser: of all orders and of this one. */
async function analyticsOf({ work: { advertiser, orderId } }: GrantedPost) {
  const [all, ofOrder] = await Promise.all(
    ['/analytics/placements', `/placement-orders/${orderId}/analytics`].map((path) => advertiser.api.get(path)),
  );
  const { engagement } = all?.body.data ?? {};
  expect(ofOrder?.body.data.engagement).toEqual(engagement);
  return engagement;
}

describe.each(['TIKTOK', 'INSTAGRAM'] as const)('at %s', (platform) => {
  const isTested = (column: number) => isOnDiagonal(platform === 'TIKTOK' ? 0 : 1, column, 2);
  const saves = platform === 'INSTAGRAM' ? 12 : null;
  const known = { ...counts, saves };
  const unknown = { updatedAt: null, erCoverage: { measuredPosts: 0, totalPosts: 1 } };
  const aPost = async (shareMetrics: boolean) => {
    const post = await posts.aGrantedPost(platform, { shareMetrics });
    await post.film({ ...counts, saves: 12 });
    return post;
  };

  test.runIf(isTested(0))(
    'a post is measured under the grant, and without a consent only its owner sees it',
    async () => {
      const post = await aPost(false);
      await measure(post);
      await posts.approve(post.work);
      expect(await ownersView(post)).toMatchObject([known]);
      expect(await othersView(post)).toMatchObject([hidden('WITHHELD')]);
      expect(await analyticsOf(post)).toMatchObject(unknown);
    },
  );

  test.runIf(isTested(1))(
    'metrics are hidden from others at once when the consent is withdrawn, and return with their own times',
    async () => {
      const post = await aPost(true);
      const measuredAt = await measure(post);
      await posts.approve(post.work);
      const engaged = { views: 1_000, saves, updatedAt: measuredAt, erCoverage: { measuredPosts: 1, totalPosts: 1 } };
      expect(await othersView(post)).toMatchObject([{ ...known, measuredAt }]);
      expect(await analyticsOf(post)).toMatchObject(engaged);

      await post.share(false);
      expect(await othersView(post)).toMatchObject([hidden('WITHHELD')]);
      expect(await analyticsOf(post)).toMatchObject(unknown);
      expect(await ownersView(post)).toMatchObject([{ ...known, measuredAt }]);

      await control.moveOn(60_000);
      await post.share(true);
      expect(await othersView(post)).toMatchObject([{ ...known, measuredAt }]);
      expect(await analyticsOf(post)).toMatchObject(engaged);
    },
  );

  test.runIf(isTested(2))('a consent shows others what was measured before', async () => {
    const post = await aPost(false);
    const measuredAt = await measure(post);
    await posts.approve(post.work);
    await post.share(true);
    expect(await othersView(post)).toMatchObject([{ ...known, measuredAt }]);
    expect(await analyticsOf(post)).toMatchObject({ views: 1_000, saves, updatedAt: measuredAt });
  });

  test.runIf(isTested(3))('a repeated answer hides metrics as a new one does, and the key stores none', async () => {
    const post = await aPost(true);
    const measuredAt = await measure(post);
    const { advertiser, creator, id } = post.work;
    const { version } = (await advertiser.api.get(`/placement-assignments/${id}`)).body.data;
    const approve = { key: randomUUID(), body: { expectedVersion: version } };
    const approved = () => advertiser.api.send('POST', `/placement-assignments/${id}/approve`, approve);
    const first = await approved();
    expect(first.body.data.deliverables[0].metrics).toMatchObject([{ ...known, measuredAt }]);
    expect((await approved()).body).toEqual(first.body);

    await post.share(false);
    const [again] = (await approved()).body.data.deliverables;
    expect(again).toEqual({
      ...first.body.data.deliverables[0],
      metrics: [expect.objectContaining(hidden('WITHHELD'))],
    });
    const { rows } = await market.pool.query(
      `select body from idempotency_keys where owner_id in ($1, $2) and body like '%"metrics":[{%'`,
      [advertiser.id, creator.id],
    );
    expect(rows).toEqual([]);

    // The former version stored the metrics.
    await market.pool.query('update idempotency_keys set body = $2 where key = $1', [approve.key, first.text]);
    expect((await approved()).body.data.deliverables).toEqual([again]);
  });

  test.runIf(isTested(4))('a repeated answer has no metrics if the first one came before the measurement', async () => {
    const post = await aPost(true);
    await posts.must(posts.act(post.work, post.work.advertiser.api, 'request-changes'));
    const { version, url } = (await post.owner.api.get(`/placement-assignments/${post.work.id}`)).body.data
      .deliverables[0];
    const path = `/placement-assignments/${post.work.id}/deliverables/${post.deliverableId}`;
    const change = { key: randomUUID(), body: { expectedVersion: version, url, note: 'The final cut.' } };
    const first = (await post.owner.api.send('PUT', path, change)).body.data;
    expect(first).toMatchObject({ note: 'The final cut.', metrics: [] });
    await posts.submit(post.work);
    await measure(post);
    expect((await post.owner.api.send('PUT', path, change)).body.data).toEqual(first);
  });

  test.runIf(isTested(5))('a repeated answer to the creator has no metrics once the connection has ended', async () => {
    const post = await aPost(true);
    await measure(post);
    await posts.must(posts.act(post.work, post.work.advertiser.api, 'request-changes'));
    const { version, url } = (await post.owner.api.get(`/placement-assignments/${post.work.id}`)).body.data
      .deliverables[0];
    const path = `/placement-assignments/${post.work.id}/deliverables/${post.deliverableId}`;
    const change = { key: randomUUID(), body: { expectedVersion: version, url, note: 'The final cut.' } };
    const changed = async () => (await post.owner.api.send('PUT', path, change)).body.data;
    const first = await changed();
    expect(first).toMatchObject({ note: 'The final cut.', metrics: [known] });
    expect(await changed()).toEqual(first);
    expect((await post.owner.api.delete(`/social-accounts/${post.accountId}/connection`)).status).toBe(200);
    expect(await changed()).toEqual({ ...first, metrics: [] });
  });

  test.runIf(isTested(6))(
    'the end of the connection hides metrics from everyone, and the nightly sweep deletes them',
    async () => {
      const post = await aPost(true);
      await measure(post);
      await posts.approve(post.work);
      expect((await post.owner.api.delete(`/social-accounts/${post.accountId}/connection`)).status).toBe(200);
      expect([await ownersView(post), await othersView(post)]).toEqual([[], []]);
      expect(await analyticsOf(post)).toMatchObject(unknown);
      expect(await posts.measurementsOf(post)).toHaveLength(1);
      await control.run('sweep-metrics');
      expect(await posts.measurementsOf(post)).toEqual([]);
    },
  );

  test.runIf(isTested(7))(
    'metrics are hidden from others when the platform ends the grant, and their owner still sees them',
    async () => {
      const post = await aPost(true);
      const measuredAt = await measure(post);
      await posts.approve(post.work);
      await simulatorOf(stack.socialUrl, platform).revokeAt(post.handle);
      await posts.makeDue(post);
      await control.run('take-due-platform-work');
      expect(await othersView(post)).toMatchObject([hidden('NOT_GRANTED')]);
      expect(await analyticsOf(post)).toMatchObject(unknown);
      expect(await ownersView(post)).toMatchObject([{ ...known, measuredAt }]);
      const { failures, dueAt } = await posts.scanOf(post);
      expect([failures, Math.round((dueAt.getTime() - (await control.now()).getTime()) / 3_600_000)]).toEqual([0, 24]);
    },
  );
});

describe('a new sign-in', () => {
  let post: GrantedPost;
  beforeEach(async () => {
    post = await posts.aGrantedPost('TIKTOK', { shareMetrics: true });
    await post.film(counts);
    await measure(post);
    await posts.approve(post.work);
  });

  test('a sign-in that does not repeat the consent withdraws it, and metrics are hidden from others at once', async () => {
    await post.connectAgain(false);
    expect(await othersView(post)).toMatchObject([hidden('WITHHELD')]);
    expect(await analyticsOf(post)).toMatchObject({ updatedAt: null, erCoverage: { measuredPosts: 0 } });
    const { rows } = await market.pool.query(
      'select kind from account_consents where social_account_id = $1 order by at, kind',
      [post.accountId],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['GIVEN', 'WITHDRAWN']);
  });
});
