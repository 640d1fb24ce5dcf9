import { randomUUID } from 'node:crypto';
import type { Market } from '../market/market.ts';
import type { OperationCase } from './operation-case.ts';

export const deskCases: Readonly<Record<string, OperationCase>> = {
  ListUsers: { ready: async () => ({ query: 'by=NAME&search=person&limit=3' }) },
  GetUser: {
    ready: async ({ market }) => ({
      params: { id: String(await market.aUser(['ADVERTISER'])) },
      query: 'depositCents=12500',
    }),
  },
  ListDeadLetters: { ready: async () => ({ query: 'kind=sweep-quotes&waiting=true&limit=3' }) },
  RequeueDeadLetter: { ready: async ({ market }) => ({ params: { id: String(await aDeadLetter(market)) } }) },
  ListStaffActions: { ready: async () => ({ query: 'operation=SuspendUser&object=users/1&actorId=1&limit=3' }) },
};

/** A job that failed at every attempt. */
async function aDeadLetter(market: Market): Promise<number> {
  const { id } = await market.one(
    `insert into dead_letters (message_id, queue, kind, body, attempts, at)
     values ($1, 'JOBS', 'sweep-quotes', '{"kind": "sweep-quotes"}', 6, now()) returning id::int`,
    [randomUUID()],
  );
  return id;
}
