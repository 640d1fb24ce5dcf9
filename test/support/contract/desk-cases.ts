import type { OperationCase } from './operation-case.ts';

export const deskCases: Readonly<Record<string, OperationCase>> = {
  ListUsers: { ready: async () => ({ query: 'by=NAME&search=person&limit=3' }) },
  GetUser: {
    ready: async ({ market }) => ({
      params: { id: String(await market.aUser(['ADVERTISER'])) },
      query: 'depositCents=12500',
    }),
  },
  ListStaffActions: { ready: async () => ({ query: 'operation=SuspendUser&object=users/1&actorId=1&limit=3' }) },
};
