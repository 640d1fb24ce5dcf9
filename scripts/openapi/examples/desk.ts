import type { Example } from './example.ts';

const user = { id: 42, displayName: 'Studio North' };
const staff = { id: 3, displayName: 'Support' };

export const deskExamples: Readonly<Record<string, Example>> = {
  ListStaffActions: {
    success: 'The changes by staff.',
    answer: {
      data: [
        {
          id: 901,
          at: '2026-11-24T17:15:00.000Z',
          actor: staff,
          operation: 'SuspendUser',
          object: `users/${user.id}`,
          requestId: '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e',
          data: { suspended: true, reason: 'Chargeback under investigation' },
        },
      ],
      nextCursor: null,
    },
  },
};
