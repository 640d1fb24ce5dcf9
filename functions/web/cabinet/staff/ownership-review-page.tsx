import { BlockChannel } from '../../../../schema/creators/channels.ts';
import {
  ApproveOwnership,
  RejectOwnership,
  WithdrawOwnership,
} from '../../../../schema/creators/ownership-decisions.ts';
import { GetOwnershipReview, type OwnershipCase } from '../../../../schema/creators/ownership-review.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { integer, text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import type { FormState } from '../../ui/forms/form-state.ts';
import { Hidden, TextArea } from '../../ui/forms/inputs.tsx';
import { outward } from '../../ui/outward.ts';
import { Confirm } from '../frame/confirm.tsx';
import { Heading } from '../frame/frame.tsx';
import { Status } from '../frame/status.tsx';
import { form, page, type View, type Visit } from '../page.ts';
import { BlockFacts, BlockForms, blockBody, unblockBody } from './block.tsx';
import { OfOthers } from './of-others.tsx';
import { CodeSearch, Evidence, History, ReviewedAccount } from './ownership-evidence.tsx';
import { blockOfChannel } from './user-accounts.tsx';

const here = (_: unknown, { path }: Visit) => path;
const ofChannel = ({ params: { channelId = '' } }: Visit) => ({ id: channelId });
const withReason = { expectedVersion: integer, reason: text };

export default page({
  load: (api, { params }) => api.read(GetOwnershipReview, { params }),
  forms: {
    approve: form(ApproveOwnership, {
      fields: { expectedVersion: integer },
      notice: 'The channel is verified.',
      done: here,
    }),
    reject: form(RejectOwnership, { fields: withReason, notice: 'The proof is rejected.', done: here }),
    block: form(BlockChannel, {
      fields: { reason: text },
      params: ofChannel,
      body: blockBody,
      notice: 'The channel is blocked.',
      done: here,
    }),
    unblock: form(BlockChannel, {
      fields: {},
      params: ofChannel,
      body: unblockBody,
      notice: 'The block of the channel has ended.',
      done: ({ data }, visit) => (data.status === 'REMOVED' ? '/cabinet/staff/ownership' : here(data, visit)),
    }),
    withdraw: form(WithdrawOwnership, { fields: withReason, notice: 'The verification is withdrawn.', done: here }),
  },
  render: ({ data }, view) => ({
    title: `${platformNames[data.platform]} ${data.handle}`,
    content: (
      <>
        <Heading
          title={`${platformNames[data.platform]} ${data.handle}`}
          back={{ href: '/cabinet/staff/ownership', label: 'Ownership' }}
          about={
            <a href={outward(data.canonicalUrl)} rel="noreferrer" target="_blank">
              {data.canonicalUrl}
            </a>
          }
        >
          {data.status === 'BLOCKED' && <Status of="BLOCKED" tone="bad" />}
          <Status of={data.ownership} tone={data.ownership === 'PENDING_REVIEW' ? 'open' : 'quiet'} />
        </Heading>
        <div class="two">
          <div>
            <CodeSearch found={data} />
            <Evidence found={data} />
            <ReviewedAccount account={data.account} />
            <History found={data} />
          </div>
          <Decide found={data} view={view} />
        </div>
      </>
    ),
  }),
});

const Decide = ({ found, view }: { readonly found: OwnershipCase; readonly view: View }) => {
  const { ownership, status, version } = found;
  const [approval, rejection, withdrawal] = [view.form('approve'), view.form('reject'), view.form('withdraw')];
  return (
    <div class="stack">
      {ownership === 'PENDING_REVIEW' && status === 'ACTIVE' && (
        <section class="card panel" aria-labelledby="decide">
          <h2 id="decide">Decide</h2>
          <OfOthers owners={[found.creator.userId]} view={view}>
            <div class="facts-actions">
              <Confirm
                of={approval}
                label="Approve"
                question="Approve this proof?"
                explanation="Within a second visitors see the channel as verified, and claims of other creators for it are hidden."
                tone="action"
              >
                <Form of={approval} submit="Approve the proof">
                  <Hidden name="expectedVersion" value={version} />
                </Form>
              </Confirm>
              <Confirm
                of={rejection}
                label="Reject"
                question="Reject this proof?"
                explanation="The creator can start again with a new code."
              >
                <Reasoned of={rejection} version={version} submit="Reject the proof" />
              </Confirm>
            </div>
          </OfOthers>
        </section>
      )}
      {ownership === 'VERIFIED' && status === 'ACTIVE' && (
        <section class="card panel" aria-labelledby="withdraw">
          <h2 id="withdraw">Verification</h2>
          <OfOthers owners={[found.creator.userId]} view={view}>
            <div class="facts-actions">
              <Confirm
                of={withdrawal}
                label="Withdraw"
                question="Withdraw the verification?"
                explanation="Within a second visitors see the channel as not verified, and claims of other creators for it are shown again."
              >
                <Reasoned of={withdrawal} version={version} submit="Withdraw the verification" />
              </Confirm>
            </div>
          </OfOthers>
        </section>
      )}
      <section class="card panel" aria-labelledby="block">
        <h2 id="block">Block</h2>
        <BlockFacts state={found} />
        <BlockForms
          state={found}
          what="channel"
          ownerId={found.creator.userId}
          explanation={blockOfChannel}
          view={view}
        />
        <p>
          <a href={`/cabinet/staff/audit?object=channels%2F${found.channelId}`}>Changes by staff</a>
        </p>
      </section>
    </div>
  );
};

interface ReasonedProps {
  readonly of: FormState;
  readonly version: number;
  readonly submit: string;
}

const Reasoned = ({ of, version, submit }: ReasonedProps) => (
  <Form of={of} submit={submit} isDangerous>
    <Hidden name="expectedVersion" value={version} />
    <TextArea of={of} name="reason" label="Reason" hint="The creator reads it." maxLength={1_000} />
  </Form>
);
