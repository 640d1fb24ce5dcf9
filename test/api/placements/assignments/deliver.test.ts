import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assignmentsOf, aVod, type Work } from '../../../support/market/assignments.ts';
import { inDays, marketOf } from '../../../support/market/market.ts';
import { depth } from '../../../support/stack/depth.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anAssignment, assignmentIn, act, must, seenBy, pathOf } = assignmentsOf(market, baseUrl);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

let [vod, vodId] = ['', ''];
beforeEach(() => {
  ({ url: vod, id: vodId } = aVod());
});

async function atWork(options: Parameters<typeof anAssignment>[0] = {}) {
  const work = await anAssignment(options);
  await must(act(work, work.creator.api, 'accept'));
  const { data: deliverables } = (await work.creator.api.get(`${pathOf(work)}/deliverables`)).body;
  const put = (body: object, position = 1) =>
    work.creator.api.put(`${pathOf(work)}/deliverables/${deliverables[position - 1].id}`, {
      expectedVersion: 1,
      ...body,
    });
  return { work, deliverables, put };
}

/**
 * Sends requests while a lock holds the assignment, and releases it once this many commits wait: each has decided, and
 * none has changed anything.
 */
async function whileHeld<T>(work: Work, act: () => Promise<T>[]): Promise<T[]> {
  const holder = await market.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from placement_assignments where id = $1 for update', [work.id]);
    const { pid } = (await holder.query('select pg_backend_pid() as pid')).rows[0];
    const requested = act();
    const waiting = async () =>
      (
        await market.one(
          `with recursive waiting(pid) as (
             select a.pid from pg_stat_activity a where $1 = any (pg_blocking_pids(a.pid))
             union select a.pid from pg_stat_activity a join waiting w on w.pid = any (pg_blocking_pids(a.pid)))
           select count(*)::int from waiting`,
          [pid],
        )
      ).count;
    await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(requested.length);
    await holder.query('commit');
    return await Promise.all(requested);
  } finally {
    holder.release();
  }
}

describe('a result', () => {
  test('is delivered by the URL of its post, which is normalised and recorded in the history', async () => {
    const { work, put } = await atWork();
    const reply = await put({
      url: `https://m.twitch.tv/videos/${vodId}?t=1h`,
      publishedAt: '2026-11-20T10:00:00Z',
      note: 'Live.',
    });
    expect(reply.body.data).toMatchObject({
      ...{ kind: 'PUBLIC', url: vod, contentId: vodId, publishedRevision: 1, version: 2 },
      ...{ publishedAt: '2026-11-20T10:00:00.000Z', note: 'Live.', proofs: [], metrics: [] },
    });
    expect((await seenBy(work.advertiser.api, work)).deliverables[0]).toEqual(reply.body.data);
    const events = (await work.advertiser.api.get(`${pathOf(work)}/events`)).body.data;
    expect(events.at(-1)).toMatchObject({ kind: 'deliverable.updated', actor: 'CREATOR', seq: 3 });
  });

  test.each([
    ['another platform', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['a channel and no post', 'https://www.twitch.tv/mika'],
    ['another host', 'https://www.twitch.tv.evil.example/videos/2012345678'],
    ['another scheme', 'http://www.twitch.tv/videos/2012345678'],
    ['a port', 'https://www.twitch.tv:8443/videos/2012345678'],
    ['user info', 'https://www.twitch.tv@evil.example/videos/2012345678'],
  ])('cannot be delivered by a URL with %s', async (_, url) => {
    const { put } = await atWork();
    expect((await put({ url })).body).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'url' }] });
  });

  test('is delivered by the creator in an ordered way, at the current version, while work is in progress', async () => {
    const { work, deliverables, put } = await atWork();
    expect((await put({ uploadIds: ['0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e'] })).body.code).toBe('RESOURCE_NOT_FOUND');
    expect((await put({ url: vod, uploadIds: ['0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e'] })).body.code).toBe(
      'VALIDATION_FAILED',
    );
    expect((await put({ url: vod, expectedVersion: 3 })).body.code).toBe('VERSION_CONFLICT');
    const path = `${pathOf(work)}/deliverables/${deliverables[0].id}`;
    expect((await work.advertiser.api.put(path, { expectedVersion: 1, url: vod })).body.code).toBe('ROLE_NOT_ALLOWED');
    expect((await put({ url: vod })).status).toBe(200);
    await must(act(work, work.creator.api, 'submit'));
    expect((await put({ url: vod, expectedVersion: 2 })).body.code).toBe('INVALID_STATE');
    const otherUser = await market.anAdvertiser({ roles: ['CREATOR'] });
    expect((await otherUser.api.put(path, { expectedVersion: 1, url: vod })).body.code).toBe('RESOURCE_NOT_FOUND');
  });

  test('must be a whole recording for a stream, and can be a clip for other public work', async () => {
    const clips = ['https://clips.twitch.tv/TameFox-x_1', 'https://www.twitch.tv/mika/clip/TameFox-x_1'];
    const [stream, video] = [await atWork(), await atWork({ proofModes: ['PUBLIC_URL'] })];
    for (const url of clips) expect((await stream.put({ url })).body.code).toBe('INVALID_PROOF');
    expect((await video.put({ url: clips[0] })).body.data).toMatchObject({ url: clips[0], contentId: 'TameFox-x_1' });
  });

  test('has the publication time that the creator states, which is not in the future', async () => {
    const { put } = await atWork();
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
    expect((await put({ url: vod, publishedAt: at(600) })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'publishedAt', message: 'must not be in the future' }],
    });
    expect((await put({ url: vod, publishedAt: at(60) })).status).toBe(200);
  });

  test('is required before the submission, as are all others', async () => {
    const { work, put } = await atWork({ quantity: 5 });
    for (const position of [1, 2, 3, 4]) await put({ url: `${vod}${position}` }, position);
    expect((await act(work, work.creator.api, 'submit')).body.code).toBe('INVALID_PROOF');
    await put({ url: `${vod}5` }, 5);
    expect((await must(act(work, work.creator.api, 'submit'))).body.data.status).toBe('SUBMITTED');
  });

  test('is refused when another result of the assignment names the same post, by any URL', async () => {
    const { work, deliverables, put } = await atWork({ quantity: 5 });
    expect((await put({ url: vod })).status).toBe(200);
    const again = await put({ url: `https://m.twitch.tv/videos/${vodId}?t=1h` }, 2);
    expect({ status: again.status, code: again.body.code }).toEqual({ status: 400, code: 'INVALID_PROOF' });
    expect(again.body.message).toContain('Result 1');
    expect((await seenBy(work.creator.api, work)).deliverables.slice(1)).toEqual(deliverables.slice(1));
    // It can name its own post again, and the post that it dropped is free.
    expect((await put({ url: vod, expectedVersion: 2, note: 'Live.' })).status).toBe(200);
    expect((await put({ url: `${vod}1`, expectedVersion: 3 })).status).toBe(200);
    expect((await put({ url: vod }, 2)).status).toBe(200);
  });

  test('is accepted for one of two concurrent results with the same post', async () => {
    const { work, put } = await atWork({ quantity: 5 });
    const replies = await whileHeld(work, () => [put({ url: vod }), put({ url: vod }, 2)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(replies.find(({ status }) => status === 400)?.body.code).toBe('INVALID_PROOF');
    const { deliverables } = await seenBy(work.creator.api, work);
    expect(deliverables.filter(({ contentId }: { contentId: string | null }) => contentId !== null)).toHaveLength(1);
  });

  test('is submitted as it was read, or not at all, when it changes during the submission', async () => {
    for (let round = 0; round < depth(4, 20); round++) {
      const { work, put } = await atWork();
      await put({ url: `${vod}${10 + round}` });
      const [changed, submitted] = await Promise.all([
        put({ url: `${vod}${50 + round}`, expectedVersion: 2 }),
        act(work, work.creator.api, 'submit'),
      ]);
      expect([200, 409]).toContain(changed.status);
      expect(submitted.status).toBe(200);
      const { deliverables } = await seenBy(work.advertiser.api, work);
      expect(deliverables[0].contentId).toBe(submitted.body.data.deliverables[0].contentId);
    }
  });
});

describe('a proposal', () => {
  async function proposed() {
    const work = await assignmentIn('ACCEPTED');
    const [{ id: deliverableId }] = (await seenBy(work.creator.api, work)).deliverables;
    const dates = { dueAt: inDays(50), results: [{ deliverableId, expectedAt: inDays(40) }] };
    const { data } = (await must(act(work, work.creator.api, 'change-proposals', dates))).body;
    const decide = (side: 'advertiser' | 'creator', action: string) =>
      work[side].api.post(`${pathOf(work)}/change-proposals/${data.openProposal.id}/${action}`, {
        expectedVersion: data.version,
      });
    return { work, dates, decide };
  }

  test('changes the dates when the other party accepts, once for two concurrent acceptances', async () => {
    const { work, dates, decide } = await proposed();
    expect((await decide('creator', 'accept')).body.code).toBe('ROLE_NOT_ALLOWED');
    const replies = await Promise.all([decide('advertiser', 'accept'), decide('advertiser', 'accept')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { dueAt, openProposal, deliverables } = await seenBy(work.creator.api, work);
    expect({ dueAt, openProposal }).toEqual({ dueAt: dates.dueAt, openProposal: null });
    expect(deliverables[0].expectedAt).toBe(dates.results[0]?.expectedAt);
  });

  test.each([
    ['declined', 'advertiser', 'decline'],
    ['withdrawn', 'creator', 'withdraw'],
  ] as const)('changes nothing when it is %s, and another can follow', async (_, side, action) => {
    const { work, dates, decide } = await proposed();
    const { dueAt } = await seenBy(work.creator.api, work);
    expect((await act(work, work.advertiser.api, 'change-proposals', dates)).body.code).toBe('INVALID_STATE');
    expect((await decide(side, action)).body.data).toMatchObject({ dueAt, openProposal: null });
    await must(act(work, work.advertiser.api, 'change-proposals', dates));
  });

  test('is decided once, and an unknown one returns 404 at any version', async () => {
    const { work, decide } = await proposed();
    await must(decide('advertiser', 'decline'));
    const { version, openProposal } = await seenBy(work.creator.api, work);
    expect(openProposal).toBe(null);
    const again = async (api: Work['creator']['api'], action: string, id: number, expectedVersion = version) =>
      (await api.post(`${pathOf(work)}/change-proposals/${id}/${action}`, { expectedVersion })).body.code;
    const events = (await work.creator.api.get(`${pathOf(work)}/events`)).body.data;
    const { proposalId } = events.at(-1).data;
    for (const action of ['accept', 'decline'])
      expect(await again(work.advertiser.api, action, proposalId)).toBe('INVALID_STATE');
    expect(await again(work.creator.api, 'withdraw', proposalId)).toBe('INVALID_STATE');
    expect(await again(work.creator.api, 'accept', proposalId, version + 1)).toBe('ROLE_NOT_ALLOWED');
    expect(await again(work.advertiser.api, 'accept', proposalId, version + 1)).toBe('VERSION_CONFLICT');
    const other = (await proposed()).work;
    const ofAnother = (await seenBy(other.creator.api, other)).openProposal.id;
    for (const unknown of [ofAnother, 999_999_999])
      expect(await again(work.advertiser.api, 'accept', unknown, version + 1)).toBe('RESOURCE_NOT_FOUND');
  });

  test('returns 404 with a date for an unknown result, at any version and in any state', async () => {
    const { work } = await proposed();
    const other = (await proposed()).work;
    const [{ id: ofAnother }] = (await seenBy(other.creator.api, other)).deliverables;
    for (const deliverableId of [ofAnother, 999_999_999]) {
      const dates = { dueAt: inDays(50), results: [{ deliverableId, expectedAt: inDays(40) }] };
      for (const changes of [dates, { ...dates, expectedVersion: 99 }])
        expect((await act(work, work.creator.api, 'change-proposals', changes)).body.code).toBe('RESOURCE_NOT_FOUND');
    }
  });

  test('refunds everything once the creator accepts a cancellation', async () => {
    const work = await assignmentIn('ACCEPTED');
    const { data } = (await must(act(work, work.advertiser.api, 'cancel'))).body;
    const path = `${pathOf(work)}/change-proposals/${data.openProposal.id}/accept`;
    const reply = await work.creator.api.post(path, { expectedVersion: data.version });
    expect(reply.body.data).toMatchObject({ status: 'CANCELLED', openProposal: null });
    expect((await work.advertiser.api.get('/wallet')).body.data.reserved.raw).toBe('0');
  });

  test('closes when the work is submitted', async () => {
    const { work } = await proposed();
    expect((await must(act(work, work.creator.api, 'submit'))).body.data.openProposal).toBe(null);
    const kinds = (await work.creator.api.get(`${pathOf(work)}/events`)).body.data.map(
      ({ kind }: { kind: string }) => kind,
    );
    expect(kinds.slice(-2)).toEqual(['change_proposal.closed', 'assignment.submitted']);
  });
});
