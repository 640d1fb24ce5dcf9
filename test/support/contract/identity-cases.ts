import { randomUUID } from 'node:crypto';
import { shared } from '../stack/shared.ts';
import type { OperationCase, World } from './operation-case.ts';
import { peopleOf } from './people.ts';
import { bearer } from './routes.ts';

async function ownCaller({ market, baseUrl = shared.baseUrl }: World) {
  const { id, token } = await peopleOf(baseUrl, market).aPerson();
  return { credential: bearer(token), callerId: id };
}

/** Cases of what belongs to the account of a person. */
export const identityCases: Readonly<Record<string, OperationCase>> = {
  UpdateNotifications: {
    ready: async () => ({ body: { work: true, accounts: true, campaigns: false, factories: true } }),
  },
  ListRequests: { ready: async () => ({ query: `keyId=${randomUUID()}&statusClass=4xx&requestId=a-b&limit=3` }) },
  DeleteMe: {
    // The other callers have a balance, so that none of them is deleted.
    ready: async (world) => ({ body: { confirm: true }, ...(await ownCaller(world)) }),
  },
  // A minted token is of the latest session of its user, and would end the session of the caller's other token.
  EndOtherSessions: { ready: ownCaller },
};
