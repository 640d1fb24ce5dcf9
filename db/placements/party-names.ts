import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { placementAssignments } from '../tables/assignments.ts';
import { creatorPages, creators } from '../tables/creators.ts';
import { users } from '../tables/identity.ts';

/** The name of a creator as the public page shows it; unpublished changes stay private. */
export const creatorNameOf = (userId: SQL): SQL<string> =>
  sql`(select coalesce(${creatorPages.publishedProfile} ->> 'displayName', ${creators.displayName}) from ${creators}
    left join ${creatorPages} on ${creatorPages.creatorId} = ${creators.userId} where ${creators.userId} = ${userId})`;

/** The name of the party of the selected assignment that this user is not. */
export const counterpartNameFor = (userId: number): SQL<string> =>
  sql`case ${placementAssignments.advertiserId} when ${userId}
    then ${creatorNameOf(sql`${placementAssignments.creatorId}`)}
    else ${userNameOf(sql`${placementAssignments.advertiserId}`)} end`;

export const userNameOf = (userId: SQL): SQL<string> =>
  sql`(select ${users.name} from ${users} where ${users.id} = ${userId})`;
