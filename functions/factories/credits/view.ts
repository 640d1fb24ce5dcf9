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
import { usdt } from '../../../schema/shared/money.ts';

type Balance = Pick<CreditWalletRow, 'balance' | 'reserved' | 'updatedAt'>;

const viewBalance = ({ balance, reserved, updatedAt }: Balance) => ({
  balance,
  reserved,
  updatedAt: updatedAt?.toISOString() ?? null,
});

/** The credits of a user, how long they last, and the price of `credits` more. */
export const viewCredits = (
  { plannedInFiveDays, ...wallet }: CreditWalletRow,
  priceRaw: number,
  credits: number | undefined,
): CreditWalletView => ({
  ...viewBalance(wallet),
  scansPerDay: plannedInFiveDays / 5,
  daysLeft: plannedInFiveDays === 0 ? null : Math.floor((wallet.balance * 5) / plannedInFiveDays),
  usage: viewUsage(wallet),
  creditPrice: usdt(BigInt(priceRaw)),
  purchase: credits === undefined ? null : { credits, price: usdt(BigInt(credits) * BigInt(priceRaw)) },
});

export function viewFactoryCredits({
  name,
  spent,
  trackedPosts,
  intervalHours,
  ...wallet
}: FactoryCreditsRow): FactoryCreditsView {
  const scansTimesInterval = trackedPosts * 24;
  const daysLeft = trackedPosts === 0 ? null : Math.floor((wallet.balance * intervalHours) / scansTimesInterval);
  return {
    ...viewBalance(wallet),
    name,
    usage: viewUsage(wallet),
    spent,
    scansPerDay: scansTimesInterval / intervalHours,
    daysLeft,
  };
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
  factoryName: entry.factoryName,
  at: entry.createdAt,
});
