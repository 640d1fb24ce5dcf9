import type { TransactionType } from '../../../../schema/shared/enums.ts';
import type { TransactionView } from '../../../../schema/wallet/wallet.ts';
import { titleOf } from '../orders/order-words.ts';

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

type Transaction = Pick<TransactionView, 'reference' | 'title' | 'counterpartName'>;

/** What a transaction belongs to: its title and the other party, with a link if it has a page. */
export const Reference = ({ reference: { type, id }, title, counterpartName }: Transaction) => {
  switch (type) {
    case 'order':
      return <Named href={`/cabinet/orders/${id}`} name={title ?? `Order ${id}`} party={counterpartName} />;
    case 'assignment':
      return <Named href={`/cabinet/work/${id}`} name={titleOf({ title })} party={counterpartName} />;
    case 'campaign':
      return <Named href={`/cabinet/campaigns/${campaignOf(id)}`} name={title ?? `Campaign ${campaignOf(id)}`} />;
    case 'campaign-payout':
      return <Named href="/cabinet/posts" name={title ?? `Campaign ${campaignOf(id)}`} party={counterpartName} />;
    case 'credits':
      return <Named href="/cabinet/factories/credits" name="Credits of factories" />;
    default:
      return <bdi>{id}</bdi>;
  }
};

interface NamedProps {
  readonly href: string;
  readonly name: string;
  readonly party?: string | null;
}

const Named = ({ href, name, party = null }: NamedProps) => (
  <span>
    <a href={href} dir="auto">
      {name}
    </a>
    {party !== null && (
      <span class="under" dir="auto">
        {party}
      </span>
    )}
  </span>
);

/** A reserve is named `7:1`, a payout `7:12:1`. */
const campaignOf = (id: string): string => id.split(':')[0] ?? id;
