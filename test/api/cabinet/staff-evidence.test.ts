import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { aFile } from '../../support/market/files.ts';
import { marketOf } from '../../support/market/market.ts';
import { proofsOf } from '../../support/market/proofs.ts';
import { uploadsOf } from '../../support/market/uploads.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const { anUploader } = uploadsOf({ market, baseUrl });
const { aProver, act, must } = proofsOf(market, baseUrl);
afterAll(() => market.close());

const picture = aFile['image/png']();
let staff: Visitor;
beforeAll(async () => {
  staff = await visitorOf(market, baseUrl, await market.aUser(['STAFF']));
});

const aProof = {
  async 'a proof of ownership'() {
    const uploader = await anUploader();
    const { owner, channel } = uploader;
    const path = `/influencer-channels/${channel.id}`;
    const { uploadId } = await uploader.verified(picture, 'image/png');
    await owner.api.post(`${path}/ownership-evidence`, { uploadIds: [uploadId] });
    await owner.api.post(`${path}/submit`, {});
    return { path: `/cabinet/staff/ownership/${channel.id}`, uploadId };
  },
  async 'a dispute'() {
    const prover = await aProver();
    const { uploadId } = await prover.verified(picture, 'image/png');
    await prover.attach([uploadId]);
    await must(act(prover.work, prover.work.advertiser.api, 'issues'));
    return { path: `/cabinet/staff/disputes/${prover.work.id}`, uploadId };
  },
};

test.each(['a proof of ownership', 'a dispute'] as const)(
  'the page of %s links to each file by a path of the cabinet, which signs the address when it is followed',
  async (kind) => {
    const { path, uploadId } = await aProof[kind]();
    const { html } = await staff.get(path);
    expect(html).not.toContain('X-Amz-');
    expect(html).toContain(`href="${path}/files/${uploadId}"`);
    const { status, headers } = await staff.get(`${path}/files/${uploadId}`);
    expect(status).toBe(303);
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
    const file = await fetch(headers.get('location') ?? '');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(picture);
    expect((await staff.get(`${path}/files/${randomUUID()}`)).status).toBe(404);
  },
);

test.each(['a proof of ownership', 'a dispute'] as const)(
  'a HEAD request, which is not in the audit log, does not get the address of a file of %s',
  async (kind) => {
    const { path, uploadId } = await aProof[kind]();
    const countReads = async () => (await market.one('select count(*)::int as n from staff_actions')).n;
    const before = await countReads();
    const { status, headers } = await fetch(`${baseUrl}${path}/files/${uploadId}`, {
      method: 'HEAD',
      redirect: 'manual',
      headers: { cookie: staff.cookie() },
    });
    expect([status, headers.get('location')]).toEqual([303, null]);
    expect(await countReads()).toBe(before);
  },
);
