/** A service as a creator sends it, with what the test changes about it. */
export const aService = (changes: object = {}) => ({
  type: 'STREAM',
  variant: 'MENTION',
  proofModes: ['PUBLIC_VOD'],
  title: 'A mention in a live stream',
  priceCents: '15000',
  packageOptions: [
    { quantity: 1, discountBps: 0 },
    { quantity: 5, discountBps: 1_000 },
  ],
  usageTerms: 'May be reposted for 30 days.',
  published: true,
  ...changes,
});

export const aPriceList = (services: readonly object[] = [aService()], expectedVersion = 1) => ({
  expectedVersion,
  services,
});
