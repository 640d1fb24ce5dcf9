import type { FittingAccount, OfferRecord } from '../../../db/campaigns/offers.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { invalid, invalidState, Refusal } from '../../../schema/shared/errors.ts';

/** Refuses a paused campaign without the reason of the pause, because the reason reveals the budget. */
export function refusePaused({ status }: Pick<OfferRecord, 'status'>): void {
  if (status === 'PAUSED') throw invalidState(status, []);
}

/**
 * The accounts for which the creator consents to show the metrics. Refuses a creator without this consent if no account could submit a post
 * without it.
 */
export function consentingAccounts(
  accounts: readonly FittingAccount[],
  isConsenting: boolean,
  needsConsent: (platform: Platform) => boolean,
): readonly number[] {
  const withheld = accounts.filter(({ platform, isShared }) => needsConsent(platform) && !isShared);
  if (withheld.length === accounts.length && !withheld.some(({ isGranted }) => isGranted)) throw withoutGrant();
  if (isConsenting)
    return accounts
      .filter(({ platform, isGranted, hasNewConsent }) => needsConsent(platform) && isGranted && !hasNewConsent)
      .map(({ id }) => id);
  if (withheld.length === accounts.length)
    throw invalid(
      'shareMetrics',
      'must be true, because the terms of the platform let the advertiser see your metrics only with your consent',
    );
  return [];
}

/** Refuses an account whose metrics its platform shows only with a connection and the consent of its owner. */
export const withoutGrant = () =>
  new Refusal(
    'INVALID_STATE',
    'Connect the account, and consent to share its metrics. The terms of its platform require both.',
    { status: 'GRANT_REQUIRED', allowedActions: ['connections', 'sharing'] },
  );
