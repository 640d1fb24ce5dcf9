import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { creatorPages, creators } from '../tables/creators.ts';
import { users } from '../tables/identity.ts';

/** The name of a creator as the public page shows it; unpublished changes stay private. */
export const creatorNameOf = (userId: SQL): SQL<string> =>
  sql`(select coalesce(${creatorPages.publishedProfile} ->> 'displayName', ${creators.displayName}) from ${creators}
    left join ${creatorPages} on ${creatorPages.creatorId} = ${creators.userId} where ${creators.userId} = ${userId})`;

export const userNameOf = (userId: SQL): SQL<string> =>
  sql`(select ${users.name} from ${users} where ${users.id} = ${userId})`;
