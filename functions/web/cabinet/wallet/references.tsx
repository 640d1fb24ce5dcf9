import type { TransactionType } from '../../../../schema/shared/enums.ts';
import type { TransactionView } from '../../../../schema/wallet/wallet.ts';

export const typeWords: Readonly<Record<TransactionType, string>> = {
  DEPOSIT: 'Deposit',
  WITHDRAWAL: 'Withdrawal',
  RESERVE: 'Reserved for an order',
  REFUND: 'Refund',
  PAYOUT: 'Payment for work',
  CREDIT_PURCHASE: 'Purchase of credits',
  CAMPAIGN_RESERVE: 'Reserved for a campaign',
  CAMPAIGN_REFUND: 'Refund from a campaign',
  CAMPAIGN_EARNING: 'Payment from a campaign',
  ADJUSTMENT: 'Adjustment',
};

/** What a transaction belongs to, with a link if it has a page. */
export const Reference = ({ reference }: { readonly reference: TransactionView['reference'] }) => {
  switch (reference.type) {
    case 'order':
      return <a href={`/cabinet/orders/${reference.id}`}>Order {reference.id}</a>;
    case 'assignment':
      return <a href={`/cabinet/work/${reference.id}`}>Work {reference.id}</a>;
    case 'campaign':
      return <a href={`/cabinet/campaigns/${campaignOf(reference.id)}`}>Campaign {campaignOf(reference.id)}</a>;
    case 'campaign-payout':
      return <span>Campaign {campaignOf(reference.id)}</span>;
    case 'credits':
      return <span>Credits of factories</span>;
    default:
      return <bdi>{reference.id}</bdi>;
  }
};

/** A reserve is named `7:1`, a payout `7:12:1`. */
const campaignOf = (id: string): string => id.split(':')[0] ?? id;
