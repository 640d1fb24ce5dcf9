import { randomUUID } from 'node:crypto';
import { shared } from '../stack/shared.ts';
import type { OperationCase } from './operation-case.ts';
import { peopleOf } from './people.ts';
import { bearer } from './routes.ts';

/** Cases of what belongs to the account of a person. */
export const identityCases: Readonly<Record<string, OperationCase>> = {
  UpdateNotifications: {
    ready: async () => ({ body: { work: true, accounts: true, campaigns: false, factories: true } }),
  },
  ListRequests: { ready: async () => ({ query: `keyId=${randomUUID()}&statusClass=4xx&requestId=a-b&limit=3` }) },
  DeleteMe: {
    async ready({ market }) {
      // The other callers have a balance, so that none of them is deleted.
      const { id, token } = await peopleOf(shared.baseUrl, market).aPerson();
      return { body: { confirm: true }, credential: bearer(token), callerId: id };
    },
  },
};
