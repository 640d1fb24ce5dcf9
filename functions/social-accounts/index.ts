export { checkAccounts } from './check-accounts.ts';
export { finishConnection } from './finish-connection.ts';
export { freshCode } from './fresh-code.ts';
export { openPlatform, type SocialPlatform } from './open-platform.ts';
export { addressForOwner } from './picture-address.ts';
export { isCodeIn } from './profile-code-rules.ts';
export { refreshPictures } from './refresh-pictures.ts';
export { requestPlatforms } from './request-platforms.ts';
export { sweepConnections } from './sweep-connections.ts';
