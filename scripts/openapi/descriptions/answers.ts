import { isMutation, type Operation } from '../../../schema/shared/operation.ts';
import { exampleOf } from '../examples/index.ts';

/** Texts for the component of an answer: for one object, and for a page of them; empty when no list exists. */
const things: Readonly<Record<string, readonly [one: string, many: string]>> = {
  CatalogEntry: ['catalog entry', 'published creators with their services'],
  CreatorPage: ['published page with every service that can be ordered', ''],
  CreatorProfile: ['stored profile', ''],
  CreatorPageState: ['state of the page and its addresses', ''],
  GeneratedCreatorPage: ['state of the page, and the content that a publication would show now', ''],
  PortfolioPicture: ['picture', ''],
  SocialAccount: ['social account', 'accounts of the caller, newest first'],
  AccountVerification: ['proof of the account: its method, its state and the valid code', ''],
  StartedConnection: ['sign-in page of the platform, and the time until which it can be used', ''],
  StatsSession: ['recording session', ''],
  StatsSessionReview: [
    'recording session with its account and its recording',
    'recording sessions, oldest upload first',
  ],
  AccountStats: ['recording session, audience and earlier audiences', ''],
  PlacementOrder: ['order with its items, its quote and the actions that you may take now', 'orders, newest first'],
  Quote: [
    'quote: the amounts of each item, their sums, the time at which they expire, and the values that checkout repeats',
    '',
  ],
  PlacementAssignment: [
    'assignment as your side sees it, with its results and the actions that you may take now',
    'assignments as your side sees them, newest first',
  ],
  Deliverable: ['current state of the result', 'results of the assignment, by their position'],
  AssignmentEvent: ['event', 'events of the assignment, oldest first'],
  PrivateUpload: ['upload, with the signed address and the headers that send the file', ''],
  VerifiedUpload: ['upload, with status VERIFIED', ''],
  SignedDownload: ['signed address of the file', ''],
  StaffAssignment: [
    'assignment with the amounts of both parties',
    'assignments with the amounts of both parties, oldest first',
  ],
  StaffCase: ['assignment with its dispute, its history and its files', ''],
  CampaignAnalytics: ['report: totals, platforms, creators, days and engagement', ''],
  PlacementAnalytics: ['report: totals, statuses, creators, days and engagement', ''],
  Campaign: [
    'campaign with its money, its posts by status, its engagement and the actions that you may take now',
    'campaigns, newest first',
  ],
  TrackingLink: ['tracking link with its address and its clicks', 'tracking links, newest first'],
  Offer: ['offer, with the time at which you took it', 'offers, the latest start first'],
  CampaignPost: ['post in its current state', 'posts of the campaign, the newest submission first'],
  OwnPost: ['submitted post', 'your posts, the newest submission first, and the sums over all that match the filters'],
  StaffPost: ['post', 'posts of campaigns, the newest submission first'],
  StaffPostDetails: ['post with its proofs', ''],
  PostEarning: ['', 'accruals and payouts of the post, newest first'],
  CampaignProof: ['proof', 'proofs of the post, newest first'],
  CampaignCreator: ['', 'social accounts with posts in the campaign, the highest engagement.views first'],
  CreditWallet: ['balance of credits and the reserved credits', ''],
  FactoryCredits: ['balance of credits, and the days that it lasts', ''],
  CreditUsage: ['number of credits that scans have cost', ''],
  CreditEntry: ['entry of the credit history', 'entries of the credit history, newest first'],
  FactoryTag: ['tag with the number of its accounts', 'tags, by name'],
  TagGroup: ['tag group with its tags', 'tag groups of the factory, by name'],
  SavedList: ['saved list with the number of its creators', ''],
  Wallet: ['available balance and the reserved amount', ''],
  OwnWallet: ['available balance and the reserved amount', ''],
  WalletTransaction: ['transaction', 'transactions, newest first'],
  WalletMovement: ['booked payment', ''],
  Channel: ['stored channel', 'channels of the caller, oldest first'],
  OwnershipClaim: ['current state of the proof of ownership', ''],
  OwnershipReview: ['current state of the review', 'reviews, oldest submission first'],
  OwnershipCase: ['review with its evidence and its history', ''],
  Pricing: ['price list, with the creator’s earnings from each service', ''],
  WebhookEndpoint: ['stored endpoint', 'endpoints of the caller, newest first'],
  WebhookDeliveryDetails: ['delivery with its request', ''],
  WebhookDelivery: ['delivery with the outcome of its last attempt', 'deliveries, newest first'],
};

/** The description of a success. `component` is the one of its data; `isList` is true when the data is a page of that component. */
export function successText(operation: Operation, component: string | undefined, isList: boolean): string {
  const { name, success } = operation;
  const own = exampleOf(operation).success;
  if (own !== undefined) return own;
  const [one, many] = things[component ?? ''] ?? [];
  if (one === undefined || (isList && many === ''))
    throw new Error(
      `${name} has no description of its answer: add \`success\` to its example in scripts/openapi/examples, or its component to scripts/openapi/descriptions/answers.ts.`,
    );
  if (isList) return `A page of ${many}; nextCursor leads to the next one.`;
  return `${success === 201 ? 'Created. Returns the' : isMutation(operation) ? 'Done. Returns the' : 'The'} ${one}.`;
}
