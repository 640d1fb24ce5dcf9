/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { getPageVisits } from '../visits/index.ts';
export { generatePage } from './generate-page.ts';
export { getPage } from './get-page.ts';
export { getProfile } from './get-profile.ts';
export { publishPage } from './publish-page.ts';
export { setPageAddress } from './set-page-address.ts';
export { unpublishPage } from './unpublish-page.ts';
export { updateProfile } from './update-profile.ts';
