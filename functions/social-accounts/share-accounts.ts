import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { refreshCatalog } from '../../db/catalog/refresh.ts';
import { changeSharing } from '../../db/social-accounts/connections.ts';
import { sharingOf } from '../../schema/metrics/sharing.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import { sharingVersion } from '../../schema/social-accounts/sharing-text.ts';
import type { Ctx } from '../context.ts';
import { readersOf } from './open-platform.ts';

/** Whether others see the metrics of a platform's posts only with the consent of the account's owner. */
export const needsConsent =
  (ctx: Ctx) =>
  (platform: Platform): boolean =>
    readersOf(ctx).byGrant.includes(platform) &&
    sharingOf({ platform, isByGrant: true }, ctx.settings) === 'WITH_CONSENT';

/** Gives or withdraws the owner's consent for these accounts, which are connected. VERSION_CONFLICT if a connection has ended. */
export const changeConsent = (
  ownerId: number,
  accountIds: readonly number[],
  change: Parameters<typeof changeSharing>[1],
  at: Date,
): SQLWrapper[] =>
  accountIds.length === 0 ? [] : [...changeSharing(accountIds, change, at), refreshCatalog(ownerId, at)];

/** Gives the owner's consent to the current text for these accounts. */
export const giveConsent = (ownerId: number, accountIds: readonly number[], at: Date): SQLWrapper[] =>
  changeConsent(ownerId, accountIds, { isGiven: true, version: sharingVersion }, at);

/** Refuses a consent to a text that is not the current one. */
export function refuseEarlierText(isGiven: boolean, readVersion: string | undefined): void {
  if (isGiven && readVersion !== undefined && readVersion !== sharingVersion)
    throw new Refusal('VERSION_CONFLICT', 'The consent text has changed. Read the current text, and decide again.');
}
