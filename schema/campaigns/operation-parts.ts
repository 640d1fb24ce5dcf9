/** A read of a party, with a key or a token. */
export const partyRead = {
  method: 'get',
  access: 'participant',
  success: 200,
  idempotency: 'none',
  rate: 'read',
} as const;

/** An operation of the advertiser of a campaign. */
export const ofCampaign = { tag: 'Campaigns', role: 'ADVERTISER' } as const;

/** An operation of the creator of a post. */
export const ofOwnPost = { tag: 'Posts', role: 'CREATOR' } as const;
