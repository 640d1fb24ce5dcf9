/** Enumerations of the supply side; the database's CHECKs hold the same values. */
export const channelKinds = ['MANUAL', 'NATIVE'] as const;
export const channelStatuses = ['ACTIVE', 'BLOCKED', 'REMOVED'] as const;
/** Ownership as the public catalog shows it; ownershipStatuses has the whole state machine. */
export const shownOwnerships = ['VERIFIED', 'NONE'] as const;
export const ownershipStatuses = ['NONE', 'CHALLENGED', 'PENDING_REVIEW', 'VERIFIED', 'REJECTED'] as const;
/** The statuses of accounts in lists. */
export const listedAccountStatuses = ['PENDING', 'ACTIVE', 'BLOCKED', 'SUSPENDED', 'SOLD'] as const;
export const socialAccountStatuses = [...listedAccountStatuses, 'DELETED'] as const;
export const verifiedVias = ['PLATFORM_API', 'BIO_CODE', 'MANUAL'] as const;
export const statsAvailabilities = ['AVAILABLE', 'PENDING', 'UNAVAILABLE'] as const;
export const audienceSources = ['PLATFORM_API', 'SCREEN_RECORDING', 'MANUAL'] as const;

export type AccountStatus = (typeof socialAccountStatuses)[number];
export type OwnershipStatus = (typeof ownershipStatuses)[number];

/** Shares of an audience that a snapshot stores, from 0 to 1. */
export interface AudienceCountry {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly share: number;
}
export interface AudienceGroup {
  readonly age: string;
  readonly gender: string;
  readonly share: number;
}

export const displayNameLength = 80;
export const bioLength = 2_000;
export const maxTopics = 10;
export const topicLength = 40;
/** Limits of the published services of a creator, and of their titles and terms in bytes of JSON. They keep its page below a mebibyte. */
export const maxPublished = { services: 200, textBytes: 500_000 };

/** The longest side of a picture that pages show. A small file can decode to a very large picture. */
export const shownPixelsASide = 8_192;

/** Limits of a portfolio. A page shows all pictures, and a small file can decode to a very large one. */
export const portfolioLimits = {
  pictures: 12,
  captionLength: 200,
  bytes: 1024 * 1024,
  pixelsASide: shownPixelsASide,
  /** Width times height. */
  pixels: 12_000_000,
  /** The long side divided by the short one. */
  sidesRatio: 4,
};

/** Short addresses that a creator may have had in all, because a name is never given to another creator. */
export const maxAddresses = 5;

/** The fields of a profile that its page shows as they were at the publication. */
export const publishedFields = ['displayName', 'bio', 'topics', 'languages', 'geo', 'channelType'] as const;
export type PublishedField = (typeof publishedFields)[number];
