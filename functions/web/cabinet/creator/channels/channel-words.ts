import type { ChannelView } from '../../../../../schema/creators/channels.ts';
import type { StatusTone } from '../../frame/status.tsx';

type Ownership = ChannelView['ownership'];

export const ownershipWords: Readonly<Record<Ownership, string>> = {
  NONE: 'Ownership not verified',
  CHALLENGED: 'Proof begun',
  PENDING_REVIEW: 'Proof in review',
  VERIFIED: 'Ownership verified',
  REJECTED: 'Proof rejected',
};

export const ownershipTones: Readonly<Record<Ownership, StatusTone>> = {
  NONE: 'quiet',
  CHALLENGED: 'open',
  PENDING_REVIEW: 'open',
  VERIFIED: 'good',
  REJECTED: 'bad',
};
