import { usdt } from '../../../schema/shared/money.ts';
import type { Example } from './example.ts';

const user = {
  id: 42,
  displayName: 'Studio North',
  email: 'office@studio-north.example',
  isVerified: true,
  roles: ['ADVERTISER'],
  suspendedAt: null,
  createdAt: '2026-09-02T08:30:00.000Z',
};
const staff = { id: 3, displayName: 'Support' };

export const deskExamples: Readonly<Record<string, Example>> = {
  ListUsers: { success: 'A page of users.', answer: { data: [user], nextCursor: null } },
  GetUser: {
    success: 'The user, with the balances, the numbers of objects and the newest API keys.',
    answer: {
      data: {
        ...user,
        suspensionReason: null,
        wallet: {
          balance: usdt(1_250_000_000n),
          reserved: usdt(708_750_000n),
          updatedAt: '2026-11-24T17:15:00.000Z',
        },
        balanceAfter: usdt(1_375_000_000n),
        credits: { balance: 10_000, reserved: 240 },
        counts: { orders: 7, assignments: 21, campaigns: 2, factories: 1, sessions: 2, keys: 1 },
        keys: [
          {
            id: '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e',
            name: 'Order robot',
            prefix: 'k3v7q2m4x5ab',
            scopes: ['read', 'write'],
            expiresAt: null,
            createdAt: '2026-09-02T08:40:00.000Z',
            lastUsedAt: '2026-11-24T17:10:00.000Z',
            replacedAt: null,
          },
        ],
      },
    },
  },
  ListControls: {
    success: 'The features.',
    answer: {
      data: [{ name: 'publication', enabled: true, updatedAt: '2026-11-24T17:15:00.000Z', updatedBy: staff }],
    },
  },
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
