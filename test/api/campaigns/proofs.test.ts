import { describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { filesIn, linesOf } from '../../support/market/archives.ts';
import { aTile, type OwnProofs, ownProofs } from '../../support/market/campaign-proofs.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { aFile } from '../../support/market/files.ts';
import { objectStoreOf } from '../../support/object-store.ts';

let own: OwnProofs['own'];
let proofs: OwnProofs['proofs'];
let scene: OwnProofs['scene'];
ownProofs((made) => {
  ({ own, proofs, scene } = made);
});

const now = () => own.control.now();
const rowOf = (uploadId: string) => own.market.one('select * from private_uploads where id = $1', [uploadId]);

describe('a screenshot', () => {
  test('a screenshot of a post is uploaded by staff, and its advertiser and its creator see it with the views that it shows', async () => {
    const { prover, lists } = await scene.aPost();
    const takenAt = (await now()).toISOString();
    const added = await prover.add({ uploadId: await prover.verified(), takenAt, views: 48_200 });
    expect(dataOf(added, 201)).toEqual({ id: expect.any(Number), takenAt, views: 48_200 });
    const list = { data: [added.body.data], nextCursor: null };
    const { advertiser, creator } = scene;
    for (const caller of [advertiser.keyed, advertiser.api])
      expect((await caller.get(lists.advertiser)).body).toEqual(list);
    for (const caller of [creator.keyed, creator.api]) expect((await caller.get(lists.creator)).body).toEqual(list);
  });

  test('a screenshot is added once by requests with the same Idempotency-Key, and a replay gives the same answer', async () => {
    const { prover, lists } = await scene.aPost();
    const body = { uploadId: await prover.verified(), takenAt: (await now()).toISOString(), views: null };
    const key = crypto.randomUUID();
    const [first, again] = [await prover.add(body, key), await prover.add(body, key)];
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(dataOf(await scene.creator.keyed.get(lists.creator))).toEqual([first.body.data]);
  });

  test('a screenshot of another type than JPEG is refused', async () => {
    const { prover } = await scene.aPost();
    for (const type of ['image/png', 'image/webp', 'video/mp4', 'application/pdf'] as const)
      refused(await prover.announce(aFile[type](), type), 'INVALID_PROOF', type);
  });

  test('a screenshot of more than 10 MiB is refused', async () => {
    const { prover } = await scene.aPost();
    const size = 10 * 1024 * 1024;
    refused(await prover.announce(aTile(), 'image/jpeg', { size: size + 1 }), 'INVALID_PROOF');
    expect((await prover.announce(aTile(), 'image/jpeg', { size })).status).toBe(201);
  });

  test('a screenshot whose bytes are no JPEG, or have another SHA-256, is REJECTED and becomes no proof', async () => {
    const { prover } = await scene.aPost();
    const takenAt = (await now()).toISOString();
    const wrong = [await prover.send(aFile['image/png']()), await prover.send(aTile(), { sha256: '0'.repeat(64) })];
    for (const uploadId of wrong) {
      refused(await prover.complete(uploadId), 'INVALID_PROOF');
      expect((await rowOf(uploadId)).status).toBe('REJECTED');
      refused(await prover.add({ uploadId, takenAt, views: 1 }), 'INVALID_PROOF');
    }
  });

  test('a screenshot that has not arrived stays PENDING, and becomes no proof before it is verified', async () => {
    const { prover } = await scene.aPost();
    const { uploadId } = dataOf(await prover.announce(aTile()), 201);
    refused(await prover.complete(uploadId), 'INVALID_PROOF');
    refused(await prover.add({ uploadId, takenAt: (await now()).toISOString(), views: 1 }), 'INVALID_PROOF');
    expect((await rowOf(uploadId)).status).toBe('PENDING');
  });

  test('ten concurrent requests make one proof of a screenshot', async () => {
    const { prover, lists } = await scene.aPost();
    const body = { uploadId: await prover.verified(), takenAt: (await now()).toISOString(), views: 7 };
    const replies = await Promise.all(Array.from({ length: 10 }, () => prover.add(body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 400)]);
    for (const reply of replies.filter(({ status }) => status === 400)) refused(reply, 'INVALID_PROOF');
    expect(dataOf(await scene.creator.keyed.get(lists.creator))).toHaveLength(1);
  });

  test.each([
    [
      'without a consent',
      () => scene.creator.api.put(`/social-accounts/${scene.creator.accountId}/sharing`, { enabled: false }),
    ],
    [
      'after the connection has ended',
      () => scene.creator.api.delete(`/social-accounts/${scene.creator.accountId}/connection`),
    ],
  ])('the advertiser does not see the views of a proof %s, also of a post that was never measured', async (_, end) => {
    scene = await proofs.aCampaign();
    const { id, prover, lists } = await scene.aPost();
    dataOf(await end());
    await prover.aProof({ takenAt: await now(), views: 900 });
    expect(dataOf(await scene.advertiser.keyed.get(lists.advertiser))).toMatchObject([{ views: null }]);
    expect(dataOf(await scene.creator.keyed.get(lists.creator))).toMatchObject([{ views: 900 }]);
    const zip = await proofs.read(scene.advertiser, `/campaigns/${scene.campaign.id}/proofs/zip`);
    const [line] = linesOf((await filesIn(zip.bytes))[0]?.bytes ?? Buffer.alloc(0)).filter(
      ({ post }) => post === String(id),
    );
    expect(line?.views).toBe('');
    const { views, reasons } = await scene.posts.campaignPostOf(scene.advertiser, scene.campaign, id);
    expect([views, reasons.views]).toEqual([null, expect.stringMatching(/^(WITHHELD|NOT_GRANTED)$/)]);
  });

  test('a screenshot of another post, or of another member of staff, does not exist', async () => {
    const [one, other] = [await scene.aPost(), await scene.aPost()];
    const uploadId = await one.prover.send();
    const proof = { uploadId, takenAt: (await now()).toISOString(), views: 1 };
    const colleague = proofs.proverOf(await proofs.aStaffMember(), one.id);
    for (const prover of [other.prover, colleague]) refused(await prover.complete(uploadId), 'RESOURCE_NOT_FOUND');
    dataOf(await one.prover.complete(uploadId));
    for (const prover of [other.prover, colleague]) refused(await prover.add(proof), 'RESOURCE_NOT_FOUND');
    dataOf(await one.prover.add(proof), 201);
  });

  test('a screenshot of a post on another platform is refused, and the list of such a post is empty', async () => {
    const publisher = await scene.posts.aPublisher('YOUTUBE');
    const { prover, lists } = await scene.aPost(publisher);
    refused(await prover.announce(aTile()), 'INVALID_PROOF');
    const empty = { data: [], nextCursor: null };
    expect((await scene.advertiser.keyed.get(lists.advertiser)).body).toEqual(empty);
    expect((await publisher.keyed.get(lists.creator)).body).toEqual(empty);
  });

  test('a screenshot is refused if takenAt is before the publication of the post or in the future', async () => {
    const { id, prover } = await scene.aPost();
    const { publishedAt } = await scene.posts.postOf(scene.creator, id);
    const uploadId = await prover.verified();
    const at = (from: string | Date, ms: number) => new Date(new Date(from).getTime() + ms).toISOString();
    for (const takenAt of [at(publishedAt, -1), at(await now(), 3_600_000), 'yesterday'])
      refused(await prover.add({ uploadId, takenAt, views: 1 }), 'VALIDATION_FAILED', takenAt);
    dataOf(await prover.add({ uploadId, takenAt: publishedAt, views: 1 }), 201);
  });

  test('a screenshot has views that are a whole number of zero or more, or null', async () => {
    const { prover } = await scene.aPost();
    const body = { uploadId: await prover.verified(), takenAt: (await now()).toISOString() };
    for (const views of [-1, 1.5, '7', 2 ** 53, undefined])
      refused(await prover.add({ ...body, views }), 'VALIDATION_FAILED', String(views));
    dataOf(await prover.add({ ...body, views: 0 }), 201);
    dataOf(await prover.add({ ...body, uploadId: await prover.verified(), views: null }), 201);
  });

  test('a screenshot is added by staff alone', async () => {
    const { id } = await scene.aPost();
    for (const { api } of [scene.advertiser, scene.creator]) {
      const { announce, complete, add } = proofs.proverOf({ twin: api }, id);
      for (const { status, body } of [await announce(aTile()), await complete(crypto.randomUUID()), await add({})])
        expect({ status, code: body.code }).toEqual({ status: 403, code: 'insufficient_scope' });
    }
  });

  test('staff cannot add a screenshot to a post of its own or of its own campaign', async () => {
    const { id, prover } = await scene.aPost();
    const proof = { uploadId: await prover.verified(), takenAt: (await now()).toISOString(), views: 1 };
    const { market } = own;
    const places = [
      ['campaign_posts', 'creator_id', id],
      ['campaigns', 'advertiser_id', scene.campaign.id],
    ] as const;
    for (const [table, column, row] of places) {
      const { former } = await market.one(`select ${column}::int as former from ${table} where id = $1`, [row]);
      const change = (to: number) => market.pool.query(`update ${table} set ${column} = $2 where id = $1`, [row, to]);
      await change(scene.staff.id);
      refused(await prover.announce(aTile()), 'ROLE_NOT_ALLOWED');
      refused(await prover.complete(proof.uploadId), 'ROLE_NOT_ALLOWED');
      refused(await prover.add(proof), 'ROLE_NOT_ALLOWED');
      await change(former);
    }
    dataOf(await prover.add(proof), 201);
  });
});

describe('the nightly sweep', () => {
  const sweep = () => own.control.run('sweep-uploads');
  const statusOf = async (uploadId: string) => (await rowOf(uploadId)).status;
  /** Moves the times of all files into the past: tokens would end with a moved clock. */
  const age = (interval: string) =>
    own.market.pool.query(
      `update private_uploads set expires_at = expires_at - $1::interval, unneeded_since = unneeded_since - $1::interval`,
      [interval],
    );

  test('the sweep deletes a verified screenshot that became no proof after 30 days, and never one that is a proof', async () => {
    const { prover, lists } = await scene.aPost();
    const [unused, late] = [await prover.verified(), await prover.verified()];
    await prover.aProof({ takenAt: await now(), views: 1 });
    await age('29 days');
    await sweep();
    expect(await statusOf(unused)).toBe('VERIFIED');
    const proof = { takenAt: (await now()).toISOString(), views: 2 };
    dataOf(await prover.add({ ...proof, uploadId: late }), 201);
    await age('2 days');
    await sweep();
    expect(await statusOf(unused)).toBe('EXPIRED');
    expect(await objectStoreOf(own.stack.storeUrl).list(`stored/${unused}/`)).toEqual([]);
    refused(await prover.add({ ...proof, uploadId: unused }), 'INVALID_PROOF');
    await age('400 days');
    await sweep();
    const list = dataOf(await scene.advertiser.keyed.get(lists.advertiser));
    expect(list).toHaveLength(2);
    for (const { id } of list)
      expect((await proofs.read(scene.advertiser, `${lists.advertiser}/${id}/image`)).status).toBe(200);
  });

  test('the sweep ends a screenshot whose upload was never completed', async () => {
    const { prover } = await scene.aPost();
    const uploadId = await prover.send();
    await age('1 day');
    await sweep();
    expect(await statusOf(uploadId)).toBe('EXPIRED');
    refused(await prover.complete(uploadId), 'INVALID_STATE');
  });
});
