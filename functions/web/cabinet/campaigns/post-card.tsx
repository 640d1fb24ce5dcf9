import { postNoteLength } from '../../../../schema/campaigns/campaign-terms.ts';
import type { CampaignPostView } from '../../../../schema/campaigns/posts.ts';
import { Form } from '../../ui/forms/form.tsx';
import { SelectField, TextArea } from '../../ui/forms/inputs.tsx';
import { Confirm } from '../frame/confirm.tsx';
import type { View } from '../page.ts';
import { pathOf } from './campaign-heading.tsx';
import { reasonChoices } from './campaign-words.ts';
import { PostFacts } from './post-facts.tsx';

/** A post of a campaign, with what the advertiser may decide. */
export const PostCard = ({ post, view }: { readonly post: CampaignPostView; readonly view: View }) => (
  <article class="card post-card" id={`post-${post.id}`} aria-labelledby={`post-${post.id}-name`}>
    <PostFacts post={post} />
    <div class="decisions">
      {post.allowedActions.includes('accept') && (
        <Form of={view.form('accept', String(post.id))} submit="Accept" isInline />
      )}
      {post.allowedActions.includes('reject') && <Reject post={post} view={view} />}
      <a class="button secondary" href={`${pathOf(post.campaignId)}/posts/${post.id}`}>
        Earnings and proofs
      </a>
    </div>
  </article>
);

const Reject = ({ post, view }: { readonly post: CampaignPostView; readonly view: View }) => {
  const of = view.form('reject', String(post.id));
  return (
    <Confirm of={of} label="Reject" question="Reject the post?" tone="action">
      <Form of={of} submit="Reject" isDangerous>
        <SelectField of={of} name="reason" label="Reason" choices={reasonChoices} />
        <TextArea
          of={of}
          name="note"
          label="Note"
          hint="The creator reads it."
          maxLength={postNoteLength}
          rows={2}
          isOptional
        />
      </Form>
    </Confirm>
  );
};
