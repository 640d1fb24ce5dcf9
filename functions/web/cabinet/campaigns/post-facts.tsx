import type { CampaignPostView } from '../../../../schema/campaigns/posts.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { Figured } from '../../ui/charts/figure.tsx';
import { Measured } from '../../ui/charts/measured.tsx';
import { exactly, priceOf } from '../../ui/format.ts';
import { outward } from '../../ui/outward.ts';
import { rateOf, reasonWords } from '../../ui/report/words.ts';
import { Time } from '../../ui/time.tsx';
import { ViewDefinitions } from '../../ui/view-definitions.tsx';
import { inWords, Status } from '../frame/status.tsx';
import { postFlagWords, postTones, rejectionWords } from './campaign-words.ts';

/** What is known of a post. */
export const PostFacts = ({ post }: { readonly post: CampaignPostView }) => {
  const link = outward(post.url);
  const { engagement, reasons } = post;
  return (
    <>
      <div class="post-top">
        <h2 id={`post-${post.id}-name`} dir="auto">
          {post.handle}
          <span class="quiet">
            {' · '}
            {platformNames[post.platform]}
            {post.mediaType !== null && ` · ${inWords(post.mediaType).toLowerCase()}`}
          </span>
        </h2>
        <Status of={post.status} tone={postTones[post.status]} />
      </div>
      <p>
        {link === undefined ? (
          <span dir="auto">{post.url}</span>
        ) : (
          <a href={link} rel="noopener noreferrer nofollow" target="_blank" dir="auto">
            {post.url}
          </a>
        )}
      </p>
      <dl class="post-values">
        <div>
          <dt>Views</dt>
          <dd>
            <Figured value={post.views} show={exactly} why={whyNot(reasons.views)} />
            <Measured at={post.measuredAt} />
            <ViewDefinitions of={post.viewDefinition === null ? [] : [post]} />
          </dd>
        </div>
        {post.status === 'ACCEPTED' && (
          <div>
            <dt>ER</dt>
            <dd>
              <Figured value={engagement.er} show={rateOf} why={whyNot(reasons.likes ?? reasons.comments)} />
              <Measured at={engagement.updatedAt} />
            </dd>
          </div>
        )}
        <div>
          <dt>Earned</dt>
          <dd>{priceOf(post.earned)}</dd>
        </div>
        <div>
          <dt>Published</dt>
          <dd>
            <Time at={post.publishedAt} />
          </dd>
        </div>
        <div>
          <dt>{post.decidedAt === null ? 'Submitted' : 'Decided'}</dt>
          <dd>
            <Time at={post.decidedAt ?? post.submittedAt} />
          </dd>
        </div>
        {post.decideBy !== null && (
          <div>
            <dt>Decide by</dt>
            <dd>
              <Time at={post.decideBy} />
              <span class="why">After this time the post is accepted automatically if it is public.</span>
            </dd>
          </div>
        )}
      </dl>
      <Remarks post={post} />
    </>
  );
};

const Remarks = ({ post: { flags, reason, note } }: { readonly post: CampaignPostView }) => (
  <>
    {flags.length > 0 && (
      <p class="tags">
        {flags.map(({ flag, at }) => (
          <span class="tag strong">
            {postFlagWords[flag]}, <Time at={at} />
          </span>
        ))}
      </p>
    )}
    {reason !== null && (
      <p>
        Rejected: {rejectionWords[reason]}.{note !== null && <span dir="auto"> “{note}”</span>}
      </p>
    )}
  </>
);

const whyNot = (reason: keyof typeof reasonWords | undefined): string =>
  reason === undefined
    ? 'Not measured yet.'
    : `${reasonWords[reason].slice(0, 1).toUpperCase()}${reasonWords[reason].slice(1)}.`;
