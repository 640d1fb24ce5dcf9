import { expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { aFile } from '../../support/market/files.ts';
import { type HeldStore, heldStore, withWaitsEnded } from '../../support/stack/held-store.ts';

let store: HeldStore['store'];
let market: HeldStore['market'];
let uploader: HeldStore['uploader'];
let control: HeldStore['control'];
let leaseOf: HeldStore['leaseOf'];
heldStore((held) => {
  ({ store, market, uploader, control, leaseOf } = held);
});

const picture = aFile['image/png']();
/** Sets the lease to end this many seconds after the time of the stack. */
const leaseFor = async (uploadId: string, seconds: number) =>
  market.pool.query('update private_uploads set check_leased_until = $2 where id = $1', [
    uploadId,
    new Date((await control.now()).getTime() + seconds * 1_000),
  ]);

/** Moves the clock until the work is done: its pauses end, and no timeout does. */
const withPausesEnded = <T>(work: Promise<T>): Promise<T> => withWaitsEnded(work, () => control.moveOn(1_000));

test('twelve concurrent completions of one upload, each with its own key, check the file once, get one result and leave one copy', async () => {
  const { uploadId } = await uploader.send(picture, 'image/png');
  const before = store.checks();
  const release = store.holdCopies();
  const replies = Array.from({ length: 12 }, () => uploader.complete(uploadId));
  await expect.poll(() => leaseOf(uploadId)).not.toBeNull();
  release();
  await Promise.race(replies);
  for (const { body } of await withPausesEnded(Promise.all(replies)))
    expect(body).toEqual({ data: { uploadId, status: 'VERIFIED' } });
  expect(store.checks()).toBe(before + 1);
  expect(await leaseOf(uploadId)).toBeNull();
  await expect.poll(() => store.keysWith(uploadId)).toHaveLength(1);
});

test('two completions that copy the file before either has its lease check it once, and leave one copy', async () => {
  const { uploadId } = await uploader.send(picture, 'image/png');
  const before = { copies: store.copies(), checks: store.checks() };
  const holder = await market.pool.connect();
  let replies: ReturnType<typeof uploader.complete>[];
  try {
    await holder.query('begin');
    await holder.query('select from private_uploads where id = $1 for update', [uploadId]);
    replies = [uploader.complete(uploadId), uploader.complete(uploadId)];
    await expect.poll(() => store.copies()).toBe(before.copies + 2);
  } finally {
    await holder.query('commit');
    holder.release();
  }
  for (const { body } of await withPausesEnded(Promise.all(replies)))
    expect(body).toEqual({ data: { uploadId, status: 'VERIFIED' } });
  expect(store.checks()).toBe(before.checks + 1);
  await expect.poll(() => store.keysWith(uploadId)).toHaveLength(1);
});

test('a completion during a long check gets a request to retry and makes no copy, and the check continues', async () => {
  const { uploadId } = await uploader.send(picture, 'image/png');
  const before = store.copies();
  const release = store.holdCopies();
  const first = uploader.complete(uploadId);
  await expect.poll(() => leaseOf(uploadId)).not.toBeNull();
  await leaseFor(uploadId, 3_600);
  const second = await withPausesEnded(uploader.complete(uploadId));
  release();
  refused(second, 'IDEMPOTENCY_IN_PROGRESS');
  expect(second.headers.get('retry-after')).toBe('5');
  expect((await first).body.data.status).toBe('VERIFIED');
  expect(store.copies()).toBe(before + 1);
});

test('a check that was cut off releases its lease after at most 30 seconds', async () => {
  const { uploadId } = await uploader.send(picture, 'image/png');
  const release = store.holdCopies();
  const first = uploader.complete(uploadId);
  await expect.poll(() => leaseOf(uploadId)).not.toBeNull();
  const seconds = (((await leaseOf(uploadId))?.getTime() ?? 0) - (await control.now()).getTime()) / 1_000;
  expect(seconds).toBe(30);
  // Simulates the death of the first one; it ends later, and finds the result of the second.
  await leaseFor(uploadId, -1);
  const second = uploader.complete(uploadId);
  const now = await control.now();
  await expect.poll(() => leaseOf(uploadId).then((until) => until !== null && until > now)).toBe(true);
  release();
  for (const { body } of await withPausesEnded(Promise.all([first, second])))
    expect(body.data?.status).toBe('VERIFIED');
});

test('a failed check releases its lease at once', async () => {
  const { uploadId } = await uploader.send(picture, 'image/png');
  store.failNextCopy();
  refused(await uploader.complete(uploadId), 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE');
  expect(await leaseOf(uploadId)).toBeNull();
  expect((await uploader.complete(uploadId)).body.data.status).toBe('VERIFIED');
});
