import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { assignmentsOf, type Work } from '../../../support/market/assignments.ts';
import { marketOf } from '../../../support/market/market.ts';
import { statementPicture as picture, statementsOf } from '../../../support/market/statements.ts';
import { rightsOf } from '../../../support/rights.ts';
import { shared } from '../../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const assignments = assignmentsOf(market, baseUrl);
const { assignmentIn, must } = assignments;
const { announce, caseOf, complete, download, eventsOf, recorded, resolve, say, sent, verified } =
  statementsOf(assignments);
afterEach(() => market.expectSoundLedger());
const service = rightsOf(market, shared.databaseUrls.api);
afterAll(async () => {
  await service.end();
  await market.close();
});

describe('the files of a statement', () => {
  test('are read by their owner at once, by the other party and staff as part of the statement, and by nobody else', async () => {
    const work = await assignmentIn('DISPUTED');
    const { advertiser, creator } = work;
    const [own, left] = [await verified(work, advertiser.api), await verified(work, advertiser.api)];
    expect((await download(work, advertiser.api, own)).status).toBe(200);
    refused(await download(work, creator.api, own), 'RESOURCE_NOT_FOUND');
    await must(say(work, advertiser.api, { text: 'See the picture.', uploadIds: [own] }));
    const url = (await must(download(work, creator.api, own))).body.data.url;
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(picture);
    refused(await download(work, creator.api, left), 'RESOURCE_NOT_FOUND');
    const stranger = (await assignmentIn('DISPUTED')).creator.api;
    refused(await download(work, stranger, own), 'RESOURCE_NOT_FOUND');
    const { files, events } = await caseOf(work);
    expect(files).toMatchObject([
      { uploadId: own, deliverableId: null, statementSeq: events.at(-1).seq, submissions: [] },
    ]);
    const staffs = async (uploadId: string) =>
      (await assignments.staff()).twin.get(`/staff/assignments/${work.id}/uploads/${uploadId}/download`);
    expect((await fetch((await must(staffs(own))).body.data.url)).status).toBe(200);
    refused(await staffs(left), 'RESOURCE_NOT_FOUND');
    expect(events.at(-1).data).toEqual({ text: 'See the picture.', uploadIds: [own] });
    const moved = 'update private_uploads set statement_seq = 1 where id = $1';
    expect(await service.asService(moved, [own])).toBe('CL500');
    await must(resolve(work));
    expect((await download(work, creator.api, own)).status).toBe(200);
  });

  test('are verified files of its author, at most ten, each for one statement', async () => {
    const work = await assignmentIn('DISPUTED');
    const other = await assignmentIn('DISPUTED');
    const { api } = work.creator;
    const [own, open] = [await verified(work, api), await sent(work, api)];
    const elsewhere = await verified(other, other.creator.api);
    const foreign = await verified(work, work.advertiser.api);
    const proof = await aProof(work);
    const attach = (uploadIds: string[]) => say(work, api, { text: 'See.', uploadIds });
    for (const uploadId of [elsewhere, foreign, proof, randomUUID()])
      refused(await attach([own, uploadId]), 'RESOURCE_NOT_FOUND');
    expect(refused(await attach([own, open]), 'INVALID_PROOF').message).toContain(`${open} is PENDING`);
    for (const uploadIds of [[], [own, own], Array.from({ length: 11 }, () => randomUUID())])
      refused(await attach(uploadIds), 'VALIDATION_FAILED');
    expect(await recorded(work)).toEqual([]);
    const both = await Promise.all([attach([own]), attach([own])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(refused(await attach([own]), 'INVALID_PROOF').message).toContain('already part of a statement');
    expect(await recorded(work)).toHaveLength(1);
  });

  test('can be announced and completed by their own party only, while the assignment is disputed', async () => {
    const work = await assignmentIn('ACCEPTED');
    const { advertiser, creator } = work;
    for (const { api } of [advertiser, creator])
      expect(refused(await announce(work, api), 'INVALID_STATE')).toMatchObject({ status: 'ACCEPTED' });
    const disputed = await assignmentIn('DISPUTED');
    const [mine, late] = [await sent(disputed, disputed.creator.api), await sent(disputed, disputed.creator.api)];
    refused(await complete(disputed, disputed.advertiser.api, mine), 'RESOURCE_NOT_FOUND');
    await must(complete(disputed, disputed.creator.api, mine));
    expect((await eventsOf(disputed, disputed.creator.api)).at(-1)?.kind).toBe('assignment.disputed');
    await must(resolve(disputed));
    for (const reply of [complete(disputed, disputed.creator.api, late), announce(disputed, disputed.creator.api)])
      expect(refused(await reply, 'INVALID_STATE')).toMatchObject({ status: 'CANCELLED', allowedActions: [] });
  });

  test('are in the history of both parties and staff with their names, sizes and virus checks, in the order of the statement', async () => {
    const work = await assignmentIn('DISPUTED');
    const { advertiser, creator } = work;
    const names = ['z <b>shelf.png', 'a shelf.png'];
    const uploadIds: string[] = [];
    for (const fileName of names) uploadIds.push(await verified(work, creator.api, { fileName }));
    await must(say(work, creator.api, { text: 'See both.', uploadIds }));
    const events = await eventsOf(work, advertiser.api);
    const [first, last] = [events[0], events.at(-1)];
    expect(first?.files).toEqual([]);
    expect(last?.files).toEqual(
      names.map((fileName, index) => ({
        ...{ uploadId: uploadIds[index], fileName, status: 'VERIFIED' },
        ...{ storedSize: expect.any(Number), storedSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        virusCheck: expect.stringMatching(/^(CLEAN|NOT_MADE)$/),
      })),
    );
    expect(await eventsOf(work, creator.api)).toEqual(events);
    const found = await caseOf(work);
    expect(found.events).toEqual(events);
    expect((await (await assignments.staff()).twin.get(`/staff/assignments/${work.id}/events`)).body.data).toEqual(
      events,
    );
    const { storedSize, storedSha256, virusCheck } = last?.files[0] ?? {};
    expect(found.files[0]).toMatchObject({ fileName: names[0], storedSize, storedSha256, virusCheck });
  });

  test('have no names in the stored event, in messages and in stored answers', async () => {
    const work = await assignmentIn('DISPUTED');
    const fileName = `canary-${work.id}-of-mine.png`;
    const uploadId = await verified(work, work.creator.api, { fileName });
    const key = randomUUID();
    const attach = () => say(work, work.creator.api, { text: 'See it.', uploadIds: [uploadId] }, key);
    const replies = [await must(attach()), await must(attach())];
    expect(replies.map(({ text }) => text.includes(fileName))).toEqual([false, false]);
    const parties = [work.creator.id, work.advertiser.id];
    for (const [query, values] of [
      ['select * from assignment_events where assignment_id = $1', [work.id]],
      [`select * from outbox where (payload->>'assignmentId')::bigint = $1`, [work.id]],
      ['select * from messages where recipient_id = any ($1)', [parties]],
      ['select * from idempotency_keys where owner_id = any ($1)', [parties]],
    ] as const)
      expect(JSON.stringify((await market.pool.query(query, [...values])).rows), query).not.toContain(fileName);
  });
});

/** A verified file of a result. */
async function aProof({ id, creator }: Work): Promise<string> {
  const uploadId = randomUUID();
  await market.pool.query(
    `insert into private_uploads (id, owner_id, assignment_id, deliverable_id, file_name, content_type, size, sha256, status,
       incoming_key, stored_key, expires_at, created_at, updated_at)
     select $1::uuid, $2, $3, id, 'a.png', 'image/png', 9, sha256('a'), 'VERIFIED', 'incoming/' || $1::uuid, 'stored/' || $1::uuid, now(), now(), now()
     from deliverables where assignment_id = $3 limit 1`,
    [uploadId, creator.id, id],
  );
  return uploadId;
}
