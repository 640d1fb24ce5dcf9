import { sql } from 'drizzle-orm/sql/sql';
import type {
  CampaignEventActor,
  CampaignEventKind,
  PostEventKind,
  PostFlag,
} from '../../schema/campaigns/campaign-terms.ts';
import { sharingFields } from '../campaigns/posts.ts';
import type { Db } from '../client.ts';
import { json, select, type TypeOf } from '../query.ts';
import { campaignPosts } from '../tables/campaign-posts.ts';
import { campaigns } from '../tables/campaigns.ts';
import { outbox } from '../tables/notifications.ts';
import { partyOf } from './recipients.ts';

const kind = sql<CampaignEventKind | PostEventKind>`${outbox.payload}->>'kind'`;

const postJson = json({
  ...sharingFields,
  id: campaignPosts.id,
  socialAccountId: campaignPosts.socialAccountId,
  url: campaignPosts.url,
  reason: campaignPosts.reason,
  note: campaignPosts.note,
  /** The flags that a measurement has raised. */
  flags: sql<readonly PostFlag[]>`coalesce(${outbox.payload}->'data'->'flags', '[]')`,
  creator: partyOf(campaignPosts.creatorId, kind),
});

/** A post that an event is about. */
export type NotifiedPost = TypeOf<typeof postJson>;

const eventJson = json({
  outboxId: outbox.id,
  kind,
  actor: sql<CampaignEventActor>`${outbox.payload}->>'actor'`,
  at: outbox.createdAt,
  campaignId: campaigns.id,
  title: campaigns.title,
  pauseReason: campaigns.pauseReason,
  cpmCents: campaigns.cpmCents,
  rewardCents: campaigns.rewardCents,
  maxPerPostCents: campaigns.maxPerPostCents,
  advertiser: partyOf(campaigns.advertiserId, kind),
  /** Null for an event of the campaign itself. */
  post: sql<NotifiedPost | null>`case when ${campaignPosts.id} is not null then ${postJson} end`,
});

/** An event of a campaign or of one of its posts, whose parties are to be notified, as JSON. Amounts are cents as text. */
export type NotifiedCampaignEvent = TypeOf<typeof eventJson>;

/** The events of campaigns and their posts whose parties were not notified yet, the oldest first. */
export const waitingCampaignEvents = async (db: Db, limit: number): Promise<NotifiedCampaignEvent[]> => {
  const waiting = sql`select ${outbox.id}, ${outbox.createdAt}, ${outbox.payload} from ${outbox}
    where ${outbox.deliveredAt} is null and ${outbox.topic} = 'campaign' order by ${outbox.id} limit ${limit}`;
  const rows = await db.read(
    select(
      { event: eventJson },
      sql`from (${waiting}) ${outbox}
        join ${campaigns} on ${campaigns.id} = (${outbox.payload}->>'campaignId')::bigint
        left join ${campaignPosts} on ${campaignPosts.id} = (${outbox.payload}->>'postId')::bigint order by ${outbox.id}`,
    ),
  );
  return rows.map(({ event }) => event);
};
