import type { ErrorCode } from '../../../schema/shared/errors.ts';
import type { Reply } from '../client.ts';
import type { Listing, Market } from '../market/market.ts';
import type { Prepared } from './doors.ts';
import type { Person } from './people.ts';

export interface World {
  readonly market: Market;
  readonly listing: Listing;
}

/** How to call one operation so that it succeeds, and how so that its verb refuses. */
export interface OperationCase {
  /** A request of this person that will succeed, once. Its path names objects of this person's own. */
  ready(world: World, person: Person): Promise<Prepared>;
  /** The same request for something else: what a used key must not stand for. */
  otherwise?(asked: Prepared): Prepared;
  /** What of an answer a replay must give again, where the rest is made anew; otherwise all of it, to the byte. */
  saved?(answer: Reply['body']): unknown;
  /** The same request with a mistake that only the verb can see. */
  mistaken?(asked: Prepared): Prepared & { readonly code: ErrorCode };
}
