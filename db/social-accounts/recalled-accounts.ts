import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { refreshCatalog } from '../catalog/refresh.ts';
import { hideFromOthers, measureChannelsOf, showPosts } from '../metrics/shared-metrics.ts';
import { recallPosts } from '../metrics/tracked-posts.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { recallAudiences } from './audience-readings.ts';
import { recallProfiles } from './picture-ages.ts';

/**
 * Makes audiences, average views and posts due now that were postponed because their accounts could not be asked. `bound` are other changes of
 * posts, which follow those of channels.
 */
export const recallAccounts = (accountIds: SQL, at: Date, bound: readonly SQLWrapper[] = []): SQLWrapper[] => [
  recallAudiences(accountIds, at),
  measureChannelsOf(accountIds, at),
  ...bound,
  recallPosts(accountIds, at),
];

/** The same after a block or a suspension has ended; others see again what their owners consent to show. */
export const resumeAccounts = (accountIds: SQL, at: Date): SQLWrapper[] => [
  recallProfiles(accountIds, at),
  ...recallAccounts(accountIds, at),
  ...showPosts(accountIds),
];

/**
 * After a user was suspended, or the suspension has ended: hides what was read under the grants of the user's accounts, or shows and measures it
 * again. A measurement that began before the suspension is committed first, because the accounts are locked.
 */
export const followSuspension = (ownerId: number, isSuspended: boolean, at: Date): SQLWrapper[] => {
  const own = sql`select ${socialAccounts.id} from ${socialAccounts} where ${socialAccounts.ownerId} = ${ownerId}`;
  return [
    sql`${own} order by ${socialAccounts.id} for no key update`,
    ...(isSuspended ? hideFromOthers(own) : resumeAccounts(own, at)),
    refreshCatalog(ownerId, at),
  ];
};
