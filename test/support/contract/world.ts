import { afterAll, beforeAll } from 'vitest';
import type { Role } from '../../../schema/shared/enums.ts';
import { type Market, marketOf } from '../market/market.ts';
import { shared } from '../stack/shared.ts';
import type { World } from './operation-case.ts';
import { type Mint, mintOf, type Person, peopleOf } from './people.ts';

/** The users of the walk. */
export interface Cast extends World {
  readonly advertiser: Person;
  readonly staff: Person;
  /** Creators, who can also order. */
  readonly creator: Person;
  readonly otherCreator: Person;
  /** Another advertiser, and another member of staff. */
  readonly otherUser: Person;
  readonly otherStaff: Person;
  /** Has signed up without choosing a role. */
  readonly roleless: Person;
  readonly suspended: Person;
  readonly suspendedStaff: Person;
  readonly mint: Mint;
}

const funds = { fundsCents: 100_000_000 };
const staffRoles: readonly Role[] = ['ADVERTISER', 'STAFF'];
const creatorRoles: readonly Role[] = ['ADVERTISER', 'CREATOR'];

/** Creates the cast before the tests of a file, and returns it. */
export function castOfFile(): { cast: () => Cast; baseUrl: string; market: Market } {
  const baseUrl = shared.baseUrl;
  const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
  const { aPerson } = peopleOf(baseUrl, market);
  let assembled: Cast | undefined;
  let forget = async (): Promise<unknown> => undefined;
  beforeAll(async () => {
    const advertiser = await aPerson(funds);
    const minting = await mintOf(baseUrl, market, advertiser.token);
    forget = minting.forget;
    assembled = {
      market,
      advertiser,
      listing: await market.aListing(),
      staff: await aPerson({ ...funds, roles: staffRoles }),
      creator: await aPerson({ ...funds, roles: creatorRoles }),
      otherCreator: await aPerson({ ...funds, roles: creatorRoles }),
      otherUser: await aPerson(funds),
      otherStaff: await aPerson({ ...funds, roles: staffRoles }),
      roleless: await aPerson({ roles: [] }),
      suspended: await aPerson(),
      suspendedStaff: await aPerson({ roles: staffRoles }),
      mint: minting.mint,
    };
    const { suspended, suspendedStaff } = assembled;
    await market.pool.query('update users set suspended_at = now() where id = any ($1)', [
      [suspended.id, suspendedStaff.id],
    ]);
  });
  afterAll(async () => {
    await forget();
    await market.close();
  });
  return { cast: () => assembled ?? noCast(), baseUrl, market };
}

function noCast(): never {
  throw new Error('the cast is assembled before the tests, not while they are collected');
}
