import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import { aFile } from '../../support/market/files.ts';
import { marketOf } from '../../support/market/market.ts';
import { type Uploader, uploadsOf } from '../../support/market/uploads.ts';
import { objectStoreOf } from '../../support/object-store.ts';
import { controlOf } from '../../support/stack/control.ts';
import { shared } from '../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anUploader } = uploadsOf({ market, baseUrl });
const control = controlOf(shared.controlUrl);
const store = objectStoreOf(shared.storeUrl);
let staff: Person;
beforeAll(async () => {
  staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
});
afterAll(() => market.close());

const pathOf = ({ channel }: Uploader) => `/influencer-channels/${channel.id}`;
const reviewOf = ({ channel }: Uploader) => `/staff/ownership-reviews/${channel.id}`;
const attach = (uploader: Uploader, uploadIds: readonly string[]) =>
  uploader.owner.api.post(`${pathOf(uploader)}/ownership-evidence`, { uploadIds });

/** A channel with two verified files; the first is attached as evidence. */
async function withEvidence(): Promise<{ uploader: Uploader; attached: string; spare: string }> {
  const uploader = await anUploader();
  const [attached, spare] = [
    (await uploader.verified(aFile['image/png'](), 'image/png')).uploadId,
    (await uploader.verified(aFile['image/png'](), 'image/png')).uploadId,
  ];
  expect((await attach(uploader, [attached])).status).toBe(200);
  return { uploader, attached, spare };
}

async function submitted() {
  const given = await withEvidence();
  expect((await given.uploader.owner.api.post(`${pathOf(given.uploader)}/submit`, {})).status).toBe(200);
  return given;
}

const rowOf = (uploadId: string) =>
  market.one('select status, stored_key, unneeded_since from private_uploads where id = $1', [uploadId]);
const isNeeded = async (uploadId: string) => (await rowOf(uploadId)).unneeded_since === null;
const age = (uploadId: string, days: number) =>
  market.pool.query(
    `update private_uploads set expires_at = expires_at - interval '1 day' * $2, unneeded_since = unneeded_since - interval '1 day' * $2
     where id = $1`,
    [uploadId, days],
  );
const sweep = () => control.run('sweep-uploads');

describe('evidence of ownership', () => {
  test('is kept while it is attached, until the decision and after an approval, and other files are not', async () => {
    const { uploader, attached, spare } = await submitted();
    expect([await isNeeded(attached), await isNeeded(spare)]).toEqual([true, false]);
    expect((await staff.twin.post(`${reviewOf(uploader)}/approve`, {})).status).toBe(200);
    expect([await isNeeded(attached), await isNeeded(spare)]).toEqual([true, false]);
  });

  test('is released when the verification is withdrawn, and the creator can begin again', async () => {
    const { uploader, attached } = await submitted();
    await staff.twin.post(`${reviewOf(uploader)}/approve`, {});
    const withdrawn = await staff.twin.post(`${reviewOf(uploader)}/withdraw`, { reason: 'The channel was sold.' });
    expect(withdrawn.body.data).toMatchObject({
      ownership: 'REJECTED',
      reason: 'The channel was sold.',
      reviewerId: staff.id,
    });
    expect(await isNeeded(attached)).toBe(false);
    const { history } = (await staff.twin.get(reviewOf(uploader))).body.data;
    expect(history.at(-1)).toMatchObject({ kind: 'WITHDRAWN', actor: 'STAFF', actorId: staff.id });
    expect((await uploader.owner.api.post(`${pathOf(uploader)}/ownership-challenge`, {})).status).toBe(201);
  });

  test('is released when it is rejected or replaced, or its channel is removed', async () => {
    const rejected = await submitted();
    await staff.twin.post(`${reviewOf(rejected.uploader)}/reject`, { reason: 'Another channel.' });
    const replaced = await withEvidence();
    await attach(replaced.uploader, [replaced.spare]);
    const removed = await withEvidence();
    expect((await removed.uploader.owner.api.delete(pathOf(removed.uploader))).status).toBe(200);
    for (const { attached } of [rejected, replaced, removed]) expect(await isNeeded(attached)).toBe(false);
    expect(await isNeeded(replaced.spare)).toBe(true);
  });

  test('is deleted with its file 30 days after its release, and the review stays readable', async () => {
    const { uploader, attached, spare } = await submitted();
    await staff.twin.post(`${reviewOf(uploader)}/reject`, { reason: 'Another channel.' });
    const { stored_key } = await rowOf(attached);
    await age(attached, 29);
    await age(spare, 31);
    await sweep();
    expect(await rowOf(attached)).toMatchObject({ status: 'VERIFIED', stored_key });
    expect(await rowOf(spare)).toMatchObject({ status: 'EXPIRED', stored_key: null });
    expect((await staff.twin.get(reviewOf(uploader))).body.data.evidence).toHaveLength(1);
    await age(attached, 2);
    await sweep();
    for (const uploadId of [attached, spare]) {
      expect(await rowOf(uploadId)).toMatchObject({ status: 'EXPIRED', stored_key: null });
      expect(await store.list(`stored/${uploadId}/`)).toEqual([]);
      expect((await uploader.complete(uploadId)).status).toBe(409);
    }
    expect((await staff.twin.get(reviewOf(uploader))).body.data.evidence).toEqual([]);
  });

  test('is never deleted while it is needed, however old it is', async () => {
    const { uploader, attached } = await submitted();
    await age(attached, 400);
    await sweep();
    expect((await rowOf(attached)).status).toBe('VERIFIED');
    await staff.twin.post(`${reviewOf(uploader)}/approve`, {});
    await sweep();
    expect((await rowOf(attached)).status).toBe('VERIFIED');
  });

  test('is kept when it is attached again before its deletion, and cannot be attached afterwards', async () => {
    const { uploader, attached, spare } = await withEvidence();
    await age(spare, 31);
    expect((await attach(uploader, [spare])).status).toBe(200);
    await age(attached, 31);
    await sweep();
    expect((await rowOf(spare)).status).toBe('VERIFIED');
    expect((await rowOf(attached)).status).toBe('EXPIRED');
    refused(await attach(uploader, [attached]), 'INVALID_PROOF');
  });
});
