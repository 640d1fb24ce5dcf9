import { AddPostProof, CompletePostProofUpload, CreatePostProofUpload } from '../../../../schema/campaigns/proofs.ts';
import {
  GetPostForStaff,
  maxShownProofs,
  type StaffPostDetailsView,
} from '../../../../schema/campaigns/staff-posts.ts';
import { photoPlatforms } from '../../../../schema/shared/enums.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { kindsOfPurpose, uploadLimits } from '../../../../schema/uploads/uploads.ts';
import { exactly } from '../../ui/format.ts';
import { instant, integer, several } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/inputs.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { outward } from '../../ui/outward.ts';
import { Time } from '../../ui/time.tsx';
import { postTones } from '../campaigns/campaign-words.ts';
import { Known } from '../creator/dash.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { Heading } from '../frame/frame.tsx';
import { Status } from '../frame/status.tsx';
import { Table } from '../frame/table.tsx';
import { form, page, type View, type Visit } from '../page.ts';
import { fileFields } from '../uploads/file-fields.ts';
import { FilesField, NeedsScript } from '../uploads/files-field.tsx';

const here = (_: unknown, { path }: Visit) => path;

export default page({
  load: (api, { params }) => api.read(GetPostForStaff, { params }),
  forms: {
    upload: form(CreatePostProofUpload, { fields: fileFields, done: here }),
    complete: form(CompletePostProofUpload, {
      fields: {},
      params: ({ params }, of) => ({ ...params, uploadId: of }),
      done: here,
    }),
    add: form(AddPostProof, {
      fields: { uploadIds: several, takenAt: instant, views: integer },
      body: ({ uploadIds, takenAt, views = null }) => ({ uploadId: Object(uploadIds)[0], takenAt, views }),
      notice: 'The screenshot is a proof of the post.',
      done: here,
    }),
  },
  render({ data }, view) {
    const canAdd = data.allowedActions.includes('proofs');
    const name = `${platformNames[data.platform]} ${data.handle}`;
    return {
      ...(canAdd && { connectOrigins: [view.storeOrigin] }),
      title: `Post of ${name}`,
      content: (
        <>
          <Heading
            title={`Post of ${name}`}
            back={{ href: '/cabinet/staff/posts', label: 'Posts' }}
            about={`Post ${data.id}`}
          >
            <Status of={data.status} tone={postTones[data.status]} />
          </Heading>
          <div class="two">
            <Facts post={data} />
            <section class="card panel stack" aria-labelledby="add">
              <h2 id="add">Add a screenshot</h2>
              {canAdd ? <AddProof view={view} post={data} /> : <p class="quiet">{whyNot(data)}</p>}
            </section>
          </div>
          <Proofs post={data} />
        </>
      ),
    };
  },
});

interface Props {
  readonly post: StaffPostDetailsView;
}

const whyNot = ({ platform }: StaffPostDetailsView): string =>
  photoPlatforms.some((one) => one === platform)
    ? 'You take part in this campaign. Another member of staff adds its screenshots.'
    : `Only posts of ${photoPlatforms.map((one) => platformNames[one]).join(', ')} have screenshots.`;

const Facts = ({ post }: Props) => (
  <section class="card panel" aria-labelledby="facts">
    <h2 id="facts">Post</h2>
    <dl class="facts-list">
      <dt>Address</dt>
      <dd class="breaks">
        <a href={outward(post.url)} rel="noopener noreferrer nofollow" target="_blank" dir="auto">
          {post.url}
        </a>
      </dd>
      <dt>Campaign</dt>
      <dd>
        <a href={`/cabinet/staff/posts?campaignId=${post.campaignId}`} dir="auto">
          {post.campaignTitle}
        </a>
      </dd>
      <dt>Advertiser</dt>
      <dd>
        <a href={`/cabinet/staff/users/${post.advertiserId}`}>User {post.advertiserId}</a>
      </dd>
      <dt>Creator</dt>
      <dd>
        <a href={`/cabinet/staff/users/${post.creatorId}`}>User {post.creatorId}</a>
      </dd>
      <dt>Account</dt>
      <dd>
        <a href={`/cabinet/staff/accounts/${post.socialAccountId}`} dir="auto">
          {post.handle}
        </a>
      </dd>
      <dt>Published</dt>
      <dd>
        <Time at={post.publishedAt} />
      </dd>
      <dt>Submitted</dt>
      <dd>
        <Time at={post.submittedAt} />
      </dd>
    </dl>
  </section>
);

const AddProof = ({ view }: Props & { readonly view: View }) => {
  const of = view.form('add');
  return (
    <div data-uploads="screenshot">
      <NeedsScript />
      <Form
        of={of}
        submit="Add the screenshot"
        within={(button) => (
          <Confirm
            of={of}
            label="Add"
            question="Add this screenshot as a proof?"
            explanation="A proof is final: nobody can change or delete it. The creator and the advertiser can read it at once."
            tone="action"
            isOpen={of.refusal !== null}
          >
            {button}
          </Confirm>
        )}
      >
        <FilesField
          of={of}
          label="Screenshot"
          hint="The tile of the post in the profile, and nothing else."
          kinds={kindsOfPurpose.screenshot}
          maxBytes={uploadLimits.imageBytes}
          stored={[]}
          isSingle
        />
        <TimeField of={of} name="takenAt" label="Taken at" hint="Not before the publication of the post." />
        <TextField
          of={of}
          name="views"
          label="Views in the screenshot"
          hint="The whole number. Leave it empty if the platform hides the views."
          mode="numeric"
          maxLength={15}
          isOptional
        />
      </Form>
    </div>
  );
};

const Proofs = ({ post: { proofs } }: Props) => (
  <section class="part" aria-labelledby="proofs">
    <div class="part-head">
      <h2 id="proofs">Screenshots</h2>
      {proofs.length === maxShownProofs && <span class="quiet">the newest {maxShownProofs}</span>}
    </div>
    {proofs.length === 0 ? (
      <div class="card empty-card">
        <p>The post has no screenshots.</p>
      </div>
    ) : (
      <Table columns={['Screenshot', 'Taken', { number: 'Views' }]}>
        {proofs.map(({ id, takenAt, views }) => (
          <tr>
            <th scope="row">Screenshot {id}</th>
            <td data-label="Taken">
              <Time at={takenAt} />
            </td>
            <td data-label="Views" class="number">
              <span>
                <Known value={views} show={exactly} why="hidden by the platform, or not shared by the creator" />
              </span>
            </td>
          </tr>
        ))}
      </Table>
    )}
  </section>
);
