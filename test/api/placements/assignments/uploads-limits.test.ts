import { afterAll, afterEach, expect, test } from 'vitest';
import { aFile, announced } from '../../../support/market/files.ts';
import { marketOf } from '../../../support/market/market.ts';
import { type Prover, proofsOf } from '../../../support/market/proofs.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aProver, act, must } = proofsOf(market, baseUrl);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const picture = aFile['image/png']();

/** Adds files to the first result, whose last URL expires after this interval. */
const addFiles = (
  { work, deliverableIds }: Prover,
  count: number,
  status: 'PENDING' | 'VERIFIED',
  expiresIn: string,
): Promise<unknown> =>
  market.pool.query(
    `insert into private_uploads (id, owner_id, assignment_id, deliverable_id, file_name, content_type, size, sha256, incoming_key, stored_key,
       status, expires_at, created_at, updated_at)
     select gen_random_uuid(), $1, $2, $3, 'a', 'image/png', 1, sha256('a'), 'incoming/' || gen_random_uuid(),
       case when $4 = 'VERIFIED' then 'kept/' || gen_random_uuid() end, $4, now() + $5::interval, now(), now()
     from generate_series(1, $6)`,
    [work.creator.id, work.id, deliverableIds[0], status, expiresIn, count],
  );

test('a creator has at most 50 open uploads of all purposes', async () => {
  const prover = await aProver();
  const { work, deliverableIds, path } = prover;
  await addFiles(prover, 49, 'PENDING', '5 minutes');
  const body = { deliverableId: deliverableIds[0], ...announced(picture, 'image/png') };
  const replies = await Promise.all(Array.from({ length: 4 }, () => work.creator.api.post(path, body)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});

test('an assignment has at most 200 files, also with concurrent announcements', async () => {
  const prover = await aProver();
  const { work, deliverableIds, path } = prover;
  await addFiles(prover, 199, 'VERIFIED', '0 minutes');
  const body = { deliverableId: deliverableIds[0], ...announced(picture, 'image/png') };
  const replies = await Promise.all(Array.from({ length: 4 }, () => work.creator.api.post(path, body)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toEqual({
    code: 'INVALID_STATE',
    message: 'An assignment has at most 200 open or verified files for its results.',
    status: 'LIMIT_REACHED',
    allowedActions: [],
  });
});

test('files of results and of the other party leave room for the files of statements', async () => {
  const prover = await aProver();
  const { work, path } = prover;
  await addFiles(prover, 200, 'VERIFIED', '0 minutes');
  await must(act(work, work.creator.api, 'issues'));
  const body = announced(picture, 'image/png');
  expect((await work.creator.api.post(path, body)).status).toBe(201);
  await addFiles({ ...prover, deliverableIds: [] }, 199, 'VERIFIED', '0 minutes');
  expect((await work.creator.api.post(path, body)).body).toMatchObject({
    message: 'Each party has at most 200 open or verified files for its statements about an assignment.',
    status: 'LIMIT_REACHED',
  });
  expect((await work.advertiser.api.post(path, body)).status).toBe(201);
});

test('an expired upload does not count towards the files of an assignment or the open uploads of its creator', async () => {
  const prover = await aProver();
  await addFiles(prover, 150, 'VERIFIED', '0 minutes');
  await addFiles(prover, 50, 'PENDING', '-61 minutes');
  const body = { deliverableId: prover.deliverableIds[0], ...announced(picture, 'image/png') };
  expect((await prover.work.creator.api.post(prover.path, body)).status).toBe(201);
});
