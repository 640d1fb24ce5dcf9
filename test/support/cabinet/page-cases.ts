import type { Role } from '../../../schema/shared/enums.ts';
import { assignmentsOf } from '../market/assignments.ts';
import type { Market } from '../market/market.ts';
import { ownershipOf } from '../market/ownership.ts';

/** A user with both chosen roles, and the ids of objects of this user. */
export interface Owned {
  readonly userId: number;
  readonly ids: Readonly<Record<string, string>>;
}

export interface PageCase {
  /** Only users with one of these roles may open the page; absent: every user. */
  readonly roles?: readonly Role[];
  /** The id in the path, by the name of an owned object. Such a page is 404 for other users. */
  readonly id?: string;
  /** Further parameters of the address. */
  readonly query?: string;
}

/** One case for each page of the cabinet. */
export const pageCases: Readonly<Record<string, PageCase>> = {
  '/cabinet': {},
  '/cabinet/welcome': {},
  '/cabinet/settings': {},
  '/cabinet/settings/keys': {},
  '/cabinet/settings/webhooks': {},
  '/cabinet/settings/webhooks/:id': { id: 'endpoint' },
  '/cabinet/settings/security': {},
  '/cabinet/staff': { roles: ['STAFF'] },
  '/cabinet/staff/disputes': { roles: ['STAFF'] },
  '/cabinet/staff/disputes/:id': { roles: ['STAFF'], id: 'dispute' },
  '/cabinet/staff/ownership': { roles: ['STAFF'] },
  '/cabinet/staff/ownership/:channelId': { roles: ['STAFF'], id: 'review' },
};

/** A user who owns one object of each kind. */
export async function anOwner(market: Market, baseUrl: string): Promise<Owned> {
  const userId = await market.aUser(['ADVERTISER', 'CREATOR']);
  const creator = await market.aCreator({ userId });
  const endpoint = await market.one(
    `insert into webhook_endpoints (owner_id, url, sealed_secret, created_at, updated_at)
     values ($1, 'https://hooks.example.com/' || gen_random_uuid(), '\\x00', now(), now()) returning id`,
    [userId],
  );
  const { assignmentIn } = assignmentsOf(market, baseUrl);
  const ordered = await assignmentIn('PENDING', { creator });
  const disputed = await assignmentIn('DISPUTED', { creator });
  const review = await ownershipOf({ market, baseUrl }).aChannel(userId, { ownership: 'PENDING_REVIEW' });
  const ids = { endpoint: endpoint.id, assignment: ordered.id, dispute: disputed.id, review: review.id };
  return { userId, ids: Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)])) };
}

/** The address of a page for an owner. */
export function pathOf(pattern: string, { id, query }: PageCase, { ids }: Owned): string {
  const filled = pattern.replace(/:\w+/g, () => ids[id ?? ''] ?? missing(pattern));
  return query === undefined ? filled : `${filled}?${query}`;
}

function missing(pattern: string): never {
  throw new Error(`the owner has no object for ${pattern}`);
}
