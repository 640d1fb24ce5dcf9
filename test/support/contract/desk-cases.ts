import type { OperationCase } from './operation-case.ts';

export const deskCases: Readonly<Record<string, OperationCase>> = {
  ListStaffActions: { ready: async () => ({ query: 'operation=SuspendUser&object=users/1&actorId=1&limit=3' }) },
};
