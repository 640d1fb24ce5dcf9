import type { Counter } from '../../../schema/metrics/metric-rules.ts';
import type { UnknownCount } from '../../../schema/metrics/readings.ts';

type Count = number | UnknownCount;

export type KnownCounts = Readonly<Record<Counter, number | null>>;

/** The counts as they are stored: an unknown one is null, never 0. */
export const knownCounts = ({ views, likes, comments, saves }: Readonly<Record<Counter, Count>>): KnownCounts => ({
  views: knownCount(views),
  likes: knownCount(likes),
  comments: knownCount(comments),
  saves: knownCount(saves),
});

export const knownCount = (count: Count): number | null => (typeof count === 'number' ? count : null);

interface Dated {
  readonly publishedAt: Date;
  readonly visibility: string;
}

/** The latest posts that everyone can see, at most `limit`, newest first. */
export const latestPublic = <Post extends Dated>(posts: readonly Post[], limit: number): readonly Post[] =>
  posts
    .filter(({ visibility }) => visibility === 'PUBLIC')
    .sort((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
    .slice(0, limit);
