import { beforeEach } from 'vitest';
import type { Reply } from '../client.ts';
import type { Person as Staff } from '../contract/people.ts';
import { peopleOf } from '../contract/people.ts';
import { type OwnMarket, ownMarket } from '../stack/own-market.ts';
import { type CampaignStack, campaignPostsOf, type Publisher } from './campaign-posts.ts';
import { campaignsOf, dataOf } from './campaigns.ts';
import { aFile, announced, putFile } from './files.ts';
import type { Person } from './people.ts';

/** A small valid JPEG; `extra` makes its bytes and its length different from others. */
export const aTile = (extra = 0): Buffer => aFile['image/jpeg'](extra);

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Screenshots of posts of campaigns, which staff adds. */
export function campaignProofsOf(own: CampaignStack) {
  const { stack, market } = own;
  const aStaffMember = (): Promise<Staff> => peopleOf(stack.baseUrl, market).aPerson({ roles: ['STAFF'] });

  /** What a member of staff does about the screenshots of one post. */
  function proverOf(staff: Pick<Staff, 'twin'>, postId: number) {
    const path = `/staff/posts/${postId}`;
    const keyed = (key?: string) => (key === undefined ? {} : { key });
    const announce = (bytes: Uint8Array, type = 'image/jpeg', changes: object = {}, key?: string): Promise<Reply> =>
      staff.twin.post(`${path}/proof-uploads`, announced(bytes, type, changes), keyed(key));
    const complete = (uploadId: string, key?: string): Promise<Reply> =>
      staff.twin.post(`${path}/proof-uploads/${uploadId}/complete`, {}, keyed(key));
    const add = (body: object, key?: string): Promise<Reply> => staff.twin.post(`${path}/proofs`, body, keyed(key));

    /** Announces and sends a JPEG without completing it, and returns the id of the upload. */
    async function send(bytes: Uint8Array = aTile(), changes: object = {}): Promise<string> {
      const upload = dataOf(await announce(bytes, 'image/jpeg', changes), 201);
      const { status, text } = await putFile(upload, bytes);
      if (status !== 200) throw new Error(`${status}: ${text}`);
      return upload.uploadId;
    }
    async function verified(bytes: Uint8Array = aTile()): Promise<string> {
      const uploadId = await send(bytes);
      dataOf(await complete(uploadId));
      return uploadId;
    }
    async function aProof({ bytes = aTile() as Uint8Array, takenAt, views }: ProofSpec): Promise<Reply['body']> {
      return dataOf(await add({ uploadId: await verified(bytes), takenAt: takenAt.toISOString(), views }), 201);
    }
    return { announce, complete, add, send, verified, aProof };
  }

  /** Reads a file with the key of a user. */
  async function read({ apiKey }: Pick<Person, 'apiKey'>, path: string): Promise<Received> {
    const answer = await fetch(`${stack.baseUrl}/api/v1/public${path}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  }

  const posts = campaignPostsOf(own);
  const { anAdvertiser, aRunning } = campaignsOf(stack.baseUrl, market);

  /** An advertiser, a creator on Instagram, and a member of staff. */
  async function people(): Promise<ProofPeople> {
    const [staff, advertiser, creator] = await Promise.all([
      aStaffMember(),
      anAdvertiser(1_000_000),
      posts.aPublisher('INSTAGRAM'),
    ]);
    return { staff, advertiser, creator };
  }

  /** A running campaign with its advertiser, a creator who takes part in it, and a member of staff. All are new ones without `by`. */
  async function aCampaign(by?: ProofPeople): Promise<ProvenCampaign> {
    const { staff, advertiser, creator } = by ?? (await people());
    const campaign = await aRunning(advertiser, { platforms: ['INSTAGRAM', 'YOUTUBE'] });
    return {
      ...{ staff, advertiser, creator, campaign, posts },
      async aPost(publisher = creator) {
        const { id } = await posts.aPost(publisher, campaign);
        return { id, prover: proverOf(staff, id), lists: listsOf(campaign.id, id) };
      },
    };
  }

  return { aStaffMember, proverOf, read, people, aCampaign, listsOf };
}

/** The paths of the screenshots of a post: for its advertiser, and for its creator. */
const listsOf = (campaignId: number, id: number) => ({
  advertiser: `/campaigns/${campaignId}/posts/${id}/proofs`,
  creator: `/posts/${id}/proofs`,
});

interface ProofPeople {
  readonly staff: Staff;
  readonly advertiser: Person;
  readonly creator: Publisher;
}

export interface ProvenCampaign extends ProofPeople {
  readonly campaign: { readonly id: number };
  readonly posts: ReturnType<typeof campaignPostsOf>;
  /** A submitted post, by default of the creator, and what staff does about its screenshots. */
  aPost(publisher?: Publisher): Promise<{ id: number; prover: Prover; lists: ReturnType<typeof listsOf> }>;
}

type Prover = ReturnType<ReturnType<typeof campaignProofsOf>['proverOf']>;

interface ProofSpec {
  readonly bytes?: Uint8Array;
  readonly takenAt: Date;
  readonly views: number | null;
}

/**
 * A stack of one test file, and before each of its tests a new campaign of the same people. A test that changes one of
 * them has a campaign of new ones.
 */
export interface OwnProofs {
  readonly own: OwnMarket;
  readonly proofs: ReturnType<typeof campaignProofsOf>;
  readonly scene: ProvenCampaign;
}

export function ownProofs(begins: (made: OwnProofs) => unknown): void {
  let started: (Omit<OwnProofs, 'scene'> & { readonly by: ProofPeople }) | undefined;
  ownMarket(async (own) => {
    const proofs = campaignProofsOf(own);
    started = { own, proofs, by: await proofs.people() };
  });
  beforeEach(async () => {
    if (started) begins({ ...started, scene: await started.proofs.aCampaign(started.by) });
  });
}
