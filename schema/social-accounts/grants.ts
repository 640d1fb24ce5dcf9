/** EXPIRED: the platform no longer accepts the tokens. REVOKED: ended by its owner, its platform or the service. */
export const grantStatuses = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;
/** Entries of the list of consents. */
export const consentKinds = ['GIVEN', 'WITHDRAWN'] as const;
