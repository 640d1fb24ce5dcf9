import type { Via } from '../../functions/http/authenticate.ts';
import type { Access, Operation } from '../../schema/shared/operation.ts';

/** The purpose of each group of operations. The test of the document fails for an operation without a tag here. */
const tagDescriptions: Readonly<Record<string, string>> = {
  Catalog: 'Published creators and their priced services. Readable by anyone, without a key.',
  Dictionaries: 'Every enumeration and limit of the service.',
  'Creator profile': 'What a creator says of itself: a draft, until its page is published.',
  'Creator page':
    'The public page of a creator. Publishing shows it at once and without a review; unpublishing takes it from every place within a second.',
  'Placement orders':
    'An advertiser drafts an order of published services, has it priced, and checks it out. Checkout reserves the funds and makes one assignment for each item.',
  'Placement assignments':
    'The work of a funded order, one assignment for each item: accepted, delivered, approved and paid, or ended otherwise. Each party sees its own side of the money, and what it may do now.',
  Analytics:
    'What an advertiser spent and got: money, statuses, delivered results, days, creators, and the engagement of public results. What was not measured is null, and the coverage says how much of it there is.',
  'Custom offers':
    'An advertiser offers a creator a price of its own for private files (UGC). The offer becomes a funded order when it is confirmed.',
  Webhooks:
    'Addresses of yours that are called, with a signature, when something happens to your assignments; what was sent to them, and sending it again.',
  Wallet: 'The balance, what is reserved of it, and every change of it.',
  Channels: 'Where a creator can be seen: channels on social accounts of its own, or by their public address.',
  Pricing:
    'What a creator sells on a channel, at which price and on which terms, and what it earns by that. Prices are public at once; fees are not.',
  Account: 'Who the caller is, and what it may do.',
  'API keys': 'Keys for programs. A key acts as its owner, within its scopes.',
  'Social accounts': 'The accounts of a creator at the platforms, and what they say of themselves.',
  'Channel ownership':
    'A creator proves that a channel is its own: by a code in its bio that the platform is asked for, or by private files that staff looks at. Nothing waits for it.',
  Staff: 'For staff alone: money that comes in and goes out, suspensions, reviews of channels, switches.',
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
