import { randomUUID } from 'node:crypto';
import { anOffer } from '../contract/order-cases.ts';
import { assignmentsOf, type Work } from '../market/assignments.ts';
import { campaignsOf, dataOf } from '../market/campaigns.ts';
import type { Market } from '../market/market.ts';
import { sellersOf } from '../market/sellers.ts';
import { submitPosts } from '../market/submitted-posts.ts';
import type { Moved, Parties } from './money-of.ts';
import { signedIn } from './signed-in.ts';
import { type Values, type Visitor, visitorOf } from './visitor.ts';

/** A form that can be sent, and what sending it once transfers. */
export interface MoneyForm {
  readonly sender: Visitor;
  readonly path: string;
  readonly form: string;
  readonly of?: string;
  readonly values?: Values;
  readonly parties: Parties;
  readonly moves: Moved;
  /** What happens after the tabs were opened and before they are sent. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** A fixed reward of 3.00 from a budget of 10.00. */
const reward = { payment: { model: 'FIXED', rewardCents: '300' }, budgetCents: '1000' };

type Cases = Readonly<Record<string, () => Promise<MoneyForm>>>;

/** One case for each operation that transfers, reserves or grants something, as a form of the cabinet sends it. */
export const moneyFormsOf = (market: Market, baseUrl: string): Cases => ({
  ...orderForms(market, baseUrl),
  ...workForms(market, baseUrl),
  ...campaignForms(market, baseUrl),
  ...walletForms(market, baseUrl),
});

/** The total of an order of 100.00 with the fee of 5.00. */
const reserved = { 'buyer AVAILABLE': '-105000000', 'buyer RESERVED': '105000000' };
const refunded = { 'buyer AVAILABLE': '105000000', 'buyer RESERVED': '-105000000' };

function orderForms(market: Market, baseUrl: string): Cases {
  const browserOf = (id: number) => visitorOf(market, baseUrl, id);
  return {
    async CheckOutOrder() {
      const buyer = await market.anAdvertiser({ fundsCents: 100_000 });
      const { orderId } = await market.aQuote(buyer, await market.aListing());
      const path = `/cabinet/orders/${orderId}`;
      return {
        sender: await browserOf(buyer.id),
        path,
        form: 'checkout',
        parties: { buyer: buyer.id },
        moves: reserved,
      };
    },
    async ConfirmOffer() {
      const buyer = await market.anAdvertiser({ fundsCents: 100_000 });
      const { publicId } = await market.aCreator();
      const { quoteId, totals } = dataOf(await buyer.api.post('/placement-offers/quote', anOffer(publicId)), 201);
      const total: string = totals.total.raw;
      const moves = { 'buyer AVAILABLE': `-${total}`, 'buyer RESERVED': total };
      const path = `/cabinet/orders/custom/${quoteId}`;
      return { sender: await browserOf(buyer.id), path, form: 'confirm', parties: { buyer: buyer.id }, moves };
    },
  };
}

function workForms(market: Market, baseUrl: string): Cases {
  const { assignmentIn, act } = assignmentsOf(market, baseUrl);
  const parties = ({ advertiser, creator }: Work) => ({ buyer: advertiser.id, creator: creator.id });

  async function workForm(work: Work, by: 'advertiser' | 'creator', form: string, moves: Moved, of = '') {
    const sender = await visitorOf(market, baseUrl, work[by].id);
    return { sender, path: `/cabinet/work/${work.id}`, form, of, parties: parties(work), moves };
  }

  return {
    ApproveAssignment: async () =>
      workForm(await assignmentIn('SUBMITTED'), 'advertiser', 'approve', {
        'buyer RESERVED': '-105000000',
        'creator AVAILABLE': '90000000',
      }),
    DeclineAssignment: async () => workForm(await assignmentIn('PENDING'), 'creator', 'decline', refunded),
    CancelAssignment: async () => workForm(await assignmentIn('PENDING'), 'advertiser', 'cancel', refunded),
    async AcceptProposal() {
      const work = await assignmentIn('ACCEPTED');
      const { openProposal } = dataOf(await act(work, work.advertiser.api, 'cancel'));
      return workForm(work, 'creator', 'acceptProposal', refunded, String(openProposal.id));
    },
    async ResolveDispute() {
      const work = await assignmentIn('DISPUTED');
      const moves = {
        'buyer AVAILABLE': '52500000',
        'buyer RESERVED': '-105000000',
        'creator AVAILABLE': '45000000',
      };
      const path = `/cabinet/staff/disputes/${work.id}?share=5000`;
      const values = { note: 'Half of it was there.' };
      return {
        sender: await aStaffMember(market, baseUrl),
        path,
        form: 'resolve',
        of: 'SPLIT',
        values,
        parties: parties(work),
        moves,
      };
    },
  };
}

function campaignForms(market: Market, baseUrl: string): Cases {
  const campaigns = campaignsOf(baseUrl, market);

  async function campaignForm(status: 'DRAFT' | 'RUNNING', form: string, moves: Moved): Promise<MoneyForm> {
    const person = await campaigns.anAdvertiser(2_000);
    const { id } = await campaigns[status === 'DRAFT' ? 'aDraft' : 'aRunning'](person, reward);
    const sender = await signedIn(baseUrl, person);
    return { sender, path: `/cabinet/campaigns/${id}`, form, parties: { buyer: person.userId }, moves };
  }
  const ended = { 'buyer AVAILABLE': '10000000', 'buyer RESERVED': '-10000000' };

  return {
    StartCampaign: () =>
      campaignForm('DRAFT', 'start', { 'buyer AVAILABLE': '-10000000', 'buyer RESERVED': '10000000' }),
    async UpdateCampaign() {
      const raised = { 'buyer AVAILABLE': '-5000000', 'buyer RESERVED': '5000000' };
      const campaign = await campaignForm('RUNNING', 'update', raised);
      return { ...campaign, path: `${campaign.path}/edit`, values: { budgetCents: '15.00' } };
    },
    CompleteCampaign: () => campaignForm('RUNNING', 'complete', ended),
    CancelCampaign: () => campaignForm('RUNNING', 'cancel', ended),
    async AcceptCampaignPost() {
      // A job pays it later.
      const campaign = await campaignForm('RUNNING', 'accept', { 'creator EARNED': '300' });
      const { id: creatorId } = await market.aCreator();
      const accountId = await sellersOf(market).anAccount(creatorId);
      const campaignId = Number(campaign.path.split('/').at(-1));
      const [post] = await submitPosts(market, { campaignId, creatorId, accountId });
      const both = { ...campaign.parties, creator: creatorId };
      return { ...campaign, path: `${campaign.path}/posts`, of: String(post), parties: both };
    },
  };
}

function walletForms(market: Market, baseUrl: string): Cases {
  const browserOf = (id: number) => visitorOf(market, baseUrl, id);
  const staff = () => aStaffMember(market, baseUrl);

  async function booked(type: 'DEPOSIT' | 'WITHDRAWAL', form: string, amount: string): Promise<MoneyForm> {
    const { id } = await market.anAdvertiser({ fundsCents: 1_000 });
    const query = new URLSearchParams({ type, amount: '4', reference: randomUUID() });
    const path = `/cabinet/staff/users/${id}/payment?${query}`;
    return { sender: await staff(), path, form, parties: { buyer: id }, moves: { 'buyer AVAILABLE': amount } };
  }

  return {
    async PurchaseCredits() {
      const { id } = await market.anAdvertiser({ fundsCents: 1_000 });
      const moves = { 'buyer AVAILABLE': '-500000', 'buyer CREDITS': '500' };
      const path = '/cabinet/factories/credits/purchase?credits=500';
      return { sender: await browserOf(id), path, form: 'purchase', parties: { buyer: id }, moves };
    },
    async GrantCredits() {
      const { id } = await market.anAdvertiser();
      const values = { credits: '700', reference: randomUUID() };
      const path = `/cabinet/staff/users/${id}`;
      const moves = { 'buyer CREDITS': '700' };
      return { sender: await staff(), path, form: 'grant', values, parties: { buyer: id }, moves };
    },
    DepositFunds: () => booked('DEPOSIT', 'deposit', '4000000'),
    WithdrawFunds: () => booked('WITHDRAWAL', 'withdraw', '-4000000'),
    // It is refused, because a user with a balance cannot be deleted. The page with a balance has no form.
    async DeleteMe() {
      const { id } = await market.anAdvertiser();
      const path = '/cabinet/settings/deletion';
      const [values, meanwhile] = [{ confirm: 'delete' }, () => market.deposit(id, 1_000)];
      const moves = { 'buyer AVAILABLE': '10000000' };
      return { sender: await browserOf(id), path, form: 'delete', values, parties: { buyer: id }, moves, meanwhile };
    },
  };
}

const aStaffMember = async (market: Market, baseUrl: string): Promise<Visitor> =>
  visitorOf(market, baseUrl, await market.aUser(['STAFF']));
