import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { cursorGuard, largestId } from '../client.ts';
import { build, json, type Query, select, type TypeOf } from '../query.ts';
import { campaigns } from '../tables/campaigns.ts';
import { users } from '../tables/identity.ts';
import { trackingLinks } from '../tables/tracking-links.ts';
import { trackingTargets } from '../tables/tracking-targets.ts';
import type { LinkStop } from './tracking-targets.ts';

const linkJson = json({
  id: trackingLinks.id,
  code: trackingLinks.code,
  destinationUrl: trackingLinks.destinationUrl,
  stop: sql<LinkStop | null>`(select ${trackingTargets.stop} from ${trackingTargets} where ${trackingTargets.linkId} = ${trackingLinks.id})`,
  campaignId: trackingLinks.campaignId,
  campaignTitle: campaigns.title,
  advertiserId: campaigns.advertiserId,
  advertiserName: users.name,
  clicks: trackingLinks.clicks,
  createdAt: trackingLinks.createdAt,
  blockedAt: trackingLinks.blockedAt,
  blockReason: trackingLinks.blockReason,
});

/** A link of any campaign, for staff, as JSON. */
export type StaffLinkRecord = TypeOf<typeof linkJson>;

const joined = sql`join ${campaigns} on ${campaigns.id} = ${trackingLinks.campaignId}
  join ${users} on ${users.id} = ${campaigns.advertiserId}`;

/** The link of any campaign, or null: a field of the facts. */
export const anyTrackingLink = (id: number): SQL<StaffLinkRecord | null> =>
  sql`(select ${linkJson} from ${trackingLinks} ${joined} where ${trackingLinks.id} = ${id})`;

export interface StaffLinksPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly code?: string | undefined;
}

/** The links of all campaigns, newest first, or the one with a code, and one more than the limit. A cursor that is none of them is INVALID_CURSOR. */
export function staffLinksPage({ limit, cursor, code }: StaffLinksPage): Query<{ readonly link: StaffLinkRecord }> {
  const isFound = code === undefined ? sql`true` : sql`${trackingLinks.code} = ${code}`;
  const own = sql`${trackingLinks} where ${trackingLinks.id} = ${cursor ?? null} and ${isFound}`;
  return select(
    { link: linkJson },
    sql`from ${trackingLinks} ${joined} where ${isFound} and ${trackingLinks.id} < ${cursor ?? largestId}
      ${cursor === undefined ? sql`` : sql`and ${cursorGuard(own)}`}
      order by ${trackingLinks.id} desc limit ${limit + 1}`,
  );
}

/** Stores the block of a link, or its end. */
export const changeLinkBlock = ({
  id,
  blockedAt,
  blockReason,
}: Pick<StaffLinkRecord, 'id' | 'blockedAt' | 'blockReason'>): SQLWrapper =>
  build
    .update(trackingLinks)
    .set({ blockedAt: blockedAt === null ? null : new Date(blockedAt), blockReason })
    .where(sql`${trackingLinks.id} = ${id}`);
