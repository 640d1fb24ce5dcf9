import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { maybe, select } from '../query.ts';
import { trackingTargets } from '../tables/tracking-targets.ts';

/** Why a link does not redirect: its campaign has not started, or somebody has lost the right to it. The view `tracking_targets` decides. */
export type LinkStop = 'NOT_STARTED' | 'CAMPAIGN_CANCELLED' | 'BLOCKED' | 'OWNER_SUSPENDED' | 'OWNER_DELETED';

/** What a redirect needs of a tracking link. */
export interface TrackingTarget {
  readonly linkId: number;
  readonly destinationUrl: string;
  /** The key of the digests of its visitors, in hexadecimal. */
  readonly salt: string;
  readonly stop: LinkStop | null;
  /** The reason that staff gave for a block. */
  readonly blockReason: string | null;
}

/** The target of a code, or null. */
export const readTarget = (db: Db, code: string): Promise<TrackingTarget | null> =>
  maybe(
    db,
    select(
      {
        linkId: trackingTargets.linkId,
        destinationUrl: trackingTargets.destinationUrl,
        stop: sql<LinkStop | null>`${trackingTargets.stop}`,
        blockReason: trackingTargets.blockReason,
        salt: sql<string>`encode(${trackingTargets.salt}, 'hex')`,
      },
      sql`from ${trackingTargets} where ${trackingTargets.code} = ${code}`,
    ),
  );
