import type { HideableField } from '../../../schema/factories/factory-terms.ts';

/** The fields that a report shows. A value that would reveal a hidden one is hidden too. */
export interface Shown {
  readonly views: boolean;
  readonly likes: boolean;
  readonly comments: boolean;
  readonly saves: boolean;
  /** Likes and comments together. */
  readonly reactions: boolean;
  readonly er: boolean;
  /** Numbers of posts, and the list of posts. */
  readonly posts: boolean;
  /** With the sum of the views, an average reveals the number of posts. */
  readonly averages: boolean;
  /** Times of measurements. */
  readonly times: boolean;
  /** Whether at least one of the four counters is shown. */
  readonly counters: boolean;
}

/** The fields that a report shows when it hides these. */
export function shownBeside(hidden: ReadonlySet<HideableField>): Shown {
  const [views, likes, comments] = [!hidden.has('views'), !hidden.has('likes'), !hidden.has('comments')];
  const [saves, posts] = [!hidden.has('saves'), !hidden.has('posts')];
  return {
    ...{ views, likes, comments, saves, posts },
    reactions: likes && comments,
    er: !hidden.has('er') && views && likes && comments,
    averages: views && posts,
    times: !hidden.has('lastScanned'),
    counters: views || likes || comments || saves,
  };
}
