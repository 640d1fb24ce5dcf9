import type { HeldFactoryAccount } from '../../../db/factories/listings.ts';
import type { ScannedPost } from '../../../db/factories/scans.ts';
import { failuresUntilUnavailable, maxPosts } from '../../../schema/factories/factory-terms.ts';
import type { Counter } from '../../../schema/metrics/metric-rules.ts';
import type { UnknownCount } from '../../../schema/metrics/readings.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import type { Job } from '../../../schema/shared/jobs.ts';
import { storedCounts } from '../../metrics/measurement/rules.ts';

type Account = Pick<HeldFactoryAccount, 'trackedPosts' | 'listedAt' | 'nextPage' | 'listedPages' | 'trackingDays'>;

const dayMs = 24 * 3_600_000;
/** A post that becomes public keeps the time of its upload, so posts of the week before the last listing are listed again. */
const overlapMs = 7 * dayMs;

/** Pages that are listed at once. More than the limit of posts needs, so that a platform whose pages repeat comes to an end. */
const maxPages = 200;

/**
 * The posts of a page that the factory tracks, and the page to list at once after it; null when all older posts are known or not tracked. A page
 * without posts says nothing about older ones: all its videos may be announced, or all its posts reposts.
 */
export function trackedOf<Post extends { readonly publishedAt: Date }>(
  { posts, next }: { readonly posts: readonly Post[]; readonly next: string | null },
  { trackedPosts: known, listedAt, listedPages, trackingDays }: Account,
  now: Date,
): { readonly posts: readonly Post[]; readonly nextPage: string | null } {
  const trackedSince = new Date(now.getTime() - trackingDays * dayMs);
  const knownSince =
    listedAt === null
      ? trackedSince
      : new Date(Math.max(trackedSince.getTime(), new Date(listedAt).getTime() - overlapMs));
  const isMore =
    posts.every(({ publishedAt }) => publishedAt >= knownSince) &&
    known + posts.length < maxPosts.ofAccount &&
    listedPages < maxPages;
  return {
    posts: posts.filter(({ publishedAt }) => publishedAt >= trackedSince),
    nextPage: isMore ? next : null,
  };
}

/** The reference that a request to the platform uses: the id if it is known, otherwise the handle. */
export const refOf = ({
  handle,
  externalId,
}: Pick<HeldFactoryAccount, 'handle' | 'externalId'>):
  | { readonly externalId: string }
  | { readonly handle: string } => {
  if (externalId !== null) return { externalId };
  return /^UC[\w-]{22}$/.test(handle) ? { externalId: handle } : { handle };
};

type Count = number | UnknownCount;

interface ReadPost extends Pick<ScannedPost, 'title' | 'mediaType' | 'durationSeconds' | 'hashtags'> {
  readonly counts: Readonly<Record<Counter, Count>>;
}

/** A reading as it is stored. An unknown count is null with its reason, never 0. An answer that a post is gone or private counts as an answer. */
export function scannedPost(contentId: string, reading: ReadPost | 'GONE' | 'PRIVATE'): ScannedPost {
  const { counts, reasons } = storedCounts(typeof reading === 'string' ? reading : reading.counts);
  if (typeof reading === 'string') return { contentId, isGone: true, ...undescribed, ...counts, reasons };
  const { title, mediaType, durationSeconds, hashtags } = reading;
  return { contentId, isGone: false, title, mediaType, durationSeconds, hashtags, ...counts, reasons };
}

const undescribed = { title: null, mediaType: null, durationSeconds: null, hashtags: [] };

const hourMs = 3_600_000;

/** The longest time until a failed account is asked again: the interval of its factory, or a day once it is UNAVAILABLE. */
export const longestRetryMs = ({
  failures,
  intervalHours,
}: {
  readonly failures: number;
  readonly intervalHours: number;
}): number => (failures + 1 >= failuresUntilUnavailable ? 24 * hourMs : intervalHours * hourMs);

/** The maximum of requests, and of posts, of one part of a scan. A pause or a failure in between costs at most the answers of one part. */
const maxPart = { calls: 25, posts: 100 };

/** The posts of this part of the scan, and whether it is the last part. */
export function nextPart<Post>(
  posts: readonly Post[],
  postsPerCall: number,
): { readonly asked: readonly Post[]; readonly isLast: boolean } {
  const size = Math.max(postsPerCall, Math.min(maxPart.posts, maxPart.calls * postsPerCall));
  return { asked: posts.slice(0, size), isLast: posts.length <= size };
}

type PicturesJob = Extract<Job, { readonly kind: 'store-factory-pictures' }>;
type Picture = PicturesJob['pictures'][number];

/** Covers that are fetched after one part of a scan. The others follow after the next scans. */
const coversAtOnce = 10;
/** Maximum length of the URL of a picture. Longer ones are ignored. */
const maxAddress = 4_096;

/** The covers to fetch after a part of a scan: the due covers of posts for which the platform has returned a picture. */
export function coversOf(
  asked: readonly { readonly id: number; readonly contentId: string; readonly isCoverDue: boolean }[],
  readings: ReadonlyMap<string, { readonly coverUrl: string | null } | string>,
): readonly Picture[] {
  const found = asked.flatMap(({ id, contentId, isCoverDue }) => {
    const reading = readings.get(contentId);
    const address = typeof reading === 'object' ? reading.coverUrl : null;
    return isCoverDue && address !== null ? [{ of: 'POST' as const, id, address }] : [];
  });
  return found.slice(0, coversAtOnce);
}

/** The message that stores pictures, if there are any. The answer of a scan does not wait for them. */
export function messageOfPictures(
  platform: Platform,
  factoryAccountId: number,
  found: readonly Picture[],
): PicturesJob[] {
  const pictures = found.filter(({ address }) => address.length <= maxAddress);
  return pictures.length === 0 ? [] : [{ kind: 'store-factory-pictures', platform, factoryAccountId, pictures }];
}
