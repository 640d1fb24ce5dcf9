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
const letter = {
  id: 17,
  at: '2026-11-24T17:15:00.000Z',
  queue: 'MAILS',
  kind: 'send-message',
  attempts: 6,
  body: { kind: 'send-message', messageId: 812, channel: 'MAIL' },
  requeuedAt: null,
  requeuerId: null,
  allowedActions: ['requeue'],
};
const nothing = { count: 0, oldestAt: null };
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
        counts: {
          orders: 7,
          assignments: 21,
          openAssignments: 3,
          campaigns: 2,
          openCampaigns: 1,
          openPosts: 0,
          factories: 1,
          sessions: 2,
          keys: 1,
        },
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
        accounts: [{ id: 31, platform: 'YOUTUBE', handle: 'mika.plays', status: 'ACTIVE' }],
        channels: [
          {
            ...{
              id: 17,
              platform: 'YOUTUBE',
              handle: 'mika.plays',
              canonicalUrl: 'https://www.youtube.com/@mika.plays',
            },
            ...{ status: 'ACTIVE', ownership: 'VERIFIED', blockedAt: null, blockReason: null },
          },
        ],
        portfolio: [],
      },
    },
  },
  ListDeadLetters: { success: 'A page of dead letters, newest first.', answer: { data: [letter], nextCursor: null } },
  RequeueDeadLetter: {
    success: 'The dead letter, with the time at which its job was queued again.',
    answer: {
      data: { ...letter, requeuedAt: '2026-11-24T18:02:00.000Z', requeuerId: staff.id, allowedActions: [] },
    },
  },
  GetServiceStatus: {
    success: 'The work that waits, and the alarms.',
    answer: {
      data: {
        at: '2026-11-24T17:20:00.000Z',
        outbox: nothing,
        mails: { count: 3, oldestAt: '2026-11-24T17:19:12.000Z' },
        webhooks: nothing,
        undecidedPosts: nothing,
        deadLetters: { count: 1, oldestAt: letter.at },
        scans: [
          { platform: 'YOUTUBE', posts: { count: 42, oldestAt: '2026-11-24T17:18:40.000Z' }, factoryAccounts: nothing },
        ],
        alarms: [{ alarm: 'assignments that should have expired', ids: ['81'] }],
      },
    },
  },
  ListControls: {
    success: 'The features.',
    answer: {
      data: [{ name: 'publication', enabled: true, updatedAt: '2026-11-24T17:15:00.000Z', updater: staff }],
    },
  },
  ListStaffActions: {
    success: 'The changes and reads by staff.',
    answer: {
      data: [
        {
          id: 901,
          at: '2026-11-24T17:15:00.000Z',
          isRead: false,
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
