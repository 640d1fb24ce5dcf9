import type { SessionReviewView } from '../../../../schema/social-accounts/stats-sessions.ts';
import { Status } from '../frame/status.tsx';

const tones = { UPLOADED: 'open', VERIFIED: 'good', REJECTED: 'bad' } as const;

export const RecordingStatus = ({ of }: { readonly of: SessionReviewView['status'] }) => (
  <Status of={of} tone={tones[of]} />
);
