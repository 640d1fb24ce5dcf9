import type { CreditEntryRecord, CreditUsageRow, CreditWalletRow } from '../../../db/factories/credits.ts';
import type { CreditEntryView, CreditUsageView, CreditWalletView } from '../../../schema/factories/credits.ts';

export const viewCredits = ({ balance, reserved, updatedAt }: CreditWalletRow): CreditWalletView => ({
  balance,
  reserved,
  updatedAt: updatedAt?.toISOString() ?? null,
});

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
