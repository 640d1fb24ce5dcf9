import { exactly } from '../format.ts';

interface Props {
  readonly of: { readonly measuredPosts: number; readonly totalPosts: number } | undefined;
  /** The posts that count, if these are not all posts. */
  readonly kind?: PostKind;
}

export type PostKind = 'post' | 'accepted video';

/** The share of the posts that a value covers. */
export const Coverage = ({ of, kind }: Props) => {
  if (of === undefined || of.totalPosts === 0) return null;
  return (
    <div class="coverage">
      <svg width="100%" height="6" aria-hidden="true" focusable="false">
        <rect class="bar-ground" width="100%" height="6" rx="3" />
        <rect
          class="bar-share"
          width={`${Math.round((of.measuredPosts / of.totalPosts) * 1_000) / 10}%`}
          height="6"
          rx="3"
        />
      </svg>
      <span class="why">
        Measured {exactly(of.measuredPosts)} of {postsOf(of.totalPosts, kind)}
      </span>
    </div>
  );
};

/** "1 post", "42 posts" */
export const postsOf = (posts: number, kind: PostKind = 'post'): string =>
  `${exactly(posts)} ${kind}${posts === 1 ? '' : 's'}`;
