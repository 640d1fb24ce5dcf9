import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import { sha256Of } from '../../support/market/files.ts';
import { marketOf } from '../../support/market/market.ts';
import { anUploadedSession, aVideo, recorderOf, rejecting, verifying } from '../../support/market/recordings.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { depth } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const sellers = sellersOf(market);
const people = peopleOf(baseUrl, market);
let creator: Person;
let staff: Person;
beforeAll(async () => {
  creator = await people.aPerson({ roles: ['CREATOR'] });
  staff = await people.aPerson({ roles: ['STAFF', 'CREATOR'] });
});
afterAll(() => market.close());

const decide = (sessionId: number, body: object, key?: string, by = staff) =>
  by.twin.post(`/staff/stats-sessions/${sessionId}/decide`, body, key === undefined ? {} : { key });
const download = (sessionId: number, by = staff.twin) => by.get(`/staff/stats-sessions/${sessionId}/download`);
const countSnapshots = async (sessionId: number): Promise<number> =>
  (await market.one('select count(*)::int as n from audience_snapshots where session_id = $1', [sessionId])).n;

/** A session of the creator that waits for staff. */
async function underReview({ owner = creator } = {}) {
  const accountId = await sellers.anAccount(owner.id, { platform: 'TIKTOK' });
  return { accountId, sessionId: await anUploadedSession(market, accountId) };
}

describe('a decision', () => {
  test('is final', async () => {
    const { sessionId } = await underReview();
    await decide(sessionId, verifying());
    for (const body of [verifying(), rejecting])
      expect(refused(await decide(sessionId, body), 'INVALID_STATE')).toMatchObject({
        status: 'VERIFIED',
        allowedActions: [],
      });
    expect(await countSnapshots(sessionId)).toBe(1);
  });

  test('is made once by several requests at once, and stores at most one audience', async () => {
    for (let round = 0; round < depth(3, 30); round += 1) {
      const { sessionId } = await underReview();
      const bodies = [verifying(), rejecting, verifying({ periodDays: 7 }), rejecting];
      const replies = await Promise.all(bodies.map((body) => decide(sessionId, body)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      const winner = replies.find(({ status }) => status === 200)?.body.data.status;
      expect(await countSnapshots(sessionId)).toBe(winner === 'VERIFIED' ? 1 : 0);
    }
  });

  test('is replayed with the same key', async () => {
    const { sessionId } = await underReview();
    const [key, body] = [randomUUID(), verifying()];
    const [first, again] = [await decide(sessionId, body, key), await decide(sessionId, body, key)];
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect(await countSnapshots(sessionId)).toBe(1);
  });

  test('about their own account is refused to staff', async () => {
    const { sessionId } = await underReview({ owner: staff });
    for (const body of [verifying(), rejecting]) refused(await decide(sessionId, body), 'ROLE_NOT_ALLOWED');
    expect(await countSnapshots(sessionId)).toBe(0);
  });

  test('needs a session with a recording', async () => {
    const accountId = await sellers.anAccount(creator.id);
    const { data } = (await recorderOf(creator.twin, accountId).open()).body;
    refused(await decide(data.id, verifying()), 'RESOURCE_NOT_FOUND');
  });
});

describe('the list of recording sessions', () => {
  test('has the oldest upload first, page by page, and a decision does not move the others', async () => {
    const sessions = [await underReview(), await underReview(), await underReview()];
    const ids = sessions.map(({ sessionId }) => sessionId);
    // Before those of other tests.
    await market.pool.query(
      `update stats_sessions set uploaded_at = timestamptz '2001-01-01' + id * interval '1 second' where id = any ($1)`,
      [ids],
    );
    const first = await staff.twin.get('/staff/stats-sessions?limit=2');
    expect(first.body.data).toMatchObject([
      {
        id: ids[0],
        socialAccountId: sessions[0]?.accountId,
        ownerId: creator.id,
        platform: 'TIKTOK',
        status: 'UPLOADED',
      },
      { id: ids[1] },
    ]);
    expect(first.body.data[0].recording).toMatchObject({ fileName: 'studio.mp4', contentType: 'video/mp4' });
    await decide(ids[1] ?? 0, rejecting);
    const second = await staff.twin.get(`/staff/stats-sessions?limit=1&cursor=${first.body.nextCursor}`);
    expect(second.body.data).toMatchObject([{ id: ids[2] }]);
    const rejected = await staff.twin.get('/staff/stats-sessions?status=REJECTED&limit=1');
    expect(rejected.body.data).toMatchObject([{ id: ids[1], reviewerId: staff.id }]);
    refused(await staff.twin.get(`/staff/stats-sessions?status=REJECTED&cursor=${ids[0]}`), 'INVALID_CURSOR');
    await market.pool.query('update stats_sessions set uploaded_at = now() where id = any ($1)', [ids]);
  });

  test('is for staff only, and so are downloads and decisions', async () => {
    const { sessionId } = await underReview();
    for (const reply of [
      await creator.twin.get('/staff/stats-sessions'),
      await download(sessionId, creator.twin),
      await decide(sessionId, rejecting, undefined, creator),
    ])
      expect(reply).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });
});

describe('the download of a recording', () => {
  test('is the uploaded video, at a private address that is valid for a minute', async () => {
    const accountId = await sellers.anAccount(creator.id);
    const { sessionId } = await recorderOf(creator.twin, accountId).record();
    const reply = await download(sessionId);
    expect(reply.headers.get('cache-control')).toContain('no-store');
    const { url, expiresAt } = reply.body.data;
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
    const file = await fetch(url);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(sha256Of(new Uint8Array(await file.arrayBuffer()))).toBe(sha256Of(aVideo()));
    expect((await fetch(url.split('?')[0])).ok).toBe(false);
  });

  test('returns 404 for a session without a recording', async () => {
    const accountId = await sellers.anAccount(creator.id);
    const { data } = (await recorderOf(creator.twin, accountId).open()).body;
    refused(await download(data.id), 'RESOURCE_NOT_FOUND');
  });
});
