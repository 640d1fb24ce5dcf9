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
export const reviewStatuses = ['PENDING_REVIEW', 'VERIFIED', 'REJECTED'] as const;
