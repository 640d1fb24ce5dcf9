import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { refused } from '../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import { type Creator, marketOf } from '../../support/market/market.ts';
import { anAudience, anUploadedSession, recorderOf, rejecting, verifying } from '../../support/market/recordings.ts';
import { aChannel, sellersOf } from '../../support/market/sellers.ts';
import { shared } from '../../support/stack/shared.ts';
import { withinASecond } from '../catalog/shelf.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const sellers = sellersOf(market);
const people = peopleOf(baseUrl, market);
const guest = clientOf(baseUrl, null, '/api/v1');
let creator: Person;
let staff: Person;
beforeAll(async () => {
  creator = await people.aPerson({ roles: ['CREATOR'] });
  staff = await people.aPerson({ roles: ['STAFF'] });
});
afterAll(() => market.close());

const decide = (sessionId: number, body: object) => staff.twin.post(`/staff/stats-sessions/${sessionId}/decide`, body);
const statsOf = async (person: Person, accountId: number) =>
  (await person.twin.get(`/social-accounts/${accountId}/stats`)).body.data;
const countSnapshots = async (sessionId: number): Promise<number> =>
  (await market.one('select count(*)::int as n from audience_snapshots where session_id = $1', [sessionId])).n;

/** A session of the creator that waits for staff. */
async function underReview({ owner = creator } = {}) {
  const accountId = await sellers.anAccount(owner.id, { platform: 'TIKTOK' });
  return { accountId, sessionId: await anUploadedSession(market, accountId) };
}

/** A published creator whose only channel is on an account, with a recording that waits for staff. */
async function aShop(): Promise<{ seller: Person & Creator; accountId: number; sessionId: number }> {
  const person = await people.aPerson({ roles: ['ADVERTISER'] });
  await market.pool.query(`update users set roles = '{CREATOR}' where id = $1`, [person.id]);
  const { publicId } = await market.aCreator({ userId: person.id });
  const { accountId, sessionId } = await underReview({ owner: person });
  const channel = await aChannel(person, { kind: 'NATIVE', socialAccountId: accountId });
  await market.pool.query(
    `insert into service_listings (channel_id, creator_id, type, variant, unit, proof_modes, title, base_price, usage_terms, is_published)
     values ($1, $2, 'VIDEO', 'MENTION', 'VIDEO', '{PUBLIC_URL}', 'A mention', 1000000, 'Anywhere.', true)`,
    [channel.id, person.id],
  );
  await market.refresh(person.id);
  return { seller: { ...person, publicId }, accountId, sessionId };
}

/** Whether the catalog finds the creator by the country of its audience. */
async function isFound({ seller }: { seller: Person & Creator }, country: string): Promise<boolean> {
  const { handle } = await market.one('select handle from channels where creator_id = $1', [seller.id]);
  const { body } = await guest.get(`/creator-catalog?q=${handle}&audienceGeo=${country}`);
  return body.data.some(({ publicId }: { publicId: string }) => publicId === seller.publicId);
}

describe('a verified recording', () => {
  test('is the verified audience of its account, as staff has read it', async () => {
    const { accountId, sessionId } = await underReview();
    const audience = anAudience({ geo: [{ country: 'us', share: 0.6 }] });
    const reply = await decide(sessionId, { outcome: 'VERIFIED', audience });
    expect(reply.body.data).toMatchObject({ id: sessionId, status: 'VERIFIED', reviewerId: staff.id, reason: null });
    const stats = await statsOf(creator, accountId);
    expect(stats.session).toMatchObject({ id: sessionId, status: 'VERIFIED', reason: null });
    expect(stats.session.decidedAt).toBe(reply.body.data.decidedAt);
    expect(stats.audience).toEqual({
      ...audience,
      geo: [{ country: 'US', share: 0.6 }],
      source: 'SCREEN_RECORDING',
      verifiedAt: stats.session.decidedAt,
    });
    const list = await creator.twin.get('/social-accounts?platform=TIKTOK&limit=1');
    expect(list.body.data[0]).toMatchObject({ id: accountId, statsAvailability: 'AVAILABLE' });
  });

  test('lets audienceGeo find the creator within a second, and only in its countries', async () => {
    const shop = await aShop();
    expect(await isFound(shop, 'US')).toBe(false);
    expect((await decide(shop.sessionId, verifying())).status).toBe(200);
    expect(await withinASecond(() => isFound(shop, 'US'))).toBe(true);
    expect(await isFound(shop, 'FR')).toBe(false);
  });

  test('keeps its audience when a connection of the account ends', async () => {
    const { accountId, sessionId } = await underReview();
    await decide(sessionId, verifying());
    await market.pool.query(
      `insert into social_grants (social_account_id, platform, scopes, status, sealed_access, due_at, connected_at, updated_at)
       values ($1, 'TIKTOK', '{}', 'ACTIVE', 'sealed', now() + interval '1 day', now(), now())`,
      [accountId],
    );
    expect((await creator.twin.delete(`/social-accounts/${accountId}/connection`)).body.data).toMatchObject({
      statsAvailability: 'AVAILABLE',
    });
    expect((await statsOf(creator, accountId)).audience.source).toBe('SCREEN_RECORDING');
  });

  test('is followed by the next ones: the history has the newest statistics first', async () => {
    const { accountId, sessionId } = await underReview();
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await decide(sessionId, verifying({ capturedAt: ago(10) }));
    await decide(await anUploadedSession(market, accountId), verifying({ capturedAt: ago(20), periodDays: 7 }));
    const { session, audience, history } = await statsOf(creator, accountId);
    expect(session.status).toBe('VERIFIED');
    expect(history.map(({ periodDays }: { periodDays: number }) => periodDays)).toEqual([28, 7]);
    expect(audience).toEqual(history[0]);
  });

  test('is refused if its statistics are too old or in the future', async () => {
    const { sessionId } = await underReview();
    for (const days of [-1, 91]) {
      const capturedAt = new Date(Date.now() - days * 86_400_000).toISOString();
      const reply = await decide(sessionId, verifying({ capturedAt }));
      refused(reply, 'VALIDATION_FAILED');
      expect(reply.body.issues).toMatchObject([{ path: 'audience.capturedAt' }]);
    }
    expect(await countSnapshots(sessionId)).toBe(0);
  });
});

describe('a rejected recording', () => {
  test('stores no audience, tells its owner the reason, and allows another session', async () => {
    const { accountId, sessionId } = await underReview();
    expect((await decide(sessionId, rejecting)).body.data).toMatchObject({
      status: 'REJECTED',
      reason: rejecting.reason,
    });
    const stats = await statsOf(creator, accountId);
    expect(stats).toMatchObject({
      session: { status: 'REJECTED', reason: rejecting.reason },
      audience: null,
      history: [],
    });
    expect((await recorderOf(creator.twin, accountId).open()).status).toBe(201);
  });

  test('does not let audienceGeo find the creator', async () => {
    const shop = await aShop();
    await decide(shop.sessionId, rejecting);
    expect(await withinASecond(() => isFound(shop, 'US'))).toBe(false);
  });
});
