/** Objects that a transaction may belong to. */
export const referencedTypes = ['order', 'assignment'] as const;
/** Transactions of campaigns: `campaign` reserves and refunds a budget, `campaign-payout` pays a creator. */
export const campaignReferences = ['campaign', 'campaign-payout'] as const;
