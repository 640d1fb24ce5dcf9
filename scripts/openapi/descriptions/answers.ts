import { isMutation, type Operation } from '../../../schema/operation.ts';

/** What an answer holds, by its component: one of it, and a page of it. */
const things: Readonly<Record<string, readonly [one: string, many: string]>> = {
  CatalogEntry: ['catalog entry', 'published creators with their services'],
  CreatorPage: ['published page with every service that can be ordered', ''],
  CreatorProfile: ['profile as it is stored now', ''],
  CreatorPageState: ['state of the page and where it can be seen', ''],
  GeneratedCreatorPage: ['state of the page, and what publishing now would show', ''],
  SocialAccount: ['social account, with the address of its stored picture', ''],
  PlacementOrder: ['order with its items, its quote and what you may do now', 'orders, newest first'],
  Quote: ['quote: the amounts of each item and their sums, until when they hold, and what checkout must repeat', ''],
  PlacementAssignment: [
    'assignment as your side sees it, with its results and what you may do now',
    'assignments as your side sees them, newest first',
  ],
  Deliverable: ['result as it stands now', 'results of the assignment, by their position'],
  AssignmentEvent: ['event', 'events of the assignment, oldest first'],
  PrivateUpload: ['upload, with the signed address and the headers that send the file', ''],
  VerifiedUpload: ['upload, which is VERIFIED', ''],
  SignedDownload: ['signed address of the file', ''],
  StaffAssignment: [
    'assignment with both sides of the money',
    'assignments with both sides of the money, oldest first',
  ],
  StaffCase: ['assignment with its dispute, its history and its files', ''],
  PlacementAnalytics: ['report: totals, statuses, creators, days and engagement', ''],
  Wallet: ['balance and what is reserved of it', ''],
  WalletTransaction: ['transaction', 'transactions, newest first'],
  WalletMovement: ['booked payment', ''],
  Channel: ['channel as it is stored now', 'channels of the caller, oldest first'],
  OwnershipClaim: ['proof of ownership as it stands now', ''],
  OwnershipReview: ['review as it stands now', 'reviews, first submitted first'],
  OwnershipCase: ['review with its evidence and its history', ''],
  Pricing: ['price list, with what each service earns the creator', ''],
  WebhookEndpoint: ['endpoint as it is stored now', 'endpoints of the caller, newest first'],
  WebhookDelivery: ['delivery with the outcome of its last attempt', 'deliveries, newest first'],
};

/** Of answers that are no component. */
const texts: Readonly<Record<string, string>> = {
  ReadDictionaries: 'Every enumeration and every limit.',
  GetMe: 'The user, the limits in force and, for a call with an API key, the key.',
  UpdateMe: 'The user as it is stored now, and the limits in force.',
  CreateApiKey: 'The new key. `key` is the whole key, shown this once.',
  ListApiKeys: 'A page of keys that are not deleted, newest first, without secrets.',
  DeleteApiKey: 'The key that was deleted.',
  SuspendUser: 'Whether the user is suspended now, since when and why.',
  BlockChannel: 'Whether the channel is blocked now, since when and why.',
  SwitchControl: 'Whether the feature is on now.',
  CheckOutOrder: 'The funded order, its assignments and the amount that was reserved.',
  ConfirmOffer: 'The funded order, its assignment and the amount that was reserved.',
  ChallengeOwnership: 'The code to be put into the bio, and until when it is accepted.',
  AttachOwnershipEvidence: 'The attached files, and how far the proof is.',
  SubmitOwnership: 'How far the proof is now.',
  SavePricing: 'The save itself, and the price list as it stands now.',
  SaveAccountPricing: 'The save itself, and the price list as it stands now.',
  CreateWebhookEndpoint: 'The new endpoint. `secret` is shown this once.',
  RotateWebhookSecret: 'The endpoint. `secret` is the new one, shown this once.',
};

/** What a success returns. `component` is that of its data, `isList` whether it is a page of it. */
export function successText(operation: Operation, component: string | undefined, isList: boolean): string {
  const { name, success } = operation;
  const own = texts[name];
  if (own !== undefined) return own;
  const [one, many] = things[component ?? ''] ?? [];
  if (one === undefined || (isList && many === ''))
    throw new Error(`${name} has no description of its answer in answers.ts.`);
  if (isList) return `A page of ${many}; nextCursor leads to the next one.`;
  return `${success === 201 ? 'Created: the' : isMutation(operation) ? 'Done: the' : 'The'} ${one}.`;
}
