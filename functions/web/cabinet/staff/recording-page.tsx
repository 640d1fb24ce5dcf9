import { platformNames } from '../../../../schema/shared/platform-names.ts';
import {
  DecideStatsSession,
  GetStatsSession,
  type SessionReviewView,
} from '../../../../schema/social-accounts/stats-sessions.ts';
import { exactly } from '../../ui/format.ts';
import { text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { TextArea } from '../../ui/forms/inputs.tsx';
import { Time } from '../../ui/time.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { Heading } from '../frame/frame.tsx';
import { form, page, type View, type Visit } from '../page.ts';
import { audienceBody, audienceFields } from './audience-fields.ts';
import { AudienceForm } from './audience-form.tsx';
import { OfOthers } from './of-others.tsx';
import { RecordingStatus } from './recording-status.tsx';

const toList = (_: unknown, __: Visit) => '/cabinet/staff/recordings';

export default page({
  load: (api, { params }) => api.read(GetStatsSession, { params }),
  forms: {
    verify: form(DecideStatsSession, {
      fields: audienceFields,
      body: audienceBody,
      notice: 'The audience is verified.',
      done: toList,
    }),
    reject: form(DecideStatsSession, {
      fields: { reason: text },
      body: ({ reason }) => ({ outcome: 'REJECTED', reason }),
      notice: 'The recording is rejected.',
      done: toList,
    }),
  },
  render: ({ data }, view) => ({
    title: `${platformNames[data.platform]} ${data.handle}`,
    content: (
      <>
        <Heading
          title={`${platformNames[data.platform]} ${data.handle}`}
          back={{ href: '/cabinet/staff/recordings', label: 'Recordings' }}
          about={`Recording session ${data.id}`}
        >
          <RecordingStatus of={data.status} />
        </Heading>
        <div class="two">
          <div>
            {data.status === 'UPLOADED' ? (
              <section class="part card panel" aria-labelledby="audience">
                <h2 id="audience">Audience in the recording</h2>
                <OfOthers owners={[data.ownerId]} view={view}>
                  <AudienceForm of={view.form('verify')} />
                </OfOthers>
              </section>
            ) : (
              <Decision session={data} />
            )}
          </div>
          <div class="stack">
            <Recording session={data} />
            {data.status === 'UPLOADED' && data.ownerId !== view.user.userId && <Reject view={view} />}
          </div>
        </div>
      </>
    ),
  }),
});

const Recording = ({ session }: { readonly session: SessionReviewView }) => (
  <section class="card panel" aria-labelledby="recording">
    <h2 id="recording">Recording</h2>
    {session.recording === null ? (
      <p class="quiet">The file was deleted 30 days after the decision.</p>
    ) : (
      <p>
        <a
          class="button secondary"
          href={`/cabinet/staff/recordings/${session.id}/file`}
          target="_blank"
          rel="noreferrer"
        >
          Open the recording
        </a>
      </p>
    )}
    <dl class="facts-list">
      {session.recording !== null && (
        <>
          <dt>File</dt>
          <dd dir="auto">{session.recording.fileName}</dd>
          <dt>Size</dt>
          <dd>{exactly(Math.ceil(session.recording.size / 1024))} KiB</dd>
          <dt>Virus check</dt>
          <dd>{session.recording.virusCheck === 'CLEAN' ? 'clean' : 'not made'}</dd>
        </>
      )}
      <dt>Owner</dt>
      <dd>
        <a href={`/cabinet/staff/users/${session.ownerId}`}>User {session.ownerId}</a>
      </dd>
      <dt>Session opened</dt>
      <dd>
        <Time at={session.openedAt} />
      </dd>
      <dt>Uploaded</dt>
      <dd>
        <Time at={session.uploadedAt} />
      </dd>
    </dl>
  </section>
);

const Decision = ({ session }: { readonly session: SessionReviewView }) => (
  <section class="part card panel" aria-labelledby="decision">
    <h2 id="decision">Decision</h2>
    <dl class="facts-list">
      <dt>Decided</dt>
      <dd>{session.decidedAt === null ? 'not yet' : <Time at={session.decidedAt} />}</dd>
      <dt>By</dt>
      <dd>
        {session.reviewerId === null ? (
          'nobody'
        ) : (
          <a href={`/cabinet/staff/users/${session.reviewerId}`}>User {session.reviewerId}</a>
        )}
      </dd>
      <dt>Reason</dt>
      <dd dir="auto">{session.reason ?? 'none'}</dd>
    </dl>
  </section>
);

const Reject = ({ view }: { readonly view: View }) => {
  const of = view.form('reject');
  return (
    <section class="card panel">
      <Confirm
        of={of}
        label="Reject"
        question="Reject this recording?"
        explanation="The decision is final. The creator may open another session."
      >
        <Form of={of} submit="Reject" isDangerous>
          <TextArea of={of} name="reason" label="Reason" hint="The creator reads it." maxLength={1_000} />
        </Form>
      </Confirm>
    </section>
  );
};
