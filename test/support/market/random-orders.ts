import { fc } from '../fast-check.ts';

export const dayMs = 86_400_000;
export const endings = ['APPROVED', 'RESOLVED', 'CANCELLED', 'DECLINED', 'EXPIRED'] as const;
export const openings = ['PENDING', 'ACCEPTED', 'SUBMITTED', 'CHANGES_REQUESTED', 'DISPUTED'] as const;
const types = ['STREAM', 'VIDEO', 'SHORT_VIDEO', 'POST', 'UGC'] as const;

/** The number of creators that a random order chooses from. */
export const creatorCount = 7;

export const below = (limit: number) => fc.integer({ min: 0, max: limit - 1 });

/** Milliseconds after the start of a day. Every other instant is at midnight, or next to it. */
export const anInstant = (days: number) =>
  fc.oneof(
    fc.tuple(below(days), fc.constantFrom(-1, 0, 1)).map(([day, beside]) => day * dayMs + beside),
    fc.tuple(below(days), below(dayMs)).map(([day, ms]) => day * dayMs + ms),
  );

const oneOf = <One, Other>(percent: number, arbitrary: fc.Arbitrary<One>, other: fc.Arbitrary<Other>) =>
  fc.oneof({ weight: percent, arbitrary }, { weight: 100 - percent, arbitrary: other });
const orNull = <T>(percent: number, arbitrary: fc.Arbitrary<T>) => oneOf(percent, arbitrary, fc.constant(null));
const product = (times: number, max: number) => fc.tuple(below(times), below(max)).map(([one, other]) => one * other);

export interface Measurement {
  readonly counted: { readonly views: number; readonly likes: number; readonly comments: number } | null;
  readonly saves: number | null;
}

/** A platform can return no saves, or only saves. */
const aMeasurement: fc.Arbitrary<Measurement> = fc.record({
  counted: orNull(80, fc.record({ views: product(5, 9_000_000_000), likes: below(50_000), comments: below(3_000) })),
  saves: orNull(40, product(3, 90_000)),
});

export interface RandomResult {
  /** The id of its post. */
  readonly contentId: string | null;
  readonly platform: 'YOUTUBE' | 'TIKTOK' | 'X' | null;
  readonly measured: Measurement | null;
}

const aResult = (posts: number): fc.Arbitrary<RandomResult> =>
  fc.record({
    contentId: orNull(
      90,
      below(posts).map((post) => `post-${post}`),
    ),
    platform: orNull(90, fc.constantFrom('YOUTUBE' as const, 'TIKTOK' as const, 'X' as const)),
    measured: orNull(50, aMeasurement),
  });

/** An assignment and its steps; each time is in milliseconds after the previous step. */
export interface RandomWork {
  readonly creator: number;
  readonly quantity: number;
  readonly base: number;
  readonly type: string;
  readonly status: (typeof endings)[number] | (typeof openings)[number];
  readonly isCancelledLate: boolean;
  readonly acceptedAfter: number;
  readonly deliveredAfter: number;
  readonly endedAfter: number;
  readonly creatorShareBps: number;
  readonly results: readonly RandomResult[];
  /** The measurements of a post before and after the approval. */
  readonly measured: Measurement | null;
}

const anAssignment = (posts: number): fc.Arbitrary<RandomWork> =>
  fc
    .record({
      ...{
        creator: below(creatorCount),
        quantity: fc.constantFrom(1, 1, 5),
        base: fc.integer({ min: 1, max: 9_999_999 }),
      },
      type: fc.constantFrom(...types),
      status: oneOf(
        70,
        fc.constantFrom('APPROVED' as const, 'APPROVED' as const, ...endings),
        fc.constantFrom(...openings),
      ),
      isCancelledLate: fc.boolean(),
      acceptedAfter: below(2 * dayMs),
      deliveredAfter: anInstant(4).map((ms) => 2 * dayMs + ms),
      endedAfter: anInstant(6).map((ms) => dayMs + ms),
      creatorShareBps: below(10_000),
      results: fc.array(aResult(posts), { minLength: 5, maxLength: 5 }),
      measured: orNull(60, aMeasurement),
    })
    .map((work) => ({ ...work, results: work.results.slice(0, work.quantity) }));

export interface RandomOrder {
  readonly advertiser: number;
  /** Milliseconds after the first day of the history. */
  readonly createdAfter: number;
  readonly assignments: readonly RandomWork[];
}

/** Its results choose from a small number of posts, so that results of one or two advertisers share posts. */
export const aRandomOrder = (posts: number): fc.Arbitrary<RandomOrder> =>
  fc.record({
    advertiser: below(2),
    createdAfter: anInstant(20),
    assignments: fc.array(anAssignment(posts), { minLength: 1, maxLength: 3 }),
  });
