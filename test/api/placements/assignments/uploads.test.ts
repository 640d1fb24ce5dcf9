import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { AssignmentStatus } from '../../../../schema/shared/enums.ts';
import type { Reply } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../../support/contract/people.ts';
import { aFile, announced, putFile } from '../../../support/market/files.ts';
import { created, marketOf } from '../../../support/market/market.ts';
import { proofsOf } from '../../../support/market/proofs.ts';
import { sample } from '../../../support/stack/depth.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aProver, anOfferedAssignment, anAssignment, assignmentIn, act, must, seenBy, pathOf } = proofsOf(
  market,
  baseUrl,
);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const picture = aFile['image/png']();
const film = aFile['video/mp4'](5_000);
const paper = aFile['application/pdf']();
const statusOf = async (uploadId: string) =>
  (await market.one('select status from private_uploads where id = $1', [uploadId])).status;

test('a custom offer runs to its payout: files are sent, verified, attached, submitted, downloaded and paid', async () => {
  const prover = await aProver(await anOfferedAssignment());
  const { work } = prover;
  const [first, second] = [await prover.verified(film, 'video/mp4'), await prover.verified(paper, 'application/pdf')];
  const [deliverableId] = prover.deliverableIds;
  expect(await prover.events()).toMatchObject([
    { kind: 'proof.verified', actor: 'CREATOR', data: { deliverableId, uploadId: first.uploadId } },
    { kind: 'proof.verified', actor: 'CREATOR', data: { deliverableId, uploadId: second.uploadId } },
  ]);
  const attached = await prover.attach([second.uploadId, first.uploadId]);
  const proofs = [second, first].map(({ uploadId }) => ({ uploadId, status: 'VERIFIED' }));
  const nothingSocial = { channelRef: null, publishedRevision: null, url: null, contentId: null, metrics: [] };
  expect(attached.body.data).toMatchObject({ kind: 'FILE', ...nothingSocial, publishedAt: null, proofs });
  await must(act(work, work.creator.api, 'submit'));
  for (const api of [work.advertiser.api, work.creator.api]) {
    const [seen] = (await api.get(`${pathOf(work)}/deliverables`)).body.data;
    expect(seen).toEqual(attached.body.data);
    const { url, expiresAt } = (await prover.download(api, first.uploadId)).body.data;
    const left = new Date(expiresAt).getTime() - Date.now();
    expect(left > 50_000 && left <= 60_000).toBe(true);
    const saved = await fetch(url);
    expect(Buffer.from(await saved.arrayBuffer())).toEqual(film);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="proof of mine.bin"/);
  }
  await must(act(work, work.advertiser.api, 'approve'));
  expect((await work.creator.api.get('/wallet')).body.data.balance.raw).toBe('90000000');
  expect((await prover.download(work.advertiser.api, second.uploadId)).status).toBe(200);
});

test('a file that differs from its announcement is REJECTED in the history, and blocks its submission', async () => {
  const prover = await aProver();
  const { work } = prover;
  const upload = created(await prover.announce(picture, 'image/png')).body.data;
  refused(await prover.complete(upload.uploadId), 'INVALID_PROOF');
  expect(await prover.events()).toEqual([]);
  expect((await prover.attach([upload.uploadId])).body.data.proofs).toMatchObject([{ status: 'PENDING' }]);
  const swapped = Buffer.from(picture);
  swapped[50] = (swapped[50] ?? 0) ^ 1;
  await putFile(upload, swapped);
  refused(await prover.complete(upload.uploadId), 'INVALID_PROOF');
  expect(refused(await prover.complete(upload.uploadId), 'INVALID_STATE')).toMatchObject({ status: 'REJECTED' });
  const data = { deliverableId: prover.deliverableIds[0], uploadId: upload.uploadId };
  expect(await prover.events()).toMatchObject([{ kind: 'proof.rejected', actor: 'CREATOR', data }]);
  refused(await act(work, work.creator.api, 'submit'), 'INVALID_PROOF');
  for (const api of [work.creator.api, work.advertiser.api])
    refused(await prover.download(api, upload.uploadId), 'INVALID_PROOF');
});

describe('the proof of an assignment', () => {
  const requested = async (proofModes: string[], proofTemplate: object, bytes: Buffer, type: string) =>
    (await aProver(await anAssignment({ proofModes, proofTemplate }))).announce(bytes, type);
  const cases = [
    ['a PDF where the listing says so', ['PRIVATE_FILE'], { allowPdf: true }, paper, 'application/pdf', 201],
    ['no PDF where it says the contrary', ['PRIVATE_FILE'], { allowPdf: false }, paper, 'application/pdf', 400],
    ['no PDF where it says nothing', ['PRIVATE_FILE'], {}, paper, 'application/pdf', 400],
    ['no PDF where it says it in words', ['PRIVATE_FILE'], { allowPdf: 'true' }, paper, 'application/pdf', 400],
    ['a picture', ['PRIVATE_FILE'], {}, picture, 'image/png', 201],
    ['a picture beside a public address', ['PUBLIC_VOD', 'PRIVATE_FILE'], {}, picture, 'image/png', 201],
    ['nothing where only a public address counts', ['PUBLIC_VOD'], { allowPdf: true }, picture, 'image/png', 400],
    ['no drawing', ['PRIVATE_FILE'], {}, picture, 'image/svg+xml', 400],
  ] as const;
  test.each(sample(cases, 4))('accepts %s', async (_, modes, template, bytes, type, status) => {
    const reply = await requested([...modes], template, bytes, type);
    expect([reply.status, reply.body.code]).toEqual([status, status === 400 ? 'INVALID_PROOF' : undefined]);
  });

  test('is refused as a picture above 10 MiB, a film above 100 MiB, a PDF above 50 MiB, and an empty file', async () => {
    const prover = await aProver(await anOfferedAssignment());
    const mebibyte = 1024 * 1024;
    for (const [type, max] of [
      ['image/png', 10],
      ['video/mp4', 100],
      ['application/pdf', 50],
    ] as const) {
      expect((await prover.announce(picture, type, { size: max * mebibyte })).status).toBe(201);
      refused(await prover.announce(picture, type, { size: max * mebibyte + 1 }), 'INVALID_PROOF');
      refused(await prover.announce(picture, type, { size: 0 }), 'INVALID_PROOF');
    }
  });
});

describe('access to a proof', () => {
  const paths = (base: string, uploadId: string) => ({
    create: base,
    complete: `${base}/${uploadId}/complete`,
    download: `${base}/${uploadId}/download`,
  });

  test('lets the advertiser download it once a result names it, and neither announce nor complete it', async () => {
    const prover = await aProver();
    const both = await peopleOf(baseUrl, market).aPerson({ roles: ['ADVERTISER', 'CREATOR'] });
    await market.pool.query('update placement_assignments set advertiser_id = $2 where id = $1', [
      prover.work.id,
      both.id,
    ]);
    const { uploadId } = await prover.verified(picture, 'image/png');
    const at = paths(prover.path, uploadId);
    const body = { deliverableId: prover.deliverableIds[0], ...announced(picture, 'image/png') };
    refused(await both.api.post(at.create, body), 'ROLE_NOT_ALLOWED');
    refused(await both.api.post(at.complete, {}), 'RESOURCE_NOT_FOUND');
    const early = refused(await both.api.get(at.download), 'RESOURCE_NOT_FOUND');
    expect(early).toEqual((await both.api.get(paths(prover.path, randomUUID()).download)).body);
    expect((await prover.download(prover.work.creator.api, uploadId)).status).toBe(200);
    await prover.attach([uploadId]);
    for (const api of [both.api, both.twin]) expect((await api.get(at.download)).status).toBe(200);
  });

  test('returns 404 to other users, staff and other creators on every route', async () => {
    const [prover, other] = [await aProver(), await aProver()];
    const { uploadId } = await prover.send(picture, 'image/png');
    await prover.attach([uploadId]);
    const { aPerson } = peopleOf(baseUrl, market);
    const people: Person[] = [await aPerson({ roles: ['ADVERTISER', 'CREATOR', 'STAFF'] })];
    const apis = [...people.flatMap(({ api, twin }) => [api, twin]), other.work.creator.api];
    const body = { deliverableId: prover.deliverableIds[0], ...announced(picture, 'image/png') };
    const absent = '/placement-assignments/9007199254740991/uploads';
    for (const api of apis) {
      const tries = async (at: ReturnType<typeof paths>): Promise<Reply[]> => [
        await api.post(at.create, body),
        await api.post(at.complete, {}),
        await api.get(at.download),
      ];
      const [theirs, none] = [await tries(paths(prover.path, uploadId)), await tries(paths(absent, randomUUID()))];
      for (const reply of theirs) refused(reply, 'RESOURCE_NOT_FOUND');
      expect(theirs.map(({ text }) => text)).toEqual(none.map(({ text }) => text));
    }
    // It is not found at another assignment of its own creator either.
    for (const path of [paths(other.path, uploadId).complete, paths(other.path, uploadId).download])
      refused(
        await other.work.creator.api.send(path.endsWith('complete') ? 'POST' : 'GET', path),
        'RESOURCE_NOT_FOUND',
      );
    const named = { ...body, deliverableId: other.deliverableIds[0] };
    refused(await prover.work.creator.api.post(prover.path, named), 'RESOURCE_NOT_FOUND');
    expect(await statusOf(uploadId)).toBe('PENDING');
  });

  test('returns 404 to an advertiser of other work', async () => {
    const prover = await aProver();
    const otherUser = await market.anAdvertiser();
    const body = { deliverableId: prover.deliverableIds[0], ...announced(picture, 'image/png') };
    refused(await otherUser.api.post(prover.path, body), 'RESOURCE_NOT_FOUND');
    refused(await prover.download(otherUser.api, randomUUID()), 'RESOURCE_NOT_FOUND');
  });
});

// By hand: whether the creator can announce and complete files.
const taking: Readonly<Record<AssignmentStatus, boolean>> = {
  PENDING: false,
  ACCEPTED: true,
  SUBMITTED: false,
  CHANGES_REQUESTED: true,
  DISPUTED: false,
  APPROVED: false,
  DECLINED: false,
  EXPIRED: false,
  CANCELLED: false,
  RESOLVED: false,
};
const statuses = Object.entries(taking) as [AssignmentStatus, boolean][];
const refusing = sample(
  statuses.filter(([, isTaken]) => !isTaken),
  3,
);
test.each(statuses.filter((one) => one[1] || refusing.includes(one)))(
  'a creator can add files while the assignment is %s: %s; verified files are downloadable',
  async (status, isTaken) => {
    const prover = await aProver();
    const { work } = prover;
    const { uploadId: kept } = await prover.verified(picture, 'image/png');
    await prover.attach([kept]);
    const { uploadId: open } = await prover.send(picture, 'image/png');
    await market.pool.query(
      `update placement_assignments set status = $2, approve_by = case when $2 = 'SUBMITTED' then now() + interval '7 days' end where id = $1`,
      [work.id, status],
    );
    const replies = [await prover.announce(picture, 'image/png'), await prover.complete(open)];
    const { allowedActions } = await seenBy(work.creator.api, work);
    for (const reply of replies)
      if (isTaken) expect(reply.text && reply.status).toBeLessThan(300);
      else expect(refused(reply, 'INVALID_STATE')).toMatchObject({ status, allowedActions });
    expect(await statusOf(open)).toBe(isTaken ? 'VERIFIED' : 'PENDING');
    expect(await prover.events()).toHaveLength(isTaken ? 2 : 1);
    for (const api of [work.creator.api, work.advertiser.api])
      expect((await prover.download(api, kept)).status).toBe(200);
  },
);

test('proof submitted again after a request for changes is listed beside the first file', async () => {
  const work = await assignmentIn('PENDING', { proofModes: ['PRIVATE_FILE'] });
  const prover = await aProver(work);
  const { uploadId: first } = await prover.verified(picture, 'image/png');
  await prover.attach([first]);
  await must(act(work, work.creator.api, 'submit'));
  refused(await prover.attach([first]), 'INVALID_STATE');
  await must(act(work, work.advertiser.api, 'request-changes'));
  const { uploadId: second } = await prover.verified(film, 'video/mp4');
  await prover.attach([second]);
  await must(act(work, work.creator.api, 'submit'));
  for (const uploadId of [first, second])
    expect((await prover.download(work.advertiser.api, uploadId)).status).toBe(200);
  expect((await prover.events(/./)).map(({ kind }) => kind).slice(2)).toEqual([
    ...['proof.verified', 'deliverable.updated', 'assignment.submitted', 'assignment.changes_requested'],
    ...['proof.verified', 'deliverable.updated', 'assignment.submitted'],
  ]);
});
