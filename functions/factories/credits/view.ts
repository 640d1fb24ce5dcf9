import type {
  CreditEntryRecord,
  CreditUsageRow,
  CreditWalletRow,
  FactoryCreditsRow,
} from '../../../db/factories/credits.ts';
import type {
  CreditEntryView,
  CreditUsageView,
  CreditWalletView,
  FactoryCreditsView,
} from '../../../schema/factories/credits.ts';

export const viewCredits = ({ balance, reserved, updatedAt }: CreditWalletRow): CreditWalletView => ({
  balance,
  reserved,
  updatedAt: updatedAt?.toISOString() ?? null,
});

export function viewFactoryCredits({
  spent,
  trackedPosts,
  intervalHours,
  ...wallet
}: FactoryCreditsRow): FactoryCreditsView {
  const scansTimesInterval = trackedPosts * 24;
  const daysLeft = trackedPosts === 0 ? null : Math.floor((wallet.balance * intervalHours) / scansTimesInterval);
  return { ...viewCredits(wallet), spent, scansPerDay: scansTimesInterval / intervalHours, daysLeft };
}

export const viewUsage = ({ total, last30Days, today }: CreditUsageRow): CreditUsageView => ({
  total,
  last30Days,
  today,
});

export const viewEntry = (entry: CreditEntryRecord): CreditEntryView => ({
  id: entry.id,
  kind: entry.kind,
  reason: entry.reason,
  amount: entry.amount,
  balanceAfter: entry.balanceAfter,
  factoryId: entry.factoryId,
  at: entry.createdAt,
});
