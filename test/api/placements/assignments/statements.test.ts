import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { assignmentsOf, type Work } from '../../../support/market/assignments.ts';
import { aFile, announced, putFile } from '../../../support/market/files.ts';
import { created, marketOf } from '../../../support/market/market.ts';
import { rightsOf } from '../../../support/rights.ts';
import { depth } from '../../../support/stack/depth.ts';
import { shared } from '../../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const { assignmentIn, must, pathOf, seenBy, staff } = assignmentsOf(market, baseUrl);
afterEach(() => market.expectSoundLedger());
const service = rightsOf(market, shared.databaseUrls.api);
afterAll(async () => {
  await service.end();
  await market.close();
});

const picture = aFile['image/png']();
const say = (work: Work, api: Client, body: object, key: string = randomUUID()) =>
  api.post(`${pathOf(work)}/statements`, body, { key });
const announce = (work: Work, api: Client) => api.post(`${pathOf(work)}/uploads`, announced(picture, 'image/png'));
const complete = (work: Work, api: Client, uploadId: string) =>
  api.post(`${pathOf(work)}/uploads/${uploadId}/complete`, {});
const download = (work: Work, api: Client, uploadId: string) => api.get(`${pathOf(work)}/uploads/${uploadId}/download`);
async function sent(work: Work, api: Client): Promise<string> {
  const upload = created(await announce(work, api)).body.data;
  expect((await putFile(upload, picture)).status).toBe(200);
  return upload.uploadId;
}
async function verified(work: Work, api: Client): Promise<string> {
  const uploadId = await sent(work, api);
  await must(complete(work, api, uploadId));
  return uploadId;
}
const caseOf = async ({ id }: Work) => (await (await staff()).twin.get(`/staff/assignments/${id}`)).body.data;
const resolve = async ({ id }: Work, outcome = 'REFUND') =>
  (await staff()).twin.post(`/staff/assignments/${id}/resolve`, { outcome, note: 'Seen and decided.' });

interface Event {
  readonly seq: number;
  readonly kind: string;
  readonly actor: string;
  readonly data: { readonly text?: string; readonly uploadIds?: readonly string[] };
}
async function eventsOf(work: Work, api: Client): Promise<Event[]> {
  const events: Event[] = (await api.get(`${pathOf(work)}/events?limit=100`)).body.data;
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  return events;
}
const statementsOf = async (work: Work) =>
  (await eventsOf(work, work.creator.api))
    .filter(({ kind }) => kind === 'assignment.statement_added')
    .map(({ actor, data }) => `${actor} ${data.text}`);

describe('a statement', () => {
  test('of either party is in the history that both parties and staff read, and keeps the version and the money', async () => {
    const work = await assignmentIn('DISPUTED');
    const { advertiser, creator } = work;
    const before = await seenBy(creator.api, work);
    const { body } = await must(say(work, creator.api, { text: 'The can is there.' }));
    expect(body.data).toEqual(before);
    expect(before.allowedActions).toEqual(['statements']);
    await must(say(work, advertiser.api, { text: 'It is not.' }));
    expect(await seenBy(creator.api, work)).toEqual(before);
    const events = await eventsOf(work, advertiser.api);
    expect(events.slice(-2)).toMatchObject([
      { actor: 'CREATOR', data: { text: 'The can is there.', uploadIds: [] } },
      { actor: 'ADVERTISER', data: { text: 'It is not.', uploadIds: [] } },
    ]);
    expect(await eventsOf(work, creator.api)).toEqual(events);
    expect((await caseOf(work)).events).toEqual(events);
    for (const { api } of [advertiser, creator])
      expect((await api.get('/me/overview')).body.data.events).toContainEqual(
        expect.objectContaining({ kind: 'assignment.statement_added', assignmentId: work.id }),
      );
  });

  test('has 1 to 5000 characters', async () => {
    const work = await assignmentIn('DISPUTED');
    for (const body of [{}, { text: ' ' }, { text: 'a'.repeat(5_001) }, { text: 'a\u0000b' }])
      expect(refused(await say(work, work.creator.api, body), 'VALIDATION_FAILED').issues).toMatchObject([
        { path: 'text' },
      ]);
    await must(say(work, work.creator.api, { text: '<b>😀</b>'.padEnd(5_000, 'é') }));
  });

  test('that is sent again with its key, also at once, is recorded once', async () => {
    const work = await assignmentIn('DISPUTED');
    const key = randomUUID();
    const again = () => say(work, work.advertiser.api, { text: 'Once.' }, key);
    const replies = [...(await Promise.all([again(), again()])), await again()];
    for (const reply of replies)
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 200, text: replies[0]?.text });
    expect(await statementsOf(work)).toEqual(['ADVERTISER Once.']);
    refused(await say(work, work.advertiser.api, { text: 'Another.' }, key), 'IDEMPOTENCY_CONFLICT');
  });

  test('is one of at most 20 of its party, also with concurrent ones, and each party has its own', async () => {
    const work = await assignmentIn('DISPUTED');
    await market.pool.query('update disputes set creator_statements = 18 where assignment_id = $1', [work.id]);
    const replies = await Promise.all([1, 2, 3, 4].map((n) => say(work, work.creator.api, { text: `${n}` })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toEqual({
      code: 'INVALID_STATE',
      message: 'Each party can add at most 20 statements to a dispute.',
      status: 'LIMIT_REACHED',
      allowedActions: [],
    });
    expect(await statementsOf(work)).toHaveLength(2);
    await must(say(work, work.advertiser.api, { text: 'Mine.' }));
  });
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
    expect((await fetch(files[0].url)).status).toBe(200);
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
    expect(await statementsOf(work)).toEqual([]);
    const both = await Promise.all([attach([own]), attach([own])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(refused(await attach([own]), 'INVALID_PROOF').message).toContain('already part of a statement');
    expect(await statementsOf(work)).toHaveLength(1);
  });

  test('are announced and completed by either party in a dispute only, and never by the other one', async () => {
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
});

test('a statement beside the decision of staff is either recorded before it or refused', async () => {
  for (let round = 0; round < depth(2, 20); round++) {
    const work = await assignmentIn('DISPUTED');
    const uploadId = await verified(work, work.creator.api);
    const ask = (api: Client, n: number) => say(work, api, { text: `${n}`, ...(n === 0 && { uploadIds: [uploadId] }) });
    const [decided, ...replies] = await Promise.all([
      resolve(work, 'RELEASE'),
      ...[0, 1, 2].map((n) => ask(work.creator.api, n)),
      ...[3, 4, 5].map((n) => ask(work.advertiser.api, n)),
    ]);
    expect(decided?.status).toBe(200);
    for (const reply of replies)
      if (reply.status !== 200) expect(refused(reply, 'INVALID_STATE')).toMatchObject({ status: 'APPROVED' });
    const events = await eventsOf(work, work.creator.api);
    expect(events.at(-1)?.kind).toBe('assignment.approved');
    expect(await statementsOf(work)).toHaveLength(replies.filter(({ status }) => status === 200).length);
    expect((await caseOf(work)).files).toHaveLength(replies[0]?.status === 200 ? 1 : 0);
    expect(refused(await say(work, work.creator.api, { text: 'Late.' }), 'INVALID_STATE')).toMatchObject({
      ...{ status: 'APPROVED', allowedActions: [] },
    });
  }
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
