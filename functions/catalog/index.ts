export { catalogKey } from './cache-key.ts';
export { findAddress } from './find-address.ts';
export { getCreatorPage } from './get-creator-page.ts';
export { listCreatorsAndCounts } from './list-creators.ts';
export { sweepCatalog } from './sweep-catalog.ts';
export type { GuestVersion } from './version.ts';
