import type { Role } from '../../../schema/shared/enums.ts';
import type { Owned } from './owned.ts';

export interface PageCase {
  /** Only users with one of these roles may open the page; absent: every user. */
  readonly roles?: readonly Role[];
  /** The owned object of each id in the path. Such a page is 404 for other users. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Values of the path that name no owned object. */
  readonly values?: Readonly<Record<string, string>>;
  /** Parameters of the address: values, or the names of owned objects. */
  readonly query?: Readonly<Record<string, string>>;
  /** A file, which is no page. */
  readonly isFile?: boolean;
}

const unknownId = '7b0f3c5e-0d0c-4c39-9f3a-2f1b8f0f6c11';
const advertiser = { roles: ['ADVERTISER'] } as const;
const creator = { roles: ['CREATOR'] } as const;
const staff = { roles: ['STAFF'] } as const;
const ofCampaign = { ...advertiser, ids: { id: 'campaign' } } as const;
const ofFactory = { ids: { id: 'factory' } } as const;

/** One case for each page of the cabinet. */
export const pageCases: Readonly<Record<string, PageCase>> = {
  '/cabinet': {},
  '/cabinet/welcome': {},
  '/cabinet/orders': advertiser,
  '/cabinet/orders/new': { ...advertiser, query: { creator: 'creatorPage' } },
  '/cabinet/orders/custom': { ...advertiser, query: { creator: 'creatorPage' } },
  '/cabinet/orders/custom/:quoteId': { ...advertiser, ids: { quoteId: 'quote' } },
  '/cabinet/orders/analytics': advertiser,
  '/cabinet/orders/:id': { ...advertiser, ids: { id: 'order' } },
  '/cabinet/orders/:id/analytics': { ...advertiser, ids: { id: 'order' } },
  '/cabinet/orders/:id/edit': { ...advertiser, ids: { id: 'order' } },
  '/cabinet/work': { roles: ['ADVERTISER', 'CREATOR'] },
  '/cabinet/work/:id': { ids: { id: 'assignment' } },
  '/cabinet/work/:id/files/:uploadId': { ids: { id: 'assignment' }, values: { uploadId: unknownId }, isFile: true },
  '/cabinet/wallet': {},
  '/cabinet/wallet/statement': { isFile: true },
  '/cabinet/page': creator,
  '/cabinet/page/portfolio': creator,
  '/cabinet/page/visits': creator,
  '/cabinet/channels': creator,
  '/cabinet/channels/:id/prices': { ...creator, ids: { id: 'channel' } },
  '/cabinet/channels/:id/ownership': { ...creator, ids: { id: 'review' } },
  '/cabinet/accounts': creator,
  '/cabinet/accounts/:id': { ...creator, ids: { id: 'account' } },
  '/cabinet/offers': creator,
  '/cabinet/offers/:id': { ...creator, ids: { id: 'offer' } },
  '/cabinet/posts': creator,
  '/cabinet/posts/:id': { ...creator, ids: { id: 'ownPost' } },
  '/cabinet/posts/:id/proofs': { ...creator, ids: { id: 'ownPost' } },
  '/cabinet/posts/:id/proofs/:proofId': { ...creator, ids: { id: 'ownPost' }, values: { proofId: '1' }, isFile: true },
  '/cabinet/campaigns': advertiser,
  '/cabinet/campaigns/new': advertiser,
  '/cabinet/campaigns/:id': ofCampaign,
  '/cabinet/campaigns/:id/edit': ofCampaign,
  '/cabinet/campaigns/:id/posts': ofCampaign,
  '/cabinet/campaigns/:id/posts/:postId': { ...advertiser, ids: { id: 'campaign', postId: 'campaignPost' } },
  '/cabinet/campaigns/:id/posts/:postId/proofs': { ...advertiser, ids: { id: 'campaign', postId: 'campaignPost' } },
  '/cabinet/campaigns/:id/posts/:postId/proofs/:proofId': {
    ...advertiser,
    ids: { id: 'campaign', postId: 'campaignPost' },
    values: { proofId: '1' },
    isFile: true,
  },
  '/cabinet/campaigns/:id/creators': ofCampaign,
  '/cabinet/campaigns/:id/links': ofCampaign,
  '/cabinet/campaigns/:id/links/:linkId/qr': {
    ...advertiser,
    ids: { id: 'campaign', linkId: 'trackingLink' },
    isFile: true,
  },
  '/cabinet/campaigns/:id/proofs.zip': { ...ofCampaign, isFile: true },
  '/cabinet/factories': {},
  '/cabinet/factories/credits': {},
  '/cabinet/factories/credits/purchase': { query: { credits: '500' } },
  '/cabinet/factories/:id': ofFactory,
  '/cabinet/factories/:id/posts.csv': { ...ofFactory, isFile: true },
  '/cabinet/factories/:id/accounts.csv': { ...ofFactory, isFile: true },
  '/cabinet/factories/:id/accounts': ofFactory,
  '/cabinet/factories/:id/accounts/:accountId': { ids: { id: 'factory', accountId: 'factoryAccount' } },
  '/cabinet/factories/:id/posts': ofFactory,
  '/cabinet/factories/:id/tags': ofFactory,
  '/cabinet/factories/:id/credits': ofFactory,
  '/cabinet/factories/:id/settings': ofFactory,
  '/cabinet/factories/:id/share-links': ofFactory,
  '/cabinet/factories/:id/preview/:hidden': { ...ofFactory, values: { hidden: 'saves' } },
  '/cabinet/lists': advertiser,
  '/cabinet/lists/:id': { ...advertiser, ids: { id: 'savedList' } },
  '/cabinet/compare': advertiser,
  '/cabinet/settings': {},
  '/cabinet/settings/notifications': {},
  '/cabinet/settings/keys': {},
  '/cabinet/settings/requests': {},
  '/cabinet/settings/webhooks': {},
  '/cabinet/settings/webhooks/:id': { ids: { id: 'endpoint' } },
  '/cabinet/settings/webhooks/:id/deliveries/:deliveryId': { ids: { id: 'endpoint', deliveryId: 'delivery' } },
  '/cabinet/settings/security': {},
  '/cabinet/settings/deletion': {},
  '/cabinet/staff': staff,
  '/cabinet/staff/disputes': staff,
  '/cabinet/staff/disputes/:id': { ...staff, ids: { id: 'dispute' } },
  '/cabinet/staff/disputes/:id/events': { ...staff, ids: { id: 'dispute' } },
  '/cabinet/staff/disputes/:id/files/:uploadId': {
    ...{ ...staff, ids: { id: 'dispute' } },
    ...{ values: { uploadId: unknownId }, isFile: true },
  },
  '/cabinet/staff/ownership': staff,
  '/cabinet/staff/ownership/:channelId': { ...staff, ids: { channelId: 'review' } },
  '/cabinet/staff/ownership/:channelId/files/:uploadId': {
    ...{ ...staff, ids: { channelId: 'review' } },
    ...{ values: { uploadId: unknownId }, isFile: true },
  },
  '/cabinet/staff/recordings': staff,
  '/cabinet/staff/recordings/:id': { ...staff, ids: { id: 'recording' } },
  '/cabinet/staff/recordings/:id/file': { ...staff, ids: { id: 'recording' }, isFile: true },
  '/cabinet/staff/users': staff,
  '/cabinet/staff/users/:id': { ...staff, ids: { id: 'user' } },
  '/cabinet/staff/users/:id/payment': {
    ...{ ...staff, ids: { id: 'user' } },
    query: { type: 'DEPOSIT', amount: '12.50', reference: 'a-payment' },
  },
  '/cabinet/staff/posts': staff,
  '/cabinet/staff/posts/:id': { ...staff, ids: { id: 'campaignPost' } },
  '/cabinet/staff/links': staff,
  '/cabinet/staff/factories': { ...staff, query: { id: 'factory' } },
  '/cabinet/staff/accounts/:id': { ...staff, ids: { id: 'account' } },
  '/cabinet/staff/controls': staff,
  // Each reading of a page of staff would add a row.
  '/cabinet/staff/audit': { ...staff, query: { changes: 'true' } },
  '/cabinet/staff/status': staff,
};

/** The address of a page for an owner. */
export function pathOf(pattern: string, { ids = {}, values = {}, query = {} }: PageCase, owned: Owned): string {
  const own = (name: string) => owned.ids[name] ?? missing(pattern);
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => values[name] ?? own(ids[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, object]) => [name, owned.ids[object] ?? object]),
  );
  return search.size === 0 ? path : `${path}?${search}`;
}

function missing(pattern: string): never {
  throw new Error(`the owner has no object for ${pattern}`);
}
