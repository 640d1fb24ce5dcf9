import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { measureChannelsOf } from '../metrics/shared-metrics.ts';
import { recallPosts } from '../metrics/tracked-posts.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { recallAudiences } from './audience-readings.ts';

/** Makes audiences, average views and posts due now that were postponed because their accounts could not be asked. */
export const recallAccounts = (accountIds: SQL, at: Date): SQLWrapper[] => [
  recallAudiences(accountIds, at),
  measureChannelsOf(accountIds, at),
  recallPosts(accountIds, at),
];

/** The same for all accounts of a user whose suspension has ended. */
export const recallAccountsOf = (ownerId: number, at: Date): SQLWrapper[] =>
  recallAccounts(
    sql`select ${socialAccounts.id} from ${socialAccounts} where ${socialAccounts.ownerId} = ${ownerId}`,
    at,
  );
