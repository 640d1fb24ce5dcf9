import type { Example } from './example.ts';
import { channel, channelId } from './market.ts';

const listed = {
  id: channelId,
  kind: 'MANUAL',
  ...channel,
  socialAccountId: null,
  status: 'ACTIVE',
  ownership: 'NONE',
  version: 1,
  createdAt: '2026-10-02T08:02:19.440Z',
  updatedAt: '2026-10-02T08:02:19.440Z',
};

export const channelExamples: Readonly<Record<string, Example>> = {
  ListChannels: { answer: { data: [listed], nextCursor: null } },
  CreateChannel: {
    body: { kind: 'MANUAL', platform: channel.platform, canonicalUrl: `${channel.canonicalUrl}?ref=profile` },
    answer: { data: listed },
  },
  LinkChannel: {
    success: 'The channel, which is NATIVE now, with its services and prices.',
    body: { socialAccountId: 31 },
    answer: {
      data: { ...listed, kind: 'NATIVE', socialAccountId: 31, version: 2, updatedAt: '2026-11-20T09:45:12.306Z' },
    },
  },
  DeleteChannel: {
    answer: { data: { ...listed, status: 'REMOVED', version: 2, updatedAt: '2026-11-20T09:50:02.117Z' } },
  },
  BlockChannel: {
    success: 'The block of the channel: whether it is in force, its start and its reason.',
    answer: {
      data: {
        id: channelId,
        status: 'BLOCKED',
        blocked: true,
        blockedAt: '2026-11-20T09:48:30.250Z',
        reason: 'Impersonates another creator',
      },
    },
  },
};
