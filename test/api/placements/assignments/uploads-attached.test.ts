import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { aVod } from '../../../support/market/assignments.ts';
import { aFile } from '../../../support/market/files.ts';
import { marketOf } from '../../../support/market/market.ts';
import { type Prover, proofsOf } from '../../../support/market/proofs.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aProver, anOfferedAssignment, anAssignment, act, must, staff } = proofsOf(market, baseUrl);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const picture = aFile['image/png']();
const forResult = (prover: Prover, place: number) => ({ deliverableId: prover.deliverableIds[place] });
const attachedTo = async ({ deliverableIds }: Prover, place = 0): Promise<string[]> => {
  const { rows } = await market.pool.query(
    'select upload_id from deliverable_proofs where deliverable_id = $1 order by position',
    [deliverableIds[place]],
  );
  return rows.map(({ upload_id }) => upload_id);
};

describe('a result with private proof', () => {
  test('refuses a file of another result, assignment, user or channel, and an unknown one', async () => {
    const prover = await aProver(await anOfferedAssignment({ results: 5 }));
    const other = await aProver();
    const { uploadId: elsewhere } = await prover.verified(picture, 'image/png', forResult(prover, 1));
    const { uploadId: foreign } = await other.verified(picture, 'image/png');
    const { uploadId: own } = await prover.verified(picture, 'image/png');
    for (const uploadId of [elsewhere, foreign, randomUUID()]) {
      refused(await prover.attach([uploadId]), 'RESOURCE_NOT_FOUND');
      refused(await prover.attach([own, uploadId]), 'RESOURCE_NOT_FOUND');
    }
    expect(await attachedTo(prover)).toEqual([]);
    expect((await prover.attach([own])).status).toBe(200);
    refused(await prover.attach([own], 1), 'RESOURCE_NOT_FOUND');
    expect((await prover.attach([elsewhere], 1)).status).toBe(200);
  });

  test('contains a file once, however its id is written', async () => {
    const prover = await aProver();
    const { uploadId } = await prover.verified(picture, 'image/png');
    for (const twice of [
      [uploadId, uploadId],
      [uploadId, uploadId.toUpperCase()],
    ])
      refused(await prover.attach(twice), 'VALIDATION_FAILED');
    expect((await prover.attach([uploadId.toUpperCase()])).body.data.proofs).toMatchObject([
      { uploadId, status: 'VERIFIED' },
    ]);
  });

  test('keeps the last list of files in its order, including former ones', async () => {
    const prover = await aProver();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await prover.verified(picture, 'image/png')).uploadId);
    const [a = '', b = '', c = ''] = ids;
    for (const wanted of [[a, b], [b, a], [a, b, c], [c], [a]]) {
      expect(
        (await prover.attach(wanted)).body.data.proofs.map((proof: { uploadId: string }) => proof.uploadId),
      ).toEqual(wanted);
      expect(await attachedTo(prover)).toEqual(wanted);
    }
    const { advertiser } = prover.work;
    expect((await prover.download(advertiser.api, a)).status).toBe(200);
    refused(await prover.download(advertiser.api, c), 'RESOURCE_NOT_FOUND');
  });

  test('accepts a file before its verification, and blocks the submission until then', async () => {
    const prover = await aProver();
    const { work } = prover;
    const [{ uploadId: done }, { uploadId: open }] = [
      await prover.verified(picture, 'image/png'),
      await prover.send(picture, 'image/png'),
    ];
    expect((await prover.attach([done, open])).body.data.proofs).toMatchObject([
      { uploadId: done, status: 'VERIFIED' },
      { uploadId: open, status: 'PENDING' },
    ]);
    refused(await act(work, work.creator.api, 'submit'), 'INVALID_PROOF');
    refused(await prover.download(work.advertiser.api, open), 'INVALID_PROOF');
    expect((await prover.complete(open)).body.data.status).toBe('VERIFIED');
    const { data } = (await must(act(work, work.creator.api, 'submit'))).body;
    expect(data.deliverables[0].proofs.map(({ status }: { status: string }) => status)).toEqual([
      'VERIFIED',
      'VERIFIED',
    ]);
  });

  test('blocks the submission while a file expired without its upload', async () => {
    const prover = await aProver();
    const { uploadId } = (await prover.announce(picture, 'image/png')).body.data;
    await prover.attach([uploadId]);
    await market.pool.query(`update private_uploads set status = 'EXPIRED' where id = $1`, [uploadId]);
    refused(await act(prover.work, prover.work.creator.api, 'submit'), 'INVALID_PROOF');
    expect(refused(await prover.complete(uploadId), 'INVALID_STATE')).toMatchObject({ status: 'EXPIRED' });
  });

  test('shows an overdue file as EXPIRED at once, before any sweep stored it', async () => {
    const prover = await aProver();
    const { work, deliverableIds } = prover;
    const { uploadId } = await prover.send(picture, 'image/png');
    await prover.attach([uploadId]);
    const read = async (): Promise<unknown[]> => {
      const [{ twin }, path] = [await staff(), `/placement-assignments/${work.id}`];
      const replies = [
        (await work.creator.api.get(`${path}/deliverables`)).body.data,
        (await work.advertiser.api.get(path)).body.data.deliverables,
        (await work.advertiser.api.get('/placement-assignments')).body.data[0].deliverables,
        (await twin.get(`/staff/assignments/${work.id}`)).body.data.deliverables,
      ];
      return replies.map(([{ id, proofs }]) => ({ id, proofs }));
    };
    const everybody = (status: string) =>
      Array.from({ length: 4 }, () => ({
        id: deliverableIds[0],
        proofs: [
          { uploadId, fileName: expect.any(String), status, storedSize: null, storedSha256: null, virusCheck: null },
        ],
      }));
    const age = (late: string) =>
      market.pool.query('update private_uploads set expires_at = now() - $2::interval where id = $1', [uploadId, late]);
    await age('50 minutes');
    expect(await read()).toEqual(everybody('PENDING'));
    await age('61 minutes');
    expect(await read()).toEqual(everybody('EXPIRED'));
    expect(await market.one('select status from private_uploads where id = $1', [uploadId])).toEqual({
      status: 'PENDING',
    });
    expect(refused(await prover.complete(uploadId), 'INVALID_STATE')).toMatchObject({ status: 'EXPIRED' });
    refused(await prover.attach([uploadId]), 'INVALID_PROOF');
    refused(await act(work, work.creator.api, 'submit'), 'INVALID_PROOF');
  });

  test('refuses a rejected file, and names what blocks the submission', async () => {
    const prover = await aProver();
    const { uploadId: good } = await prover.verified(picture, 'image/png');
    const { uploadId: bad } = await prover.send(picture, 'image/png', { sha256: '0'.repeat(64) });
    const submit = () => act(prover.work, prover.work.creator.api, 'submit');
    expect(refused(await submit(), 'INVALID_PROOF').message).toContain('Result 1');
    expect((await prover.attach([good, bad])).status).toBe(200);
    refused(await prover.complete(bad), 'INVALID_PROOF');
    expect(refused(await submit(), 'INVALID_PROOF').message).toContain(`${bad} of result 1 is REJECTED`);
    expect(refused(await prover.attach([good, bad]), 'INVALID_PROOF').message).toContain(`${bad} is REJECTED`);
    expect((await prover.attach([good])).status).toBe(200);
    expect((await submit()).status).toBe(200);
  });

  test('accepts a file without a publication time', async () => {
    const prover = await aProver(await anOfferedAssignment());
    const { uploadId } = await prover.verified(picture, 'image/png');
    const path = `/placement-assignments/${prover.work.id}/deliverables/${prover.deliverableIds[0]}`;
    const body = { expectedVersion: 1, uploadIds: [uploadId], publishedAt: '2026-11-20T00:00:00Z' };
    const reply = await prover.work.creator.api.put(path, body);
    expect(refused(reply, 'VALIDATION_FAILED')).toMatchObject({ issues: [{ path: 'publishedAt' }] });
    expect(await attachedTo(prover)).toEqual([]);
  });

  test('refuses files where a public URL was ordered, and accepts either where both were', async () => {
    const { url: vod } = aVod();
    const either = await aProver(await anAssignment({ proofModes: ['PUBLIC_VOD', 'PRIVATE_FILE'] }));
    const path = `/placement-assignments/${either.work.id}/deliverables/${either.deliverableIds[0]}`;
    const { api } = either.work.creator;
    const byUrl = (await api.put(path, { expectedVersion: 1, url: vod })).body.data;
    expect(byUrl).toMatchObject({ kind: 'PUBLIC', url: vod, publishedRevision: 1, proofs: [] });
    const { uploadId } = await either.verified(picture, 'image/png');
    const byFile = { url: null, publishedRevision: null, proofs: [{ uploadId }] };
    expect((await either.attach([uploadId])).body.data).toMatchObject(byFile);
    const another = { url: `${vod}9`, publishedRevision: 2, proofs: [] };
    expect((await api.put(path, { expectedVersion: 3, url: `${vod}9` })).body.data).toMatchObject(another);
    expect(await attachedTo(either)).toEqual([]);
    const file = await aProver();
    const filePath = `/placement-assignments/${file.work.id}/deliverables/${file.deliverableIds[0]}`;
    refused(await file.work.creator.api.put(filePath, { expectedVersion: 1, url: vod }), 'INVALID_PROOF');
  });
});

test('each of five results needs its own file, and one missing file blocks the submission of all', async () => {
  const prover = await aProver(await anOfferedAssignment({ results: 5 }));
  const { work, deliverableIds } = prover;
  for (const place of deliverableIds.keys()) {
    const { uploadId } = await prover.verified(picture, 'image/png', forResult(prover, place));
    if (place < 4) expect((await prover.attach([uploadId], place)).status).toBe(200);
    else {
      refused(await act(work, work.creator.api, 'submit'), 'INVALID_PROOF');
      await prover.attach([uploadId], place);
    }
  }
  expect((await must(act(work, work.creator.api, 'submit'))).body.data.status).toBe('SUBMITTED');
});

test('staff reads and downloads the verified files of a dispute that a result names, one by one, and no drafts', async () => {
  const prover = await aProver();
  const { work } = prover;
  const { uploadId } = await prover.verified(picture, 'image/png', { fileName: 'the proof.png' });
  const { uploadId: open } = await prover.send(picture, 'image/png');
  const { uploadId: draft } = await prover.verified(picture, 'image/png');
  await prover.attach([open, uploadId]);
  await must(act(work, work.advertiser.api, 'issues'));
  const { twin } = await staff();
  const path = `/staff/assignments/${work.id}`;
  const { text, body } = await twin.get(path);
  expect(body.data.files).toMatchObject([{ uploadId, fileName: 'the proof.png' }]);
  expect(text).not.toContain('X-Amz-');
  const download = (id: string, of = path) => twin.get(`${of}/uploads/${id}/download`);
  const { url } = (await download(uploadId)).body.data;
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(picture);
  refused(await download(open), 'INVALID_PROOF');
  const elsewhere = `/staff/assignments/${(await aProver()).work.id}`;
  for (const reply of [download(draft), download(randomUUID()), download(uploadId, elsewhere)])
    refused(await reply, 'RESOURCE_NOT_FOUND');
});
