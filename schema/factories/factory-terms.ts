/** Hours between the end of a scan and the next one. */
export const intervalHours = [24, 12, 10, 8, 6, 4] as const;
export const factoryStatuses = ['ACTIVE', 'PAUSED'] as const;
/** MANUAL: its owner has paused it. NO_CREDITS: the wallet of credits did not cover a scan. */
export const factoryPauseReasons = ['MANUAL', 'NO_CREDITS'] as const;
/** Fields that a report can hide, each with the values that depend on it. */
export const hideableFields = ['saves', 'views', 'likes', 'comments', 'er', 'posts', 'lastScanned'] as const;

/** ACCOUNT: all posts of the account are watched. LISTED: only the posts that the owner of the factory has added by their addresses. */
export const factoryAccountModes = ['ACCOUNT', 'LISTED'] as const;
/**
 * PENDING: the platform has not answered yet. UNAVAILABLE: the platform does not show the account, its requests fail, or the factory has it under
 * another name.
 */
export const factoryAccountStatuses = ['PENDING', 'ACTIVE', 'UNAVAILABLE'] as const;

/** What an account of a factory is due for. LISTING: its posts are listed. SCAN: its posts are scanned. */
export const factoryTurns = ['LISTING', 'SCAN'] as const;
/** OPEN: its credits are reserved. DONE: paid. ENDED: nothing was answered, and its credits were returned. */
export const factoryScanStatuses = ['OPEN', 'DONE', 'ENDED'] as const;

/**
 * Kinds of unusual measurements. *_FELL: the platform stated fewer than before. VIEWS_JUMPED: the views have grown by an unusual factor
 * between two measurements. GONE: the platform does not show the post any more; it ends when the platform shows the post again.
 */
export const factoryPostFlags = [
  'VIEWS_FELL',
  'LIKES_FELL',
  'COMMENTS_FELL',
  'SAVES_FELL',
  'VIEWS_JUMPED',
  'GONE',
] as const;

/**
 * Events of a factory, which its owner is notified of. A pause by the owner is no event. factory.credits_low: the balance lasts for less than three
 * days.
 */
export const factoryEventKinds = ['factory.post.flagged', 'factory.paused', 'factory.credits_low'] as const;
/** Maximum number of posts in an event. */
export const maxFlaggedPosts = 100;

/** The orders of accounts and of posts in lists. A leading - means descending. Null values are last in both directions. */
export const accountSorts = ['views', 'likes', 'comments', 'saves', 'er', 'posts', 'lastScanned'] as const;
export const postSorts = ['publishedAt', 'views', 'likes', 'comments', 'saves', 'er', 'lastScanned'] as const;
/** The orders with their directions. */
export const accountOrders = accountSorts.flatMap((name) => [name, `-${name}`] as const);
export const postOrders = postSorts.flatMap((name) => [name, `-${name}`] as const);
/** The lists that can be exported. */
export const exportedLists = ['posts', 'accounts'] as const;
/** Maximum number of share links of a factory. */
export const maxShareLinks = 50;

export const creditEntryKinds = ['CREDIT', 'DEBIT'] as const;
export const creditReasons = ['PURCHASE', 'GRANT', 'SCAN'] as const;

export const factoryNameLength = 120;
export const trackingDays = { min: 1, max: 365 } as const;
/** Maximum number of factories of a user. */
export const maxFactories = 50;
/** Maximum number of accounts of a factory. */
export const maxFactoryAccounts = 500;
/** Maximum numbers of posts. The service lists no older posts of an account, or no more posts for a factory, beyond them. */
export const maxPosts = { ofAccount: 500, ofFactory: 50_000 } as const;
/** Scans in a row in which a platform does not show a post, after which it is asked for only every three days, free of charge until it is back. */
export const scansUntilGone = 3;
/**
 * A platform's units that an owner uses in a day for listings that no scan pays for: of accounts that were never listed, or have no posts to scan.
 * Each credit adds more.
 */
export const unpaidListings = { units: 150, unitsPerCredit: 10 } as const;
/** Failures in a row after which an account is UNAVAILABLE, and is asked once a day. */
export const failuresUntilUnavailable = 8;
/** Maximum number of tags of a user. */
export const maxTags = 200;
/** Maximum number of tag groups of a factory. */
export const maxTagGroups = 50;
/** Maximum number of rows of an export. */
export const maxExportedRows = 50_000;
export const creditPurchase = { min: 100, max: 10_000_000 } as const;

export type IntervalHours = (typeof intervalHours)[number];
export type FactoryStatus = (typeof factoryStatuses)[number];
export type HideableField = (typeof hideableFields)[number];
export type FactoryPostFlag = (typeof factoryPostFlags)[number];
export type FactoryEventKind = (typeof factoryEventKinds)[number];
export type ExportedList = (typeof exportedLists)[number];
export type AccountSort = (typeof accountSorts)[number];
export type PostSort = (typeof postSorts)[number];
export type FactoryAccountMode = (typeof factoryAccountModes)[number];
export type FactoryAccountStatus = (typeof factoryAccountStatuses)[number];
