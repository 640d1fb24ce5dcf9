import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import type { Market } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { connect } from '../../support/social/sign-in.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let simulator: ReturnType<typeof simulatorOf>;
ownMarket(async (own) => {
  ({ stack, market, control } = own);
  simulator = simulatorOf(stack.socialUrl, 'INSTAGRAM');
});

const must = async (reply: Promise<{ status: number; body: { data: never } }>) => {
  const { status, body } = await reply;
  expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), body]);
  return body.data as Record<string, never>;
};
const send = (person: Person, method: 'post' | 'put' | 'patch', path: string, body: object) =>
  must(person.api[method](path, body));

/** A creator who did everything by the API: connected the account, made a channel of it, priced and published. */
async function aPublishedCreator({ shareMetrics = true } = {}) {
  const handle = `shown${randomBytes(5).toString('hex')}`;
  const posts = [1, 2, 3].map((n) => ({ id: `${n}${handle}`.slice(0, 11), views: n * 100, publishedAt: daysAgo(n) }));
  await simulator.change(handle, { posts, audience: { geo: { AT: 0.7, DE: 0.3 }, demo: { f: { '18-24': 1 } } } });
  const creator = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
  await connect(creator, handle, { platform: 'INSTAGRAM', shareMetrics });
  const [{ id }] = (await creator.api.get('/social-accounts')).body.data;
  const profile = await must(creator.api.get('/influencer-profile'));
  await send(creator, 'patch', '/influencer-profile', { expectedVersion: profile.version, displayName: handle });
  const channel = await send(creator, 'post', '/influencer-channels', { kind: 'NATIVE', socialAccountId: id });
  const service = {
    ...{ type: 'SHORT_VIDEO', variant: 'MENTION', proofModes: ['PUBLIC_URL'], title: 'A mention', priceCents: '10000' },
    ...{ packageOptions: [{ quantity: 1, discountBps: 0 }], usageTerms: 'Anywhere.', published: true },
  };
  const pricing = { expectedVersion: 1, services: [service] };
  await send(creator, 'put', `/influencer-channels/${channel.id}/pricing`, pricing);
  await send(creator, 'post', '/influencer-profile/page/publish', {});
  return { creator, id: Number(id), handle, publicId: String(profile.publicId) };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const fire = () => control.run('take-due-platform-work', 'expire-audiences', 'sweep-catalog');

async function isFound(handle: string, query: string): Promise<boolean> {
  const { body } = await clientOf(stack.baseUrl, null, '/api/v1').get(`/creator-catalog?q=${handle}&${query}`);
  return body.data.length === 1;
}
const pageOf = async (publicId: string) =>
  (await clientOf(stack.baseUrl, null, '/api/v1').get(`/creator-pages/${publicId}`)).body.data;
const afterASecond = () => control.moveOn(1_000);

describe('a creator who has connected an account and published by the API alone', () => {
  test('is found by the audience, and no longer found a second after the connection ends', async () => {
    const { creator, id, handle, publicId } = await aPublishedCreator();
    await fire();
    await afterASecond();
    expect(await isFound(handle, 'audienceGeo=at')).toBe(true);
    const [channel] = (await pageOf(publicId)).channels;
    expect(channel.audience).toMatchObject({ source: 'PLATFORM_API', geo: [{ country: 'AT' }, { country: 'DE' }] });
    await must(creator.api.delete(`/social-accounts/${id}/connection`));
    await afterASecond();
    expect(await isFound(handle, 'audienceGeo=AT')).toBe(false);
    expect((await pageOf(publicId)).channels[0]).not.toHaveProperty('audience');
  });

  test('shows average views while the owner consents, and none within a second after the consent is withdrawn', async () => {
    const { creator, id, publicId } = await aPublishedCreator();
    await fire();
    await afterASecond();
    expect((await pageOf(publicId)).metrics).toMatchObject([{ value: 200, sampleSize: 3 }]);
    await must(creator.api.put(`/social-accounts/${id}/sharing`, { enabled: false }));
    await afterASecond();
    expect((await pageOf(publicId)).metrics).toMatchObject([{ value: null, sampleSize: 0, measuredAt: null }]);
    await market.pool.query(`update channels set views_measured_at = views_measured_at - interval '1 hour'`);
    await must(creator.api.put(`/social-accounts/${id}/sharing`, { enabled: true }));
    await fire();
    await afterASecond();
    expect((await pageOf(publicId)).metrics).toMatchObject([{ value: 200, sampleSize: 3 }]);
  });

  test('shows nothing that was read under the connection without a consent, but sees it', async () => {
    const { creator, id, handle, publicId } = await aPublishedCreator({ shareMetrics: false });
    await fire();
    await afterASecond();
    expect(await isFound(handle, 'audienceGeo=AT')).toBe(false);
    expect((await pageOf(publicId)).metrics).toMatchObject([{ value: null, sampleSize: 0 }]);
    const { audience } = await must(creator.api.get(`/social-accounts/${id}/stats`));
    expect(audience).toMatchObject({
      source: 'PLATFORM_API',
      geo: [{ country: 'AT', share: expect.closeTo(0.7, 2) }, { country: 'DE' }],
    });
  });

  test('is not found any more by an audience that was captured 90 days ago', async () => {
    const { handle, id, publicId } = await aPublishedCreator();
    await fire();
    await afterASecond();
    expect(await isFound(handle, 'audienceGeo=AT')).toBe(true);
    await market.pool.query(
      `update audience_snapshots set captured_at = captured_at - interval '90 days' where social_account_id = $1`,
      [id],
    );
    await market.pool.query('update social_grants set audience_due_at = null where social_account_id = $1', [id]);
    await fire();
    await afterASecond();
    expect(await isFound(handle, 'audienceGeo=AT')).toBe(false);
    expect((await pageOf(publicId)).channels[0]).not.toHaveProperty('audience');
  });
});
