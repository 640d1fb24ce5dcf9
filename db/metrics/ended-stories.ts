import { sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import type { Db } from '../client.ts';
import { facts, json, type TypeOf } from '../query.ts';
import { platformEvents } from '../tables/connections.ts';
import { posts } from '../tables/posts.ts';
import { socialAccounts } from '../tables/social-accounts.ts';

const storyJson = json({
  contentId: posts.contentId,
  accountId: sql<number>`${socialAccounts.id}`,
  publishedAt: posts.publishedAt,
});
type StoryRecord = TypeOf<typeof storyJson>;

/** Whether the event was taken before, and the measured story that it is about, or null. */
export const readEndedStory = (
  db: Db,
  event: {
    readonly platform: Platform;
    readonly messageId: string;
    readonly externalId: string;
    readonly mediaId: string;
  },
) =>
  facts(db, {
    isTaken: sql<boolean>`exists (select from ${platformEvents}
      where ${platformEvents.platform} = ${event.platform} and ${platformEvents.messageId} = ${event.messageId})`,
    story: sql<StoryRecord | null>`(select ${storyJson} from ${socialAccounts}
      join ${posts} on ${posts.socialAccountId} = ${socialAccounts.id}
      where ${socialAccounts.platform} = ${event.platform} and ${socialAccounts.externalId} = ${event.externalId}
        and ${socialAccounts.isVerified} and ${posts.mediaId} = ${event.mediaId} and ${posts.mediaType} = 'STORY'
        and ${posts.publishedAt} is not null limit 1)`,
  });
