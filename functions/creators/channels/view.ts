import type { ChannelRecord } from '../../../db/creators/channels.ts';
import type { ChannelView } from '../../../schema/creators/channels.ts';

/** A channel as its creator sees it. */
export const viewChannel = (channel: ChannelRecord): ChannelView => ({
  id: channel.id,
  kind: channel.kind,
  platform: channel.platform,
  handle: channel.handle,
  canonicalUrl: channel.canonicalUrl,
  socialAccountId: channel.socialAccountId,
  status: channel.status,
  ownership: channel.ownership,
  version: channel.version,
  createdAt: channel.createdAt,
  updatedAt: channel.updatedAt,
});

/** A block as staff sees it. */
export const viewBlock = ({ id, status, blockedAt, blockReason }: ChannelRecord) => ({
  id,
  status,
  blocked: status === 'BLOCKED',
  blockedAt,
  reason: blockReason,
});
