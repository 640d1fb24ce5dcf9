import { afterAll, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { aFile, putFile } from '../../support/market/files.ts';
import { created, marketOf } from '../../support/market/market.ts';
import { uploadsOf } from '../../support/market/uploads.ts';
import { objectStoreOf } from '../../support/object-store.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anUploader, anUpload } = uploadsOf({ market, baseUrl });
const control = controlOf(shared.controlUrl);
const store = objectStoreOf(shared.storeUrl);
afterAll(() => market.close());

const picture = aFile['image/png']();
const rowOf = (uploadId: string) => market.one('select * from private_uploads where id = $1', [uploadId]);
const age = (uploadIds: readonly string[], interval: string) =>
  market.pool.query('update private_uploads set expires_at = now() - $2::interval where id = any ($1)', [
    uploadIds,
    interval,
  ]);
const isThere = async (key: string) => (await store.list(key)).length > 0;

test('three concurrent sweeps expire uncompleted uploads, delete files at old URLs, and keep verified files', async () => {
  const uploader = await anUploader();
  const forgotten = await uploader.send(picture, 'image/png');
  const refilled = await uploader.verified(picture, 'image/png');
  // Its URL still worked after the verification of the file.
  expect((await putFile(refilled, picture)).status).toBe(200);
  const young = await uploader.send(picture, 'image/png');
  const [lateOne] = [await uploader.send(picture, 'image/png')];
  const rows = await Promise.all([forgotten, refilled, young, lateOne].map(({ uploadId }) => rowOf(uploadId)));
  const [old, verified, fresh, late] = rows;
  // An orphaned copy: its request ended before the commit.
  await store.copy(fresh.incoming_key, `stored/${forgotten.uploadId}/orphan`, {
    fileName: 'x',
    contentType: 'image/png',
  });
  const many = [];
  // A run sweeps the objects of 60.
  for (let count = 0; count < depth(60, 150); count += 1)
    many.push(await anUpload(uploader.owner.id, uploader.channel.id, 'PENDING'));
  await age([forgotten.uploadId, refilled.uploadId, ...many], '61 minutes');
  await age([lateOne.uploadId], '59 minutes');

  await Promise.all(Array.from({ length: 3 }, () => control.run('sweep-uploads')));
  const swept = async () =>
    (
      await market.one(
        `select count(*)::int as n from private_uploads where owner_id = $1 and incoming_deleted_at is not null`,
        [uploader.owner.id],
      )
    ).n;
  await expect.poll(swept).toBe(many.length + 2);
  expect((await rowOf(forgotten.uploadId)).status).toBe('EXPIRED');
  for (const id of many) expect((await rowOf(id)).status).toBe('EXPIRED');
  expect(await isThere(old.incoming_key)).toBe(false);
  expect(await isThere(verified.incoming_key)).toBe(false);
  expect(await store.list(`stored/${forgotten.uploadId}/`)).toEqual([]);
  expect(await store.list(`stored/${refilled.uploadId}/`)).toEqual([verified.stored_key]);
  expect((await rowOf(refilled.uploadId)).status).toBe('VERIFIED');
  for (const key of [fresh.incoming_key, late.incoming_key]) expect(await isThere(key)).toBe(true);
  for (const { uploadId } of [young, lateOne])
    expect((await uploader.complete(uploadId)).body.data.status).toBe('VERIFIED');
});

test('an upload that reads EXPIRED cannot be completed, before or after the sweep', async () => {
  const uploader = await anUploader();
  const { uploadId } = await uploader.send(picture, 'image/png');
  await age([uploadId], '61 minutes');
  for (const stored of ['PENDING', 'EXPIRED']) {
    await market.pool.query('update private_uploads set status = $2 where id = $1', [uploadId, stored]);
    expect(refused(await uploader.complete(uploadId), 'INVALID_STATE')).toMatchObject({
      status: 'EXPIRED',
      allowedActions: [],
    });
  }
  const key = crypto.randomUUID();
  const { uploadId: next } = created(await uploader.announce(picture, 'image/png', {}, key)).body.data;
  await age([next], '61 minutes');
  expect(created(await uploader.announce(picture, 'image/png', {}, key)).body.data).toMatchObject({
    status: 'EXPIRED',
    url: null,
  });
});
