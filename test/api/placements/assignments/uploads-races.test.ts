import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { type FakeStore, startFakeStore } from '../../../support/fake-store.ts';
import { aFile, putFile } from '../../../support/market/files.ts';
import { created, type Market, marketOf } from '../../../support/market/market.ts';
import { type Prover, proofsOf } from '../../../support/market/proofs.ts';
import { storeAt } from '../../../support/object-store.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { countDeadlocks } from '../../../support/stack/deadlocks.ts';
import { depth } from '../../../support/stack/depth.ts';
import { type OwnStack, startStack } from '../../../support/stack/stack.ts';

let store: FakeStore;
let stack: OwnStack;
let market: Market;
let proofs: ReturnType<typeof proofsOf>;
beforeAll(async () => {
  store = await startFakeStore();
  stack = await startStack({ vars: storeAt(store.endpoint) });
  market = marketOf(stack);
  proofs = proofsOf(market, stack.baseUrl);
});
afterEach(() => market.expectSoundLedger());
afterAll(async () => {
  await market.close();
  await stack.stop();
  await store.stop();
});

const picture = aFile['image/png']();
const rowOf = (uploadId: string) =>
  market.one('select status, stored_key from private_uploads where id = $1', [uploadId]);
const kindsOf = async (prover: Prover) => (await prover.events()).map(({ kind }) => kind);
const outboxOf = async ({ work }: Prover): Promise<number> => {
  const { n } = await market.one(
    `select count(*)::int as n from outbox where (payload->>'assignmentId')::bigint = $1 and payload->>'kind' like 'proof.%'`,
    [work.id],
  );
  return n;
};

test('concurrent completions of one upload, with right or wrong bytes, get one result and record one event', async () => {
  const prover = await proofs.aProver();
  const right = await prover.send(picture, 'image/png');
  const wrong = await prover.send(picture, 'image/png', { sha256: '0'.repeat(64) });
  const at = (uploadId: string) => Promise.all(Array.from({ length: 6 }, () => prover.complete(uploadId)));
  const [verified, rejected] = await Promise.all([at(right.uploadId), at(wrong.uploadId)]);
  for (const { body } of verified) expect(body).toEqual({ data: { uploadId: right.uploadId, status: 'VERIFIED' } });
  const codes = rejected.map(({ body }) => body.code).sort();
  expect(codes).toEqual([...Array(5).fill('INVALID_STATE'), ...['INVALID_PROOF']].sort());
  expect((await kindsOf(prover)).sort()).toEqual(['proof.rejected', 'proof.verified']);
  expect(await outboxOf(prover)).toBe(2);
});

test('concurrent completions, attachments and submissions of files leave a history without gaps or deadlocks', async () => {
  const before = countDeadlocks(stack);
  for (let round = 0; round < depth(4, 15); round += 1) {
    const prover = await proofs.aProver(await proofs.anOfferedAssignment({ results: 5 }));
    const sent = await Promise.all(
      prover.deliverableIds.map((deliverableId) => prover.send(picture, 'image/png', { deliverableId })),
    );
    const replies = await Promise.all([
      ...sent.map(({ uploadId }) => prover.complete(uploadId)),
      ...sent.map(({ uploadId }, place) => prover.attach([uploadId], place)),
    ]);
    expect(replies.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(Array(10).fill(200));
    expect(await prover.events(/^(proof|deliverable)\./)).toHaveLength(10);
    const { work } = prover;
    expect((await proofs.act(work, work.creator.api, 'submit')).body.data?.status).toBe('SUBMITTED');
  }
  expect(countDeadlocks(stack)).toBe(before);
});

test('work that is disputed during the check of its file gets no proof and no event', async () => {
  for (const changes of [{}, { sha256: '0'.repeat(64) }]) {
    const prover = await proofs.aProver();
    const { uploadId } = await prover.send(picture, 'image/png', changes);
    const before = store.copies();
    const release = store.holdCopies();
    const completing = prover.complete(uploadId);
    await expect.poll(() => store.copies()).toBe(before + 1);
    await proofs.must(proofs.act(prover.work, prover.work.advertiser.api, 'issues'));
    release();
    expect(refused(await completing, 'INVALID_STATE')).toMatchObject({
      ...{ status: 'DISPUTED', allowedActions: ['statements'] },
    });
    expect(await rowOf(uploadId)).toEqual({ status: 'PENDING', stored_key: null });
    expect(await kindsOf(prover)).toEqual([]);
  }
});

test('a proposal during the check of a file does not repeat the check', async () => {
  const prover = await proofs.aProver();
  const { uploadId } = await prover.send(picture, 'image/png');
  const before = store.copies();
  const release = store.holdCopies();
  const completing = prover.complete(uploadId);
  await expect.poll(() => store.copies()).toBe(before + 1);
  await proofs.must(proofs.act(prover.work, prover.work.advertiser.api, 'change-proposals'));
  release();
  expect((await completing).body.data.status).toBe('VERIFIED');
  expect(store.copies()).toBe(before + 1);
});

test('an announcement or completion whose answer is lost exists once, with one event', async () => {
  const prover = await proofs.aProver();
  const { neon } = controlOf(stack.controlUrl);
  const [key, completion] = [randomUUID(), randomUUID()];
  await neon('drop-next-reply', key);
  refused(await prover.announce(picture, 'image/png', {}, key), 'SERVICE_UNAVAILABLE');
  const again = await prover.announce(picture, 'image/png', {}, key);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  const upload = again.body.data;
  expect((await putFile(upload, picture)).status).toBe(200);
  await neon('drop-next-reply', completion);
  refused(await prover.complete(upload.uploadId, completion), 'SERVICE_UNAVAILABLE');
  const completed = await prover.complete(upload.uploadId, completion);
  expect(completed.body).toEqual({ data: { uploadId: upload.uploadId, status: 'VERIFIED' } });
  expect((await prover.complete(upload.uploadId)).body).toEqual(completed.body);
  expect(await kindsOf(prover)).toEqual(['proof.verified']);
  const { n } = await market.one('select count(*)::int as n from private_uploads where assignment_id = $1', [
    prover.work.id,
  ]);
  expect(n).toBe(1);
});

test('an announcement makes three database calls, and a completion four', async () => {
  const prover = await proofs.aProver();
  const { counts, queues, resetCounts, untilNothingIsDeferred } = controlOf(stack.controlUrl);
  // A job publishes the events of a completion, and its calls must not be counted.
  await queues('hold');
  /** The minimum of several runs, because the row of the key is read once a second. */
  async function asksOf(act: () => Promise<Reply>): Promise<number> {
    const requested: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      await prover.work.creator.api.get('/wallet');
      await untilNothingIsDeferred();
      await resetCounts();
      expect((await act()).status).toBeLessThan(300);
      // The log follows the answer.
      await untilNothingIsDeferred();
      requested.push((await counts()).neon);
    }
    return Math.min(...requested);
  }
  expect(await asksOf(() => prover.announce(picture, 'image/png'))).toBe(2 + 1);
  const sent: string[] = [];
  for (let n = 0; n < 6; n += 1) sent.push((await prover.send(picture, 'image/png')).uploadId);
  expect(await asksOf(() => prover.complete(sent.pop() ?? ''))).toBe(3 + 1);
  await queues('up');
});

test('a rejection whose answer was lost remains, with one event', async () => {
  const prover = await proofs.aProver();
  const { uploadId } = await prover.send(picture, 'image/png', { sha256: '0'.repeat(64) });
  const key = randomUUID();
  await controlOf(stack.controlUrl).neon('drop-next-reply', 'proof.rejected');
  refused(await prover.complete(uploadId, key), 'SERVICE_UNAVAILABLE');
  refused(await prover.complete(uploadId, key), 'INVALID_STATE');
  expect(await kindsOf(prover)).toEqual(['proof.rejected']);
});

test('a replay signs a new URL while the creator works, and none afterwards', async () => {
  const prover = await proofs.aProver();
  const key = randomUUID();
  const first = created(await prover.announce(picture, 'image/png', {}, key)).body.data;
  const again = (await prover.announce(picture, 'image/png', {}, key)).body.data;
  expect(again).toMatchObject({ uploadId: first.uploadId, status: 'PENDING', url: expect.any(String) });
  await proofs.must(proofs.act(prover.work, prover.work.advertiser.api, 'issues'));
  const late = await prover.announce(picture, 'image/png', {}, key);
  expect(late.body.data).toMatchObject({ uploadId: first.uploadId, status: 'PENDING', url: null, headers: {} });
  refused(await prover.announce(picture, 'image/png'), 'INVALID_STATE');
});
