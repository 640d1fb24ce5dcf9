import {
  ApproveOwnership,
  RejectOwnership,
  WithdrawOwnership,
} from '../../../../schema/creators/ownership-decisions.ts';
import { GetOwnershipReview, type OwnershipCase } from '../../../../schema/creators/ownership-review.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { integer, text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Hidden, TextArea } from '../../ui/forms/inputs.tsx';
import { outward } from '../../ui/outward.ts';
import { Heading } from '../frame/frame.tsx';
import { Status } from '../frame/status.tsx';
import { form, page, type View, type Visit } from '../page.ts';
import { CodeSearch, Evidence, History, ReviewedAccount } from './ownership-evidence.tsx';

const here = (_: unknown, { path }: Visit) => path;
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
  const { ownership, version } = found;
  const [approval, rejection, withdrawal] = [view.form('approve'), view.form('reject'), view.form('withdraw')];
  return (
    <div class="stack">
      {ownership === 'PENDING_REVIEW' && (
        <>
          <section class="card panel">
            <Form of={approval} submit="Approve">
              <Hidden name="expectedVersion" value={version} />
            </Form>
          </section>
          <section class="card panel">
            <Form of={rejection} submit="Reject" isDangerous>
              <Hidden name="expectedVersion" value={version} />
              <TextArea of={rejection} name="reason" label="Reason" hint="The creator reads it." maxLength={1_000} />
            </Form>
          </section>
        </>
      )}
      {ownership === 'VERIFIED' && (
        <section class="card panel">
          <Form of={withdrawal} submit="Withdraw the verification" isDangerous>
            <Hidden name="expectedVersion" value={version} />
            <TextArea of={withdrawal} name="reason" label="Reason" hint="The creator reads it." maxLength={1_000} />
          </Form>
        </section>
      )}
    </div>
  );
};
