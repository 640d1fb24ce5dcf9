/** EXPIRED: the platform accepts the tokens no more. REVOKED: its owner has ended it. */
export const grantStatuses = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;
/** Entries of the list of consents. */
export const consentKinds = ['GIVEN', 'WITHDRAWN'] as const;
