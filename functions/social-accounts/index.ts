export { checkAccounts } from './check-accounts.ts';
export { checkByPlatform } from './check-by-platform.ts';
export { type Content, contentAtUrl } from './content-url-rules.ts';
export { endAccountOf } from './end-account-of.ts';
export { endGrantByPlatform } from './end-grant-by-platform.ts';
export { expireAudiences } from './expire-audiences.ts';
export { finishConnection } from './finish-connection.ts';
export { freshCode } from './fresh-code.ts';
export { openPlatforms } from './meters.ts';
export {
  type Cost,
  type Credential,
  isFailureOfAll,
  limitsOf,
  type MediaIds,
  openPlatform,
  PlatformFailure,
  postReadBy,
  postReadersOf,
  type Reading,
  type SocialPlatform,
} from './open-platform.ts';
export { isCodeIn } from './profile-code-rules.ts';
export { audienceWork, readAudiences } from './read-audiences.ts';
export { readDeletedAt } from './read-deletion.ts';
export { readPost } from './read-post.ts';
export { readPublisher } from './read-publisher.ts';
export { readReconnection, reconnect } from './reconnect.ts';
export { reconnectLink } from './reconnect-link.ts';
export { pictureWork, refreshPictures, removeOldPictures } from './refresh-pictures.ts';
export { renewConnections, takeDueConnections } from './renew-connections.ts';
export { resealTokens } from './reseal-tokens.ts';
export { backedOff, shownStatus } from './rules.ts';
export { type PlatformMessage, type PlatformWork, runPlatformWork } from './run-platform-work.ts';
export { giveConsent, needsConsent, refuseEarlierText } from './share-accounts.ts';
export { storeFactoryPictures } from './store-factory-pictures.ts';
export { dropUnstored, putPicture } from './store-picture.ts';
export { sweepConnections } from './sweep-connections.ts';
export { sweepSessions } from './sweep-sessions.ts';
