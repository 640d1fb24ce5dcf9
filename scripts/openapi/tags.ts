import type { Via } from '../../functions/http/authenticate.ts';
import type { Access, Operation } from '../../schema/shared/operation.ts';

/** The purpose of each group of operations. The test of the document fails for an operation without a tag here. */
const tagDescriptions: Readonly<Record<string, string>> = {
  Catalog: 'Published creators and their priced services. Anyone can read them without a key.',
  Dictionaries: 'Every enumeration and limit of the service.',
  'Creator profile': 'The profile of a creator. Changes are a draft until the creator publishes the page.',
  'Creator page':
    'The public page of a creator. Publishing takes effect at once, without a review. Unpublishing removes the page ' +
    'everywhere within a second.',
  Portfolio:
    'Pictures that a creator shows on the public page. The page shows every change at once. Upload a picture to private ' +
    'storage, complete the upload, and add it.',
  'Saved lists': 'Lists of creators that an advertiser keeps, and creators side by side.',
  'Placement orders':
    'An advertiser drafts an order of published services, requests a quote, and checks the order out. Checkout reserves ' +
    'the funds and creates one assignment for each item.',
  'Placement assignments':
    'A funded order has one assignment for each item. The creator accepts and delivers it, and the advertiser approves and ' +
    'pays it. It can also end without a payment. Each party sees its own amounts and the actions that it may take now.',
  Analytics:
    'The spending of an advertiser and its results: money, statuses, delivered results, days, creators, and the engagement ' +
    'of public posts. Missing measurements are null, and the coverage gives the number of measured posts.',
  Campaigns:
    'An advertiser sets a budget. The campaign pays creators for posts: by views, or a reward for each accepted post. The start ' +
    'reserves the budget, and the end pays the creators and refunds the rest.',
  'Tracking links':
    'Addresses of a campaign that redirect to a page of the advertiser. The service counts their clicks. A link can belong to a social ' +
    'account, so that the advertiser sees the clicks that a creator brings.',
  Offers: 'The running campaigns that a creator can work on. Take a campaign offer before you publish posts for it.',
  Posts:
    'The posts that a creator submits to campaigns. The service measures them at their platforms, and explains to the cent what ' +
    'each has earned.',
  'Content factories':
    'A content factory watches accounts and posts at the platforms, your own and those of others. Each scan of a post that the platform ' +
    'answers for costs one credit. Tags and tag groups sort the accounts.',
  'Factory reports':
    'The owner of a content factory shares reports by links. A reader needs the link, but no account and no key.',
  'Custom offers':
    'An advertiser offers a creator its own price for private files (UGC). Confirming the custom offer creates a funded order.',
  Webhooks:
    'Endpoints that the service calls, with a signature, when an event happens to one of your assignments, social accounts, ' +
    'campaigns or posts of campaigns. You can list the deliveries and replay them.',
  Wallet: 'The balance, the reserved amount, and every change of the balance.',
  Channels: 'The channels of a creator: on connected social accounts, or added by their public address.',
  Pricing:
    'The services of a channel with prices, terms and the net amounts of the creator. New prices are public at once. ' +
    'Creator fees are never public.',
  Account: 'The current user, its roles and its rate limits.',
  'API keys': 'Keys for programs. A key acts as its owner, within its scopes.',
  'Social accounts': 'The connected accounts of a creator at the platforms.',
  'Channel ownership':
    'Optional proof that a creator owns a channel: by a code in the bio, which the service looks for on the platform, or ' +
    'by private files, which staff reviews.',
  Staff:
    'Only for staff: users, deposits and withdrawals, credits, suspensions, feature switches, the audit log, failed jobs, and the state of ' +
    'the service.',
  'Staff reviews':
    'Only for staff: disputes, reviews of channels and of recordings, blocks of accounts and pictures, and screenshots of posts.',
};

/** Operations with a token have their own tags: otherwise each would be listed beside its operation with a key. */
export const tagOf = (operation: Operation, via: Via): string =>
  via === 'token' && operation.access !== 'staff' ? `${operation.tag} (token)` : operation.tag;

export interface Tag {
  readonly name: string;
  readonly description: string;
  readonly 'x-displayName': string;
}

/** Guides by tag; scripts/build-assets.ts puts them beside the document. */
const guides: Readonly<Record<string, string>> = {
  Catalog: 'catalog',
  'Creator profile': 'creators',
  'Placement orders': 'placements',
  'Placement assignments': 'placements',
  Campaigns: 'campaigns',
  'Tracking links': 'campaigns',
  Offers: 'campaigns',
  Posts: 'campaigns',
  Webhooks: 'webhooks',
};

/** Groups the tags by the credential of the caller. */
export function tagGroups(operations: readonly Operation[]): { name: string; tags: string[] }[] {
  const group = (name: string, via: Via, accesses: readonly Access[]) => {
    const members = operations.filter(({ access }) => accesses.includes(access));
    return { name, tags: [...new Set(members.map((operation) => tagOf(operation, via)))] };
  };
  return [
    group('Open to all', 'none', ['guest']),
    group('With an API key', 'key', ['participant']),
    group('With a token', 'token', ['participant', 'token']),
    group('For staff', 'token', ['staff']),
  ].filter(({ tags }) => tags.length > 0);
}

export const tagsOf = (operations: readonly Operation[]): Tag[] =>
  [...new Set(tagGroups(operations).flatMap(({ tags }) => tags))].map(describeTag);

function describeTag(name: string): Tag {
  const tag = name.replace(/ \(token\)$/, '');
  const description = tagDescriptions[tag];
  if (description === undefined) throw new Error(`The tag "${tag}" has no description in scripts/openapi/tags.ts.`);
  const guide = guides[tag];
  const link = guide === undefined ? '' : ` See the [guide](/guides/${guide}.md).`;
  return { name, description: `${description}${link}`, 'x-displayName': tag };
}
