import type { Market } from '../market/market.ts';
import { aHandle, sellersOf } from '../market/sellers.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';
import type { Prepared } from './routes.ts';

/** An account that the person has proven. */
async function aProvenAccount(market: Market, person: Person): Promise<Prepared> {
  return { params: { id: String(await sellersOf(market).anAccount(person.id)) } };
}

/** An account that the person has added. */
async function aClaimedAccount({ market }: World, person: Person): Promise<Prepared> {
  // The walk exceeds the limit of accounts.
  await market.pool.query(
    `update social_accounts set status = 'DELETED' where id in (
       select id from social_accounts where owner_id = $1 and status not in ('SOLD', 'DELETED') order by id desc offset 30)`,
    [person.id],
  );
  const { body } = await person.twin.post('/social-accounts', aBody());
  return { params: { id: String(body.data.id) } };
}

const aBody = () => ({ platform: 'YOUTUBE', handle: aHandle() });

/** An account that is connected. */
async function aConnectedAccount({ market }: World, person: Person): Promise<Prepared> {
  const prepared = await aProvenAccount(market, person);
  await market.pool.query(
    `insert into social_grants (social_account_id, platform, scopes, status, sealed_access, due_at, connected_at, updated_at)
     values ($1, 'YOUTUBE', '{}', 'ACTIVE', 'sealed', now() + interval '1 day', now(), now())`,
    [prepared.params?.id],
  );
  return prepared;
}

const connected = { ready: aConnectedAccount };
const proven = { ready: ({ market }: World, person: Person) => aProvenAccount(market, person) };
const claimed = { ready: aClaimedAccount };

export const accountCases: Readonly<Record<string, OperationCase>> = {
  ListSocialAccounts: { ready: async () => ({ query: 'platform=YOUTUBE&status=PENDING&limit=3' }) },
  AddSocialAccount: {
    ready: async () => ({ body: aBody() }),
    otherwise: (requested) => ({ ...requested, body: aBody() }),
    mistaken: (requested) => ({ ...requested, body: { ...aBody(), handle: 'a b' }, code: 'VALIDATION_FAILED' }),
  },
  DeleteSocialAccount: proven,
  SellSocialAccount: proven,
  GetAccountVerification: claimed,
  RenewAccountVerification: claimed,
  CheckAccountVerification: claimed,
  GetAccountStats: proven,
  StartConnection: {
    saved: ({ data }) => Object.keys(data),
    ready: async () => ({ body: { platform: 'YOUTUBE', shareMetrics: true } }),
    otherwise: (requested) => ({ ...requested, body: { platform: 'YOUTUBE', shareMetrics: false } }),
    mistaken: (requested) => ({
      ...requested,
      body: { platform: 'YOUTUBE', returnTo: '//evil.example' },
      code: 'VALIDATION_FAILED',
    }),
  },
  EndConnection: connected,
  ShareMetrics: {
    ready: async (world, person) => ({ ...(await aConnectedAccount(world, person)), body: { enabled: true } }),
    otherwise: (requested) => ({ ...requested, body: { enabled: false } }),
    mistaken: (requested) => ({ ...requested, body: { enabled: 'yes' }, code: 'VALIDATION_FAILED' }),
  },
  GetSocialAccountForStaff: {
    async ready({ market }) {
      const seller = await sellersOf(market).aSeller();
      return { params: { id: String(await sellersOf(market).anAccount(seller.id)) } };
    },
  },
  BlockSocialAccount: {
    async ready({ market }) {
      const seller = await sellersOf(market).aSeller();
      const id = await sellersOf(market).anAccount(seller.id);
      return { params: { id: String(id) }, body: { blocked: true, reason: 'Impersonates another creator' } };
    },
  },
};
