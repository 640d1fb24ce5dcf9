/** The kinds of posts. */
export const mediaTypes = ['VIDEO', 'SHORT_VIDEO', 'STREAM', 'PHOTO', 'CAROUSEL', 'STORY', 'TEXT'] as const;
export type MediaType = (typeof mediaTypes)[number];

/**
 * Why a platform did not provide a count. UNAVAILABLE: the post is deleted or private, or the platform does not know the count at present.
 * HIDDEN: the author hides it. NOT_GRANTED: the account's owner has not granted it, or the grant has ended. NOT_OFFERED: the platform's API
 * never provides it for such a post.
 */
export const unknownCountReasons = ['UNAVAILABLE', 'HIDDEN', 'NOT_GRANTED', 'NOT_OFFERED'] as const;
export type UnknownCount = (typeof unknownCountReasons)[number];

/** The reason of each count that is unknown. */
export type UnknownCounts = Readonly<Partial<Record<'views' | 'likes' | 'comments' | 'saves', UnknownCount>>>;

/** Who may see a post. UNLISTED: everyone with the address. UPCOMING: announced, not published yet. */
export const visibilities = ['PUBLIC', 'UNLISTED', 'UPCOMING'] as const;
export type Visibility = (typeof visibilities)[number];
