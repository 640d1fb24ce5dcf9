import type { Platform } from '../shared/enums.ts';

/** BIO_CODE: a code in the text of the profile. OAUTH: a sign-in at the platform. */
export const verificationMethods = ['BIO_CODE', 'OAUTH'] as const;
export type VerificationMethod = (typeof verificationMethods)[number];

/** How a creator proves an account. TikTok and Instagram show no profile text to an application without the grant of its owner. */
export const verificationMethodOf: Readonly<Record<Platform, VerificationMethod>> = {
  YOUTUBE: 'BIO_CODE',
  X: 'BIO_CODE',
  TWITCH: 'BIO_CODE',
  KICK: 'BIO_CODE',
  TIKTOK: 'OAUTH',
  INSTAGRAM: 'OAUTH',
};

export const verificationStatuses = ['NONE', 'ACTIVE', 'EXPIRED', 'VERIFIED', 'REFUSED'] as const;
export const verificationReasons = ['PROVEN_BY_ANOTHER'] as const;
