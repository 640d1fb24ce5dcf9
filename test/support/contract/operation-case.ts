import type { ErrorCode } from '../../../schema/shared/errors.ts';
import type { Reply } from '../client.ts';
import type { Listing, Market } from '../market/market.ts';
import type { Person } from './people.ts';
import type { Prepared } from './routes.ts';

export interface World {
  readonly market: Market;
  readonly listing: Listing;
  /** By default that of the stack of the test file. */
  readonly baseUrl?: string;
  /** The simulator of the platforms; by default that of the stack of the test file. */
  readonly socialUrl?: string;
}

/** How to call one operation so that it succeeds, and so that its verb refuses. */
export interface OperationCase {
  /** A request of this person that succeeds once. Its path names objects of this person. */
  ready(world: World, person: Person): Promise<Prepared>;
  /** The same request for another object, to which a used key must not apply. */
  otherwise?(requested: Prepared): Prepared;
  /** The part of an answer that a replay must repeat; by default all bytes. */
  saved?(answer: Reply['body']): unknown;
  /** The same request with a fault that only the verb can detect. */
  mistaken?(requested: Prepared): Prepared & { readonly code: ErrorCode };
}
