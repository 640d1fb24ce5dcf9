import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { aFile, putFile } from '../../support/market/files.ts';
import { created, type Market } from '../../support/market/market.ts';
import { type Uploader, uploadsOf } from '../../support/market/uploads.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

type Uploads = ReturnType<typeof uploadsOf>;
let stack: OwnStack;
let market: Market;
let anUploader: Uploads['anUploader'];
let aChannel: Uploads['aChannel'];
let anUpload: Uploads['anUpload'];
ownMarket(
  (own) => {
    ({ stack, market } = own);
    ({ anUploader, aChannel, anUpload } = uploadsOf({ market, baseUrl: stack.baseUrl }));
  },
  { vars: { LOGGED_REQUESTS_PERCENT: '100' } },
);

const picture = aFile['image/png']();
const mebibyte = 1024 * 1024;
const openOf = async ({ owner }: Uploader) =>
  Number(
    (await market.one(`select count(*) from private_uploads where owner_id = $1 and status = 'PENDING'`, [owner.id]))
      .count,
  );

test('uploads are announced as images up to 10 MiB and videos up to 100 MiB, and not above', async () => {
  const uploader = await anUploader();
  for (const [type, max] of [
    ['image/jpeg', 10],
    ['image/png', 10],
    ['image/webp', 10],
    ['video/mp4', 100],
    ['video/quicktime', 100],
    ['video/webm', 100],
    ['VIDEO/WEBM', 100],
  ] as const) {
    const upload = created(await uploader.announce(picture, type, { size: max * mebibyte })).body.data;
    expect(upload).toMatchObject({ status: 'PENDING', method: 'PUT' });
    expect(upload.headers).toEqual({ 'Content-Type': type.toLowerCase(), 'Content-Length': `${max * mebibyte}` });
    refused(await uploader.announce(picture, type, { size: max * mebibyte + 1 }), 'INVALID_PROOF', type);
    refused(await uploader.announce(picture, type, { size: 0 }), 'INVALID_PROOF', type);
  }
});

test('any other type is refused, including PDF for ownership', async () => {
  const uploader = await anUploader();
  for (const type of [
    'application/pdf',
    'image/gif',
    'image/svg+xml',
    'text/html',
    'application/octet-stream',
    'image/*',
  ])
    refused(await uploader.announce(picture, type), 'INVALID_PROOF', type);
  for (const changes of [
    { size: -1 },
    { size: 1.5 },
    { size: '9' },
    { sha256: 'abc' },
    { fileName: '' },
    { fileName: 'x'.repeat(256) },
    { fileName: '../proof.png' },
    { fileName: 'proof.png\r\nSet-Cookie: a=b' },
  ])
    refused(await uploader.announce(picture, 'image/png', changes), 'VALIDATION_FAILED', JSON.stringify(changes));
  expect(await openOf(uploader)).toBe(0);
});

test('60 concurrent announcements leave 50 open uploads and ten refusals', async () => {
  const uploader = await anUploader();
  const replies = await Promise.all(Array.from({ length: 60 }, () => uploader.announce(picture, 'image/png')));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(50);
  const late = replies.filter(({ status }) => status !== 201);
  for (const reply of late) {
    expect(reply.body).toMatchObject({ code: 'INVALID_STATE', status: 'LIMIT_REACHED', allowedActions: ['complete'] });
    expect(reply.headers.get('retry-after')).toBeNull();
  }
  expect(await openOf(uploader)).toBe(50);
});

test('the limit of fifty covers all channels of an owner, and an ended upload makes room', async () => {
  const uploader = await anUploader();
  const another = await aChannel(uploader.owner.id);
  const uploads = [];
  for (let count = 0; count < 50; count += 1) uploads.push(await anUpload(uploader.owner.id, another.id, 'PENDING'));
  refused(await uploader.announce(picture, 'image/png'), 'INVALID_STATE');
  await market.pool.query(`update private_uploads set expires_at = now() - interval '61 minutes' where id = $1`, [
    uploads[0],
  ]);
  created(await uploader.announce(picture, 'image/png'));
  refused(await uploader.announce(picture, 'image/png'), 'INVALID_STATE');
});

test('one of twelve concurrent requests gets the last of fifty uploads, after any retries', async () => {
  const uploader = await anUploader();
  const uploads = [];
  for (let count = 0; count < 50; count += 1)
    uploads.push(await anUpload(uploader.owner.id, uploader.channel.id, 'PENDING'));
  for (let round = 0; round < 10; round += 1) {
    await market.pool.query(`update private_uploads set status = 'EXPIRED' where id = $1`, [uploads.pop()]);
    const replies = await Promise.all(Array.from({ length: 12 }, () => uploader.announce(picture, 'image/png')));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await openOf(uploader)).toBe(50);
  }
});

test('a replay returns the same upload with a new signature, and no stored answer contains a URL', async () => {
  const uploader = await anUploader();
  const key = randomUUID();
  const first = created(await uploader.announce(picture, 'image/png', {}, key));
  const again = created(await uploader.announce(picture, 'image/png', {}, key));
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body.data.uploadId).toBe(first.body.data.uploadId);
  expect(again.body.data.expiresAt >= first.body.data.expiresAt).toBe(true);
  expect(await openOf(uploader)).toBe(1);
  expect((await putFile(again.body.data, picture)).status).toBe(200);
  const { body } = await market.one('select body from idempotency_keys where key = $1', [key]);
  expect(body).not.toMatch(/http|X-Amz|incoming/);

  await uploader.complete(first.body.data.uploadId);
  const late = created(await uploader.announce(picture, 'image/png', {}, key)).body.data;
  expect(late).toMatchObject({ uploadId: first.body.data.uploadId, status: 'VERIFIED', url: null, headers: {} });
});

test.each([
  ['was submitted', `update channels set ownership = 'PENDING_REVIEW' where id = $1`],
  ['is blocked', `update channels set status = 'BLOCKED' where id = $1`],
])('a replay after its channel %s signs nothing, and does not extend the upload', async (_, change) => {
  const uploader = await anUploader();
  const key = randomUUID();
  const first = created(await uploader.announce(picture, 'image/png', {}, key)).body.data;
  await market.pool.query(change, [uploader.channel.id]);
  const late = created(await uploader.announce(picture, 'image/png', {}, key)).body.data;
  expect(late).toEqual({ ...first, url: null, headers: {} });
  const { expires_at } = await market.one('select expires_at from private_uploads where id = $1', [first.uploadId]);
  expect(expires_at.toISOString()).toBe(first.expiresAt);
});

test('log lines and stored answers contain no URLs, names or hashes of files', async () => {
  const uploader = await anUploader();
  const canary = `canary-${randomBytes(8).toString('hex')}`;
  const reply = await uploader.announce(picture, 'image/png', { fileName: `${canary}.png` });
  const { uploadId, url } = created(reply).body.data;
  expect(reply.headers.get('cache-control')).toBe('no-store');
  await uploader.complete(uploadId);
  await putFile({ url, headers: { 'Content-Type': 'image/png', 'Content-Length': `${picture.length}` } }, picture);
  const completed = await uploader.complete(uploadId);
  expect(completed.headers.get('cache-control')).toBe('no-store');
  const requestId = completed.headers.get('x-request-id') ?? '';
  await expect.poll(() => readFileSync(stack.logFile, 'utf8').includes(requestId)).toBe(true);
  const log = readFileSync(stack.logFile, 'utf8');
  const { incoming_key, stored_key } = await market.one('select * from private_uploads where id = $1', [uploadId]);
  const { sha256 } = await market.one(`select encode(sha256, 'hex') as sha256 from private_uploads where id = $1`, [
    uploadId,
  ]);
  for (const secret of [canary, sha256, incoming_key, stored_key, 'X-Amz-', uploadId])
    expect(log.includes(secret), secret).toBe(false);
});
