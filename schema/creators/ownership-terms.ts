export const ownershipActors = ['CREATOR', 'STAFF', 'SYSTEM'] as const;
export const ownershipEventKinds = [
  'CHALLENGED',
  'EVIDENCE_ATTACHED',
  'SUBMITTED',
  'CODE_FOUND',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
] as const;
/** What a creator may do with the proof of a channel. */
export const ownershipActions = ['challenge', 'upload', 'evidence', 'submit'] as const;
export const reviewStatuses = ['PENDING_REVIEW', 'VERIFIED', 'REJECTED'] as const;
