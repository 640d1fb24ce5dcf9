import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { aFile } from '../../support/market/files.ts';
import { aPhoto } from '../../support/market/photos.ts';
import { type HeldStore, heldStore, withWaitsEnded } from '../../support/stack/held-store.ts';

let store: HeldStore['store'];
let uploader: HeldStore['uploader'];
let control: HeldStore['control'];
let leaseOf: HeldStore['leaseOf'];
heldStore((held) => {
  ({ store, uploader, control, leaseOf } = held);
});

/** Ends the waits of at most 8 seconds once; those of the database are as long. */
async function giveUpOnce<T>(work: Promise<T>): Promise<T> {
  await control.endTimeouts(8_000);
  return work;
}

/** Ends the checks for a silent stream, one after the other. */
const giveUpLooking = <T>(work: Promise<T>): Promise<T> => withWaitsEnded(work, () => control.endTimeouts(4_500));

describe('a completion while the store hangs is PRIVATE_UPLOAD_SERVICE_UNAVAILABLE, and its retry succeeds,', () => {
  test.each([
    ['from the copy: after 8 seconds', 'copy', giveUpOnce],
    ['from the read: after 8 seconds', 'read', giveUpOnce],
    ['in the middle of a file: after twice 4.5 seconds at most', 'middle of a file', giveUpLooking],
    ['from the end of the edited copy: after twice 4.5 seconds at most', 'write', giveUpLooking],
  ] as const)('%s', async (_, part, givenUp) => {
    const { uploadId } = await uploader.send(aPhoto(), 'image/jpeg');
    const key = randomUUID();
    const hanging = store.hangFrom(part);
    const first = uploader.complete(uploadId, key);
    await expect.poll(hanging.hasBegun).toBe(true);
    refused(await givenUp(first), 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE');
    expect(await leaseOf(uploadId)).toBeNull();
    hanging.release();
    expect((await uploader.complete(uploadId, key)).body.data).toEqual({ uploadId, status: 'VERIFIED' });
  });
});

test('an edited copy that the store takes for longer than 8 seconds is VERIFIED', async () => {
  const { uploadId } = await uploader.send(Buffer.concat([aFile['video/mp4'](), Buffer.alloc(4)]), 'video/mp4');
  const other = await uploader.send(aPhoto(), 'image/jpeg');
  const hanging = store.hangFrom('write');
  const completed = uploader.complete(uploadId);
  await expect.poll(hanging.hasBegun).toBe(true);
  // The copy of another file waits for 8 seconds. Its end shows that they are over.
  const ended = uploader.complete(other.uploadId);
  await expect.poll(() => leaseOf(other.uploadId)).not.toBeNull();
  refused(await giveUpOnce(ended), 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE');
  hanging.release();
  expect((await completed).body.data).toEqual({ uploadId, status: 'VERIFIED' });
});

test('the lease of a caller who left during a hanging check ends with the check', async () => {
  const { uploadId } = await uploader.send(aFile['image/png'](), 'image/png');
  const hanging = store.hangFrom('copy');
  const gone = new AbortController();
  const path = `/influencer-channels/${uploader.channel.id}/ownership-uploads/${uploadId}/complete`;
  const left = uploader.owner.api.post(path, {}, { signal: gone.signal }).catch(() => 'gone');
  await expect.poll(hanging.hasBegun).toBe(true);
  gone.abort();
  expect(await left).toBe('gone');
  await control.endTimeouts(8_000);
  await expect.poll(() => leaseOf(uploadId)).toBeNull();
  hanging.release();
  expect((await uploader.complete(uploadId)).body.data.status).toBe('VERIFIED');
});
