import { keptData } from '../../../schema/identity/kept-data.ts';
import { usdt } from '../../../schema/shared/money.ts';
import type { Example } from './example.ts';

const owner = { id: 7, displayName: 'Nova Drinks', roles: ['ADVERTISER'] };
const key = {
  id: '0198f1b9-4c1d-7d0a-b0f3-6a1e8c2d5f90',
  name: 'Order robot',
  prefix: 'k3v7q2m4x5ab',
  scopes: ['read', 'write'],
  expiresAt: null,
};
const limits = {
  readsPerMinute: 600,
  writesPerMinute: 120,
  ownerReadsPerMinute: 3_000,
  ownerWritesPerMinute: 600,
  moneyMovesPerMinute: 30,
  exportsPerMinute: 30,
};
const listedKey = {
  ...key,
  createdAt: '2026-11-18T13:40:21.774Z',
  lastUsedAt: '2026-11-20T09:31:00.000Z',
  replacedAt: null,
};

const session = {
  id: 911,
  isCurrent: true,
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0',
  ipAddress: '203.0.113.7',
  createdAt: '2026-11-18T13:40:21.774Z',
  lastUsedAt: '2026-11-20T09:31:00.000Z',
  expiresAt: '2026-11-27T09:31:00.000Z',
};

const choices = { work: true, accounts: true, campaigns: false, factories: true, security: true };

export const accountExamples: Readonly<Record<string, Example>> = {
  GetMe: {
    success: 'The user, the limits in force and, for a call with an API key, the key.',
    answer: { data: { owner, key, limits } },
  },
  GetOverview: {
    success: 'The balance, what waits for the caller, the latest events and the first steps.',
    answer: {
      data: {
        wallet: { balance: usdt(1_250_000_000n), reserved: usdt(212_500_000n), updatedAt: '2026-11-20T09:31:00.000Z' },
        waiting: {
          ...{ assignments: [], assignmentsTotal: 0, orders: 1, accounts: [], staff: null },
          campaigns: [{ id: 7, title: 'Summer launch', posts: 12, decideBy: '2026-11-21T08:00:00.000Z' }],
          factories: [{ id: 3, name: 'Competitors' }],
        },
        events: [
          {
            assignmentId: 41,
            role: 'ADVERTISER',
            title: 'A mention in a stream',
            counterpartName: 'Mara Plays',
            kind: 'assignment.accepted',
            actor: 'CREATOR',
            at: '2026-11-20T09:31:00.000Z',
          },
        ],
        steps: {
          ...{ hasProfile: false, hasChannel: false, hasService: false, isPublished: false },
          ...{ hasFunds: true, hasOrder: true, hasCampaign: true, hasApiKey: true },
        },
      },
    },
  },
  ListSessions: { success: 'The sessions of the caller, newest first.', answer: { data: [session] } },
  EndSession: { success: 'The id of the session that has ended.', answer: { data: { id: session.id } } },
  EndOtherSessions: { success: 'The number of sessions that have ended.', answer: { data: { ended: 2 } } },
  GetNotifications: { success: 'The topics about which the caller gets mails.', answer: { data: choices } },
  UpdateNotifications: { success: 'The stored choices.', answer: { data: choices } },
  ListRequests: {
    success: 'A page of logged requests, newest first.',
    answer: {
      data: [
        {
          id: 5_120,
          at: '2026-11-20T09:31:00.000Z',
          keyId: key.id,
          keyName: key.name,
          requestId: 'b6f0c1de-3d7e-4c55-9a11-0f2f1a6d2c47',
          method: 'POST',
          path: '/api/v1/public/placement-orders/{id}/checkout',
          status: 409,
          errorCode: 'QUOTE_EXPIRED',
          durationMs: 48,
        },
      ],
      nextCursor: null,
    },
  },
  CheckDeletion: {
    success: 'What keeps the account from being deleted, with a remedy for each, and what would stay.',
    answer: {
      data: {
        obstacles: [{ kind: 'BALANCE', remedy: 'You have an available balance: ask our staff to withdraw it.' }],
        kept: keptData.slice(0, 1).map(({ what, why }) => ({ what, why })),
      },
    },
  },
  DeleteMe: {
    success: 'The id of the deleted account.',
    answer: { data: { id: owner.id, deletedAt: '2026-11-20T09:45:12.003Z' } },
  },
  UpdateMe: {
    success: 'The stored user, and the limits in force.',
    answer: { data: { owner: { ...owner, roles: ['ADVERTISER', 'CREATOR'] }, limits } },
  },
  CreateApiKey: {
    success: 'The new key. `key` is the whole key: no later response shows it.',
    answer: {
      data: {
        ...listedKey,
        lastUsedAt: null,
        key: 'castline_live_k3v7q2m4x5ab.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_aBcDe',
      },
    },
  },
  RotateApiKey: {
    success: 'The new key. `key` is the whole key: no later response shows it.',
    answer: {
      data: {
        ...listedKey,
        lastUsedAt: null,
        key: 'castline_live_k3v7q2m4x5ab.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_aBcDe',
      },
    },
  },
  ListApiKeys: {
    success: 'A page of keys that are not deleted, newest first, without secrets.',
    answer: { data: [listedKey], nextCursor: null },
  },
  DeleteApiKey: { success: 'The key that was deleted.', answer: { data: listedKey } },
  SuspendUser: {
    success: 'The suspension of the user: whether it is in force, its start and its reason.',
    answer: {
      data: {
        id: 7,
        suspended: true,
        suspendedAt: '2026-11-20T09:45:12.003Z',
        reason: 'Chargeback under investigation',
      },
    },
  },
};
