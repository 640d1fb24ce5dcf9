import { randomBytes } from 'node:crypto';
import type { Platform, ServiceType } from '../../../schema/shared/enums.ts';
import { clientOf, type Reply } from '../client.ts';
import { assignmentsOf, type Work } from './assignments.ts';
import {
  type Advertiser,
  anItem,
  type Creator,
  confirmationOf,
  created,
  inDays,
  type Listing,
  type Market,
} from './market.ts';

export interface Post {
  readonly work: Work;
  readonly deliverableId: number;
  readonly videoId: string;
  /** The handle of its channel. */
  readonly handle: string;
}

export const aVideoId = () => randomBytes(12).toString('base64url').slice(0, 11);
export const watchUrl = (videoId: string) => `https://www.youtube.com/watch?v=${videoId}`;
/** A video of the simulator, with the changes of a test. */
export const aVideo = (id: string, changes: object = {}) => ({
  id,
  publishedAt: new Date(Date.now() - 3_600_000).toISOString(),
  views: 1_000,
  likes: 40,
  comments: 3,
  ...changes,
});

interface Sold {
  readonly platform?: Platform;
  readonly type?: ServiceType;
  readonly creator?: Creator | null;
  readonly cents?: number;
}

/** Assignments whose results are posts on a supported platform. */
export function postsOf(market: Market, baseUrl: string) {
  const { act, must } = assignmentsOf(market, baseUrl);

  const accept = (work: Work) => must(act(work, work.creator.api, 'accept'));
  const submit = (work: Work) => must(act(work, work.creator.api, 'submit'));
  const approve = (work: Work) => must(act(work, work.advertiser.api, 'approve'));

  const resultsOf = async ({ id, advertiser }: Work): Promise<Reply['body'][]> =>
    (await advertiser.api.get(`/placement-assignments/${id}/deliverables`)).body.data;

  /** The creator delivers one post for each result. */
  async function name(work: Work, videoIds: readonly string[]): Promise<void> {
    for (const [index, { id, version }] of (await resultsOf(work)).entries())
      await must(
        work.creator.api.put(`/placement-assignments/${work.id}/deliverables/${id}`, {
          expectedVersion: version,
          url: watchUrl(videoIds[index] ?? ''),
        }),
      );
  }

  const handleOf = async ({ id }: Listing): Promise<string> =>
    (
      await market.one(
        'select handle from channels where id = (select channel_id from service_listings where id = $1)',
        [id],
      )
    ).handle;

  /** One delivered and submitted result. */
  async function aPost(sold: Sold = {}): Promise<Post> {
    const advertiser = await market.anAdvertiser({ fundsCents: 100_000 });
    const listing = await aService(market, sold);
    const [work] = await ordered(market, baseUrl, advertiser, [listing]);
    if (!work) throw new Error('an order has work');
    const videoId = aVideoId();
    await accept(work);
    await name(work, [videoId]);
    await submit(work);
    const [{ id: deliverableId }] = await resultsOf(work);
    return { work, deliverableId, videoId, handle: await handleOf(listing) };
  }

  return {
    aService: (sold?: Sold) => aService(market, sold),
    ordered: (advertiser: Advertiser, listings: readonly Listing[], quantity?: 1 | 5 | 10) =>
      ordered(market, baseUrl, advertiser, listings, quantity),
    provenByFiles: (work: Pick<Work, 'id'>, fromPosition?: number) => proveByFiles(market, work, fromPosition),
    ...{ accept, submit, approve, name, resultsOf, handleOf, aPost, act, must },
    ...scansOf(market),
  };
}

async function aService(
  market: Market,
  { platform = 'YOUTUBE', type = 'VIDEO', creator = null, cents = 10_000 }: Sold = {},
): Promise<Listing> {
  const proofModes = [type === 'STREAM' ? 'PUBLIC_VOD' : type === 'UGC' ? 'PRIVATE_FILE' : 'PUBLIC_URL'];
  const listing = await market.aListing({ proofModes, creator, cents });
  const unit = type === 'UGC' ? 'FILE' : type === 'SHORT_VIDEO' ? 'VIDEO' : type;
  await market.pool.query('update service_listings set type = $2, unit = $3 where id = $1', [listing.id, type, unit]);
  await market.pool.query(
    `update channels set platform = $2, canonical_url = 'https://www.youtube.com/@' || handle
     where id = (select channel_id from service_listings where id = $1)`,
    [listing.id, platform],
  );
  await market.refresh(listing.creator.id);
  return listing;
}

/** One funded order with an assignment for each. */
async function ordered(
  market: Market,
  baseUrl: string,
  advertiser: Advertiser,
  listings: readonly Listing[],
  quantity: 1 | 5 | 10 = 1,
): Promise<Work[]> {
  const discountBps = { 1: 0, 5: 1_000, 10: 2_000 }[quantity];
  const results = Array.from({ length: quantity }, () => ({ expectedAt: inDays(20) }));
  const items = listings.map((listing) => anItem(listing, { quantity, discountBps, results }));
  const order = created(await advertiser.api.post('/placement-orders', { items })).body.data;
  const path = `/placement-orders/${order.id}`;
  const quote = created(await advertiser.api.post(`${path}/quote`, { expectedVersion: order.version })).body.data;
  const { data } = created(await advertiser.api.post(`${path}/checkout`, confirmationOf(quote))).body;
  return Promise.all(
    listings.map(async (listing, index) => {
      const api = clientOf(baseUrl, await market.aKey(listing.creator.id));
      const creator = { id: listing.creator.id, api };
      return { id: data.assignments[index].id, orderId: order.id, advertiser, creator, listing };
    }),
  );
}

/** Proves the results from this position on by one private file each, without a URL. */
async function proveByFiles(market: Market, { id }: Pick<Work, 'id'>, fromPosition = 1): Promise<void> {
  await market.pool.query(
    `with proven as (
       update deliverables set url = null, content_id = null where assignment_id = $1 and position >= $2 returning id
     ), files as (
       insert into private_uploads (id, owner_id, assignment_id, deliverable_id, file_name, content_type, size, sha256, status,
         incoming_key, stored_key, expires_at, created_at, updated_at)
       select gen_random_uuid(), a.creator_id, a.id, proven.id, 'story.png', 'image/png', 9, sha256(''), 'VERIFIED',
         gen_random_uuid(), gen_random_uuid(), now(), now(), now()
       from proven join placement_assignments a on a.id = $1 returning id, deliverable_id)
     insert into deliverable_proofs (deliverable_id, position, upload_id) select deliverable_id, 1, id from files`,
    [id, fromPosition],
  );
}

function scansOf(market: Market) {
  /** The delivered post as its advertiser sees it, with its next measurement. */
  const scanOf = ({ deliverableId }: Pick<Post, 'deliverableId'>) =>
    market.one(
      `select p.content_id as "contentId", p.due_at as "dueAt", p.failures, s.views::int, s.likes::int, s.comments::int,
         s.counts_measured_at as "countsMeasuredAt"
       from deliverable_scans s join posts p on p.id = s.post_id where s.deliverable_id = $1 order by s.id desc limit 1`,
      [deliverableId],
    );
  const makeDue = ({ deliverableId }: Pick<Post, 'deliverableId'>) =>
    market.pool.query(
      `update posts set due_at = now() - interval '1 minute'
       where id in (select post_id from deliverable_scans where deliverable_id = $1)`,
      [deliverableId],
    );
  const measurementsOf = async ({ deliverableId }: Pick<Post, 'deliverableId'>) =>
    (
      await market.pool.query(
        `select s.content_id as "contentId", source, view_definition as "viewDefinition", m.views::int, m.likes::int, m.comments::int,
           m.saves::int, reasons, fallen
         from deliverable_scans s join post_measurements m on m.post_id = s.post_id
         where s.deliverable_id = $1 order by measured_at`,
        [deliverableId],
      )
    ).rows;

  return { scanOf, makeDue, measurementsOf };
}
