import { describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { type OwnProofs, ownProofs, type ProvenCampaign } from '../../support/market/campaign-proofs.ts';
import { campaignsOf, dataOf } from '../../support/market/campaigns.ts';
import type { Person } from '../../support/market/people.ts';
import { aPhoto, barePhoto, secrets } from '../../support/market/photos.ts';

let own: OwnProofs['own'];
let proofs: OwnProofs['proofs'];
let scene: OwnProofs['scene'];
ownProofs((made) => {
  ({ own, proofs, scene } = made);
});

const now = () => own.control.now();

/** The readers of a post's screenshots, each with its path. */
const readersOf = ({ lists }: Awaited<ReturnType<ProvenCampaign['aPost']>>) =>
  [
    [scene.advertiser, lists.advertiser],
    [scene.creator, lists.creator],
  ] as const;

describe('the list of the screenshots of a post', () => {
  test('the list has the newest takenAt first, then the higher id, and its pages join to the whole', async () => {
    const post = await scene.aPost();
    const at = (await now()).getTime();
    const added: object[] = [];
    for (const [n, agoMs] of [3, 1, 2, 1, 4].entries())
      added.push(await post.prover.aProof({ takenAt: new Date(at - agoMs), views: n === 0 ? null : n }));
    const expected = [3, 1, 2, 0, 4].map((n) => added[n]);
    for (const [{ keyed }, path] of readersOf(post)) {
      expect((await keyed.get(path)).body).toEqual({ data: expected, nextCursor: null });
      const walked: object[] = [];
      let next = '';
      for (let page = 0; page < 3; page += 1) {
        const { data, nextCursor } = (await keyed.get(`${path}?limit=2${next}`)).body;
        walked.push(...data);
        next = `&cursor=${nextCursor}`;
      }
      expect(next).toBe('&cursor=null');
      expect(walked).toEqual(expected);
    }
  });

  test('the list refuses a cursor of another post, and a limit beyond 100', async () => {
    const [one, other] = [await scene.aPost(), await scene.aPost()];
    const proof = await other.prover.aProof({ takenAt: await now(), views: 1 });
    for (const [{ keyed }, path] of readersOf(one)) {
      refused(await keyed.get(`${path}?cursor=${proof.id}`), 'INVALID_CURSOR');
      refused(await keyed.get(`${path}?limit=101`), 'VALIDATION_FAILED');
    }
  });

  test('the list and its images do not exist for others', async () => {
    const { advertiser, creator, posts } = scene;
    const { prover, lists } = await scene.aPost();
    const proof = await prover.aProof({ takenAt: await now(), views: 1 });
    const { anAdvertiser, aRunning } = campaignsOf(own.stack.baseUrl, own.market);
    const another = await aRunning(advertiser, { platforms: ['INSTAGRAM'] });
    const foreign = [
      [await anAdvertiser(), lists.advertiser],
      [advertiser, lists.advertiser.replace(/\d+/, String(another.id))],
      [await posts.aPublisher('INSTAGRAM'), lists.creator],
    ] as const;
    for (const [{ keyed }, path] of foreign)
      for (const target of [path, `${path}/${proof.id}/image`])
        refused(await keyed.get(target), 'RESOURCE_NOT_FOUND', target);
    refused(await creator.keyed.get(lists.advertiser), 'ROLE_NOT_ALLOWED');
    refused(await advertiser.keyed.get(lists.creator), 'ROLE_NOT_ALLOWED');
  });

  test('the list hides the views from the advertiser while it may not see the metrics of the post', async () => {
    const { creator, advertiser, campaign, posts } = scene;
    const { id, prover, lists } = await scene.aPost();
    await posts.scan();
    await prover.aProof({ takenAt: await now(), views: 900 });
    const viewsOf = async ({ keyed }: Person, path: string) => dataOf(await keyed.get(path))[0].views;
    const share = async (enabled: boolean) =>
      dataOf(await creator.api.put(`/social-accounts/${creator.accountId}/sharing`, { enabled }));
    expect(await viewsOf(advertiser, lists.advertiser)).toBe(900);
    await share(false);
    expect((await posts.campaignPostOf(advertiser, campaign, id)).views).toBeNull();
    expect(await viewsOf(advertiser, lists.advertiser)).toBeNull();
    expect(await viewsOf(creator, lists.creator)).toBe(900);
    await share(true);
    expect(await viewsOf(advertiser, lists.advertiser)).toBe(900);
  });
});

describe('the image of a screenshot', () => {
  test('the image is the uploaded JPEG without its metadata, and no cache keeps it', async () => {
    const post = await scene.aPost();
    const proof = await post.prover.aProof({ bytes: aPhoto(), takenAt: await now(), views: 1 });
    for (const [person, path] of readersOf(post)) {
      const { status, headers, bytes } = await proofs.read(person, `${path}/${proof.id}/image`);
      expect(status).toBe(200);
      expect(bytes.equals(barePhoto())).toBe(true);
      for (const secret of secrets) expect(bytes.includes(secret)).toBe(false);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': String(bytes.length),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'ratelimit-policy': expect.stringMatching(/^"read";/),
      });
    }
  });

  test('the image of a screenshot of another post does not exist', async () => {
    const [one, other] = [await scene.aPost(), await scene.aPost()];
    const proof = await other.prover.aProof({ takenAt: await now(), views: 1 });
    for (const [{ keyed }, path] of readersOf(one))
      refused(await keyed.get(`${path}/${proof.id}/image`), 'RESOURCE_NOT_FOUND');
  });
});
