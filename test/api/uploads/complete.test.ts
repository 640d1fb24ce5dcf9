import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type UploadType, uploadTypes } from '../../../schema/uploads/uploads.ts';
import { refused } from '../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import { aFile, foreignFiles, putFile } from '../../support/market/files.ts';
import { created, marketOf } from '../../support/market/market.ts';
import { type Uploader, uploadsOf } from '../../support/market/uploads.ts';
import { objectStoreOf } from '../../support/object-store.ts';
import { depth, diagonal } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anUploader } = uploadsOf({ market, baseUrl });
const store = objectStoreOf(shared.storeUrl);
let staff: Person;
beforeAll(async () => {
  staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
});
afterAll(() => market.close());

const types = Object.keys(uploadTypes).filter(
  (type): type is UploadType => type in aFile && type !== 'application/pdf',
);
const picture = aFile['image/png']();
/** MP4 and QuickTime are one family: the container decides. */
const isIsoFilm = (type: string) => type === 'video/mp4' || type === 'video/quicktime';

interface Row {
  readonly status: string;
  readonly incoming_key: string;
  readonly stored_key: string | null;
  readonly check_leased_until: Date | null;
}
const rowOf = (uploadId: string): Promise<Row> =>
  market.one('select status, incoming_key, stored_key, check_leased_until from private_uploads where id = $1', [
    uploadId,
  ]);
const isThere = async (key: string) => (await store.list(key)).length > 0;

/** The file that staff downloads as evidence. */
async function servedTo({ owner, channel }: Uploader, uploadId: string): Promise<Response> {
  const path = `/influencer-channels/${channel.id}`;
  expect((await owner.api.post(`${path}/ownership-evidence`, { uploadIds: [uploadId] })).status).toBe(200);
  expect((await owner.api.post(`${path}/submit`, {})).status).toBe(200);
  const review = `/staff/ownership-reviews/${channel.id}`;
  return fetch((await staff.twin.get(`${review}/evidence/${uploadId}/download`)).body.data.url);
}

async function refusesFile(uploader: Uploader, bytes: Buffer, type: string, label: string): Promise<void> {
  const { uploadId } = await uploader.send(bytes, type);
  refused(await uploader.complete(uploadId), 'INVALID_PROOF', label);
  const { status, incoming_key } = await rowOf(uploadId);
  expect(status, label).toBe('REJECTED');
  await expect.poll(() => isThere(incoming_key), { message: label }).toBe(false);
  await expect.poll(() => store.list(`stored/${uploadId}/`), { message: label }).toEqual([]);
  const again = refused(await uploader.complete(uploadId), 'INVALID_STATE', label);
  expect(again).toMatchObject({ status: 'REJECTED', allowedActions: [] });
}

describe.each(types)('an upload announced as %s', (type) => {
  test('is VERIFIED with a matching file, and stays VERIFIED', async () => {
    const uploader = await anUploader();
    const { uploadId } = await uploader.verified(aFile[type](2_000), type);
    const { stored_key, incoming_key } = await rowOf(uploadId);
    expect(await isThere(stored_key ?? '')).toBe(true);
    await expect.poll(() => isThere(incoming_key)).toBe(false);
    expect((await uploader.complete(uploadId)).body.data.status).toBe('VERIFIED');
  });

  test('is REJECTED and deleted with a truncated file, SVG, HTML, a program or any other type', async () => {
    const uploader = await anUploader();
    const others = Object.keys(aFile).filter(
      (name): name is UploadType => name !== type && !(isIsoFilm(name) && isIsoFilm(type)),
    );
    const wrong: readonly (readonly [string, Buffer])[] = [
      ...others.map((name) => [name, aFile[name]()] as const),
      ...Object.entries(foreignFiles),
      ['truncated', aFile[type](3_000).subarray(0, -1_500)],
    ];
    expect(wrong).toHaveLength(isIsoFilm(type) ? 12 : 13);
    // At the quick depth each type gets some of the wrong files, and all types together get every one.
    const row = types.indexOf(type);
    const sent = wrong.filter((file, n) => file[0] === 'truncated' || diagonal([0, 1, 2], row).includes(n % 3));
    await Promise.all(sent.map(([name, bytes]) => refusesFile(uploader, bytes, type, name)));
  });
});

test('an upload with other bytes than announced is REJECTED, although length and type match', async () => {
  const uploader = await anUploader();
  const { uploadId, ...signed } = created(await uploader.announce(picture, 'image/png')).body.data;
  const other = Buffer.from(picture);
  other[50] = (other[50] ?? 0) ^ 1;
  expect((await putFile(signed, other)).status).toBe(200);
  refused(await uploader.complete(uploadId), 'INVALID_PROOF');
  expect((await rowOf(uploadId)).status).toBe('REJECTED');
});

test('a completion before the file arrived is INVALID_PROOF and leaves it PENDING, and the same key completes it later', async () => {
  const uploader = await anUploader();
  const upload = created(await uploader.announce(picture, 'image/png')).body.data;
  const key = randomUUID();
  refused(await uploader.complete(upload.uploadId, key), 'INVALID_PROOF');
  expect((await rowOf(upload.uploadId)).status).toBe('PENDING');
  await putFile(upload, picture);
  expect((await uploader.complete(upload.uploadId, key)).body.data.status).toBe('VERIFIED');
  const replay = await uploader.complete(upload.uploadId, key);
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
});

test('a file replaced by its URL after VERIFIED is served as it was checked, as a download', async () => {
  const uploader = await anUploader();
  const upload = await uploader.verified(picture, 'image/png');
  const swapped = Buffer.alloc(picture.length, 66);
  expect((await putFile(upload, swapped)).status).toBe(200);
  expect((await uploader.complete(upload.uploadId)).body.data.status).toBe('VERIFIED');
  const served = await servedTo(uploader, upload.uploadId);
  expect(served.status).toBe(200);
  expect(Buffer.from(await served.arrayBuffer())).toEqual(picture);
  expect(served.headers.get('content-type')).toBe('image/png');
  expect(served.headers.get('content-disposition')).toBe(
    `attachment; filename="proof of mine.bin"; filename*=UTF-8''proof%20of%20mine.bin`,
  );
  expect(served.headers.get('cache-control')).toBe('no-store');
});

test('many concurrent completions of one upload leave one copy', async () => {
  const uploader = await anUploader();
  for (let round = 0; round < depth(2, 5); round += 1) {
    const { uploadId } = await uploader.send(picture, 'image/png');
    const replies = await Promise.all(Array.from({ length: 6 }, () => uploader.complete(uploadId)));
    expect(replies.map(({ body }) => body.data?.status)).toEqual(Array(6).fill('VERIFIED'));
    const { stored_key } = await rowOf(uploadId);
    await expect.poll(() => store.list(`stored/${uploadId}/`)).toEqual([stored_key]);
  }
});

test('a file replaced during its completion is never VERIFIED with other bytes', async () => {
  const uploader = await anUploader();
  const swapped = Buffer.alloc(picture.length, 66);
  const isBegun = async (uploadId: string) => {
    const { status, check_leased_until } = await rowOf(uploadId);
    return status !== 'PENDING' || check_leased_until !== null;
  };
  let verified = 0;
  for (let round = 0; round < 12; round += 1) {
    const upload = await uploader.send(picture, 'image/png');
    const completed = [uploader.complete(upload.uploadId), uploader.complete(upload.uploadId)];
    // Before the check or during it.
    if (round % 3 > 0) await expect.poll(() => isBegun(upload.uploadId), { interval: 1 }).toBe(true);
    if (round % 3 > 1) await expect.poll(() => store.list(`stored/${upload.uploadId}/`)).not.toEqual([]);
    await Promise.all([putFile(upload, swapped), ...completed]);
    const { status, stored_key } = await rowOf(upload.uploadId);
    expect(['VERIFIED', 'REJECTED']).toContain(status);
    if (stored_key === null) continue;
    verified += 1;
    expect(Buffer.from(await new Response(await store.read(stored_key)).arrayBuffer())).toEqual(picture);
  }
  expect(verified).toBeGreaterThan(0);
});

test('a foreign upload, one of another channel and an unknown one get the same answer', async () => {
  const [uploader, otherUser] = [await anUploader(), await anUploader()];
  const { uploadId } = await uploader.send(picture, 'image/png');
  const mine = `/influencer-channels/${uploader.channel.id}/ownership-uploads`;
  const theirs = `/influencer-channels/${otherUser.channel.id}/ownership-uploads`;
  const replies = [
    await otherUser.owner.api.post(`${mine}/${uploadId}/complete`, {}),
    await otherUser.owner.api.post(`${theirs}/${uploadId}/complete`, {}),
    await uploader.owner.api.post(`${mine}/${randomUUID()}/complete`, {}),
    await uploader.owner.api.post(`${mine}/nonsense/complete`, {}),
  ];
  for (const reply of replies) refused(reply, 'RESOURCE_NOT_FOUND');
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect((await rowOf(uploadId)).status).toBe('PENDING');
});
