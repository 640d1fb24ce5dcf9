import type { Platform, ServiceType } from '../../../schema/shared/enums.ts';
import type { Work } from './assignments.ts';
import type { Advertiser, Creator, Market } from './market.ts';
import { aVideoId, type postsOf } from './posts.ts';

export interface Measured {
  readonly views: number;
  readonly likes: number;
  readonly comments: number;
  readonly at: string;
  readonly saves?: number;
  readonly savesMeasuredAt?: string;
}

interface Submitted {
  readonly type?: ServiceType;
  readonly creator?: Creator | null;
  readonly metrics?: Measured | null;
  /** The platform of its post. */
  readonly platform?: Platform;
}

/** Submitted assignments with measurements that the test chooses. */
export const submittedWorkOf =
  (market: Market, { ordered, aService, accept, name, submit }: ReturnType<typeof postsOf>) =>
  async (
    advertiser: Advertiser,
    { type = 'VIDEO', creator = null, metrics = null, platform = 'YOUTUBE' }: Submitted = {},
  ): Promise<Work> => {
    const [work] = await ordered(advertiser, [await aService({ type, creator })]);
    if (!work) throw new Error('an order has work');
    await accept(work);
    await name(work, [aVideoId()]);
    await submit(work);
    // Keeps triggers of other tests from measuring it.
    const { rows } = await market.pool.query(
      `update deliverable_scans s set due_at = null, views = $2, likes = $3, comments = $4, counts_measured_at = $5, saves = $6, saves_measured_at = $7, platform = $8
       from deliverables d where d.id = s.deliverable_id and d.assignment_id = $1 returning s.id`,
      [
        work.id,
        metrics?.views,
        metrics?.likes,
        metrics?.comments,
        metrics?.at,
        metrics?.saves,
        metrics?.savesMeasuredAt,
        platform,
      ],
    );
    if (rows.length !== 1) throw new Error(`${rows.length} posts instead of one`);
    return work;
  };
