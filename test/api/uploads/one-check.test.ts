import { afterAll, beforeAll, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { controlOf } from '../../support/control.ts';
import { type FakeStore, startFakeStore } from '../../support/fake-store.ts';
import { aFile } from '../../support/files.ts';
import { type Market, marketOf } from '../../support/market.ts';
import { storeAt } from '../../support/object-store.ts';
import { type OwnStack, startStack } from '../../support/stack.ts';
import { type Uploader, uploadsOf } from '../../support/uploads.ts';

let store: FakeStore;
let stack: OwnStack;
let market: Market;
let uploader: Uploader;
let control: ReturnType<typeof controlOf>;
beforeAll(async () => {
  store = await startFakeStore();
  stack = await startStack({ vars: storeAt(store.endpoint) });
  market = marketOf(stack);
  uploader = await uploadsOf({ market, baseUrl: stack.baseUrl }).anUploader();
  control = controlOf(stack.controlUrl);
  // Who waits for the check of another one waits for moves of the clock: for as long as the test wants.
  await control.holdClock(true);
});
afterAll(async () => {
  await market.close();
  await stack.stop();
  await store.stop();
});

const picture = aFile['image/png']();
const leaseOf = async (uploadId: string): Promise<Date | null> =>
  (await market.one('select checking_until from private_uploads where id = $1', [uploadId])).checking_until;
/** So many seconds from the time of the stack. */
const leaseFor = async (uploadId: string, seconds: number) =>
  market.pool.query('update private_uploads set checking_until = $2 where id = $1', [
    uploadId,
    new Date((await control.now()).getTime() + seconds * 1_000),
  ]);

/** Moves the clock on until the work is over: its pauses end, and no time-out does. */
async function withPausesEnded<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  while (!isOver) await control.moveOn(1_000);
  return ended;
}

test('of twelve that complete one upload at once, with keys of their own, one has the store copy it and all learn the outcome', async () => {
  const { uploadId } = await uploader.send(picture, 'image/png');
  const before = store.copies();
  const release = store.holdCopies();
  const replies = Array.from({ length: 12 }, () => uploader.complete(uploadId));
  await expect.poll(() => store.copies()).toBe(before + 1);
  await expect.poll(() => leaseOf(uploadId)).not.toBeNull();
  release();
  await Promise.race(replies);
  for (const { body } of await withPausesEnded(Promise.all(replies)))
    expect(body).toEqual({ data: { uploadId, status: 'VERIFIED' } });
  expect(store.copies()).toBe(before + 1);
  expect(await leaseOf(uploadId)).toBeNull();
});

test('who completes an upload that takes long to check is told to come again, and the check goes on', async () => {
  const { uploadId } = await uploader.send(picture, 'image/png');
  const before = store.copies();
  const release = store.holdCopies();
  const first = uploader.complete(uploadId);
  await expect.poll(() => store.copies()).toBe(before + 1);
  await leaseFor(uploadId, 3_600);
  const second = await withPausesEnded(uploader.complete(uploadId));
  release();
  refused(second, 'IDEMPOTENCY_IN_PROGRESS');
  expect(second.headers.get('retry-after')).toBe('5');
  expect((await first).body.data.status).toBe('VERIFIED');
  expect(store.copies()).toBe(before + 1);
});

test('a check that was cut off keeps nobody out once its lease, of at most 30 seconds, is over', async () => {
  const { uploadId } = await uploader.send(picture, 'image/png');
  const release = store.holdCopies();
  const first = uploader.complete(uploadId);
  await expect.poll(() => leaseOf(uploadId)).not.toBeNull();
  const seconds = (((await leaseOf(uploadId))?.getTime() ?? 0) - (await control.now()).getTime()) / 1_000;
  expect(seconds).toBe(30);
  // As if the first one had died; it ends later, and finds what the second one made of the file.
  await leaseFor(uploadId, -1);
  const second = uploader.complete(uploadId);
  const now = await control.now();
  await expect.poll(() => leaseOf(uploadId).then((until) => until !== null && until > now)).toBe(true);
  release();
  for (const { body } of await withPausesEnded(Promise.all([first, second])))
    expect(body.data?.status).toBe('VERIFIED');
});

test('a check that fails frees the file at once', async () => {
  const { uploadId } = await uploader.send(picture, 'image/png');
  store.failNextCopy();
  refused(await uploader.complete(uploadId), 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE');
  expect(await leaseOf(uploadId)).toBeNull();
  expect((await uploader.complete(uploadId)).body.data.status).toBe('VERIFIED');
});
