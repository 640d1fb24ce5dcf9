export { openPlatform, type SocialPlatform } from './open-platform.ts';
export { addressForOwner } from './picture-address.ts';
export { refreshPictures } from './refresh-pictures.ts';
export { requestPlatforms } from './request-platforms.ts';
