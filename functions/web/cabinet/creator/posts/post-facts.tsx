import type { OwnPostView } from '../../../../../schema/campaigns/posts.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import { Form } from '../../../ui/forms/form.tsx';
import type { FormState } from '../../../ui/forms/form-state.ts';
import { outward } from '../../../ui/outward.ts';
import { Time } from '../../../ui/time.tsx';
import { Confirm } from '../../frame/confirm.tsx';
import { Status } from '../../frame/status.tsx';
import { flagWords, postTones, rejectionWords } from './post-words.ts';

/** The post, and the decision about it. */
export const PostFacts = ({ post, withdraw }: { readonly post: OwnPostView; readonly withdraw: FormState }) => {
  const { platform, handle, url, status, reason, note, submittedAt, publishedAt, decideBy, decidedAt, flags } = post;
  return (
    <section class="part card panel stack" aria-labelledby="post">
      <h2 id="post">Post</h2>
      <p>
        <Status of={status} tone={postTones[status]} />
      </p>
      {reason !== null && (
        <p class="notice" dir="auto">
          {rejectionWords[reason]} {note ?? ''}
        </p>
      )}
      {status === 'UNAVAILABLE' && <p class="notice">The platform does not show the post. It earns nothing now.</p>}
      <dl class="facts-list">
        <dt>Address</dt>
        <dd>
          <a href={outward(url)} rel="nofollow noopener">
            {url}
          </a>
        </dd>
        <dt>Account</dt>
        <dd>
          {platformNames[platform]} <span dir="auto">{handle}</span>
        </dd>
        <dt>Published</dt>
        <dd>
          <Time at={publishedAt} />
        </dd>
        <dt>Submitted</dt>
        <dd>
          <Time at={submittedAt} />
        </dd>
        <dt>Decided</dt>
        <dd>
          {decidedAt !== null ? (
            <Time at={decidedAt} />
          ) : decideBy !== null ? (
            <>
              not yet; the post is accepted automatically after <Time at={decideBy} /> if it is public then
            </>
          ) : (
            'not yet'
          )}
        </dd>
        {flags.map(({ flag, at }) => (
          <>
            <dt>Unusual</dt>
            <dd>
              {flagWords[flag]}, <Time at={at} />
            </dd>
          </>
        ))}
      </dl>
      {post.allowedActions.includes('withdraw') && (
        <Confirm
          of={withdraw}
          label="Withdraw"
          question="Withdraw the post?"
          explanation="Nobody decides about it any more, and it earns nothing in this campaign. It is free for another use."
        >
          <Form of={withdraw} submit="Withdraw the post" isDangerous />
        </Confirm>
      )}
    </section>
  );
};
