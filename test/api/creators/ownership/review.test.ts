import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../../support/contract/people.ts';
import { aFile } from '../../../support/market/files.ts';
import { created, marketOf } from '../../../support/market/market.ts';
import { uploadsOf } from '../../../support/market/uploads.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anOwner, anUploader, aChannel } = uploadsOf({ market, baseUrl });
let staff: Person;
beforeAll(async () => {
  staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
});
afterAll(() => market.close());

const reviews = '/staff/ownership-reviews';

test('staff lists pending reviews in pages, first submitted first, and decided reviews separately', async () => {
  const owner = await anOwner();
  // Their times are before all other rows of this database.
  const ids: number[] = [];
  for (const second of [30, 10, 20])
    ids.push(
      (
        await aChannel(owner.id, {
          ownership: 'PENDING_REVIEW',
          submittedAt: new Date(Date.UTC(2001, 0, 1, 0, 0, second)),
        })
      ).id,
    );
  const inOrder = [ids[1], ids[2], ids[0]];
  await aChannel(owner.id, {
    ownership: 'PENDING_REVIEW',
    status: 'REMOVED',
    submittedAt: new Date(Date.UTC(2000, 0, 1)),
  });
  const decided = await aChannel(owner.id, { ownership: 'VERIFIED', submittedAt: new Date(Date.UTC(2001, 0, 1)) });

  const first = (await staff.twin.get(`${reviews}?limit=2`)).body;
  expect(first.data.map(({ channelId }: { channelId: number }) => channelId)).toEqual(inOrder.slice(0, 2));
  expect(first.nextCursor).toBe(String(inOrder[1]));
  const next = (await staff.twin.get(`${reviews}?limit=1&cursor=${first.nextCursor}`)).body;
  expect(next.data[0]).toMatchObject({ channelId: inOrder[2], ownership: 'PENDING_REVIEW', decidedAt: null });

  // The item of the cursor has left the list, which resumes at its former position.
  await staff.twin.post(`${reviews}/${inOrder[1]}/approve`, {});
  const resumed = (await staff.twin.get(`${reviews}?limit=1&cursor=${first.nextCursor}`)).body;
  expect(resumed.data[0].channelId).toBe(inOrder[2]);
  const verified = (await staff.twin.get(`${reviews}?status=verified&limit=1`)).body;
  expect(verified.data[0].channelId).toBe(decided.id);
  refused(await staff.twin.get(`${reviews}?status=none`), 'VALIDATION_FAILED');
  refused(await staff.twin.get(`${reviews}?cursor=${(await aChannel(owner.id)).id}`), 'INVALID_CURSOR');
  const lists: [string, number | undefined, boolean][] = [
    ['verified', inOrder[1], true],
    ['verified', inOrder[2], false],
    ['rejected', inOrder[1], false],
    ['rejected', decided.id, false],
  ];
  for (const [status, cursor, wasIn] of lists) {
    const reply = await staff.twin.get(`${reviews}?status=${status}&cursor=${cursor}`);
    if (wasIn) expect(reply.status).toBe(200);
    else refused(reply, 'INVALID_CURSOR', status);
  }
});

test('a channel that is submitted again behind a cursor leaves the next page unchanged', async () => {
  const owner = await anOwner();
  const ids: number[] = [];
  for (const second of [10, 20, 30]) {
    const submittedAt = new Date(Date.UTC(2000, 5, 1, 0, 0, second));
    ids.push((await aChannel(owner.id, { ownership: 'REJECTED', submittedAt })).id);
  }
  const rejected = `${reviews}?status=rejected&limit=1`;
  const first = (await staff.twin.get(rejected)).body;
  expect(first).toMatchObject({ data: [{ channelId: ids[0] }], nextCursor: String(ids[0]) });
  const path = `/influencer-channels/${ids[0]}`;
  expect((await owner.api.post(`${path}/ownership-challenge`, {})).status).toBe(201);
  expect((await owner.api.post(`${path}/submit`, {})).status).toBe(200);
  const second = (await staff.twin.get(`${rejected}&cursor=${first.nextCursor}`)).body;
  expect(second.data[0].channelId).toBe(ids[1]);
  // It keeps its first position, with the time of its latest submission.
  const [waiting] = (await staff.twin.get(`${reviews}?limit=1`)).body.data;
  expect(waiting.channelId).toBe(ids[0]);
  expect(new Date(waiting.submittedAt).getFullYear()).toBeGreaterThan(2000);
});

test('a review shows the channel, the code, the note, the history and files, whose URLs are signed one by one for a minute', async () => {
  const uploader = await anUploader();
  const { owner, channel } = uploader;
  const path = `/influencer-channels/${channel.id}`;
  const picture = aFile['image/png']();
  const [{ uploadId }, { uploadId: unattached }] = [
    await uploader.verified(picture, 'image/png'),
    await uploader.verified(picture, 'image/png'),
  ];
  await owner.api.post(`${path}/ownership-evidence`, { uploadIds: [uploadId], note: 'See the date.' });
  await owner.api.post(`${path}/submit`, {});

  const reply = await staff.twin.get(`${reviews}/${channel.id}`);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  const { data } = reply.body;
  expect(data).toMatchObject({
    code: channel.code,
    note: 'See the date.',
    handle: channel.handle,
    platform: 'TWITCH',
    version: 2,
  });
  expect(data.evidence).toHaveLength(1);
  expect(data.evidence[0]).toMatchObject({
    uploadId,
    fileName: 'proof of mine.bin',
    contentType: 'image/png',
    size: picture.length,
  });
  expect(reply.text).not.toContain('X-Amz-');
  const download = (id: string, of = channel.id) => staff.twin.get(`${reviews}/${of}/evidence/${id}/download`);
  const address = (await download(uploadId)).body.data;
  const seconds = (new Date(address.expiresAt).getTime() - Date.now()) / 1_000;
  expect(seconds).toBeGreaterThan(50);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(new URL(address.url).searchParams.get('X-Amz-Expires')).toBe('60');
  expect(Buffer.from(await (await fetch(address.url)).arrayBuffer())).toEqual(picture);
  const elsewhere = (await anUploader()).channel.id;
  for (const other of [download(unattached), download(randomUUID()), download(uploadId, elsewhere)])
    refused(await other, 'RESOURCE_NOT_FOUND');
  expect(data.history.map(({ kind, actor, actorId }: Record<string, unknown>) => [kind, actor, actorId])).toEqual([
    ['EVIDENCE_ATTACHED', 'CREATOR', owner.id],
    ['SUBMITTED', 'CREATOR', owner.id],
  ]);
});

test('a decision records its decider and reason, and the history keeps it through the next attempt', async () => {
  const owner = await anOwner();
  const channel = await aChannel(owner.id);
  const path = `/influencer-channels/${channel.id}`;
  await owner.api.post(`${path}/submit`, {});
  // The submission also checks the profile for the code, after its answer.
  await controlOf(shared.controlUrl).untilNothingIsDeferred();
  const reason = 'The recording shows another channel.';
  refused(await staff.twin.post(`${reviews}/${channel.id}/reject`, {}), 'VALIDATION_FAILED');
  refused(await staff.twin.post(`${reviews}/${channel.id}/reject`, { reason: ' ' }), 'VALIDATION_FAILED');
  const rejected = (await staff.twin.post(`${reviews}/${channel.id}/reject`, { reason })).body.data;
  expect(rejected).toMatchObject({ ownership: 'REJECTED', version: 3, reviewerId: staff.id, reason });
  expect((await staff.twin.get(`${reviews}/${channel.id}`)).body.data).toMatchObject(rejected);

  await owner.api.post(`${path}/ownership-challenge`, {});
  await owner.api.post(`${path}/submit`, {});
  const again = (await staff.twin.get(`${reviews}/${channel.id}`)).body.data;
  expect(again).toMatchObject({
    ownership: 'PENDING_REVIEW',
    reviewerId: null,
    reason: null,
    decidedAt: null,
    version: 5,
  });
  refused(await staff.twin.post(`${reviews}/${channel.id}/approve`, { expectedVersion: 3 }), 'VERSION_CONFLICT');
  const approved = await staff.twin.post(`${reviews}/${channel.id}/approve`, { expectedVersion: 5 });
  expect(approved.body.data).toMatchObject({ ownership: 'VERIFIED', reviewerId: staff.id, reason: null });
  const { history } = (await staff.twin.get(`${reviews}/${channel.id}`)).body.data;
  expect(history.map(({ kind, actorId, reason }: Record<string, unknown>) => [kind, actorId, reason])).toEqual([
    ['SUBMITTED', owner.id, null],
    ['REJECTED', staff.id, reason],
    ['CHALLENGED', owner.id, null],
    ['SUBMITTED', owner.id, null],
    ['APPROVED', staff.id, null],
  ]);
});

test('one of concurrent approve and reject requests succeeds, and the other gets the current state', async () => {
  const owner = await anOwner();
  for (let round = 0; round < 20; round += 1) {
    const { id } = await aChannel(owner.id, { ownership: 'PENDING_REVIEW' });
    const replies = await Promise.all([
      staff.twin.post(`${reviews}/${id}/approve`, {}),
      staff.twin.post(`${reviews}/${id}/reject`, { reason: 'No.' }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = replies.find(({ status }) => status === 200)?.body.data.ownership;
    expect((await market.one('select ownership from channels where id = $1', [id])).ownership).toBe(won);
    const { n } = await market.one('select count(*)::int as n from ownership_events where channel_id = $1', [id]);
    expect(n).toBe(1);
  }
});

test('staff cannot decide about their own channel', async () => {
  const both = await peopleOf(baseUrl, market).aPerson({ roles: ['CREATOR', 'STAFF'] });
  const { id } = await aChannel(both.id, { ownership: 'PENDING_REVIEW' });
  refused(await both.twin.post(`${reviews}/${id}/approve`, {}), 'ROLE_NOT_ALLOWED');
  refused(await both.twin.post(`${reviews}/${id}/reject`, { reason: 'No.' }), 'ROLE_NOT_ALLOWED');
  expect((await staff.twin.post(`${reviews}/${id}/approve`, {})).status).toBe(200);
});

test('only the creator can read the current code and the reason of a rejection', async () => {
  const { owner, channel } = await anUploader();
  const path = `/influencer-channels/${channel.id}`;
  const first = created(await owner.api.post(`${path}/ownership-challenge`)).body.data;
  const second = created(await owner.api.post(`${path}/ownership-challenge`)).body.data;
  expect(second.code).not.toBe(first.code);
  const claim = async () => (await owner.api.get(`${path}/ownership`)).body.data;
  expect(await claim()).toMatchObject({ ownership: 'CHALLENGED', code: second.code, submittedAt: null, reason: null });
  expect((await owner.api.post(`${path}/submit`)).status).toBe(200);
  await staff.twin.post(`${reviews}/${channel.id}/reject`, { reason: 'No code in the bio.' });
  expect(await claim()).toMatchObject({ ownership: 'REJECTED', reason: 'No code in the bio.' });
  const otherUser = await anOwner();
  refused(await otherUser.api.get(`${path}/ownership`), 'RESOURCE_NOT_FOUND');
});
