import type { AssignmentView, ProposalView } from '../../../../schema/placements/assignments.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Hidden } from '../../ui/forms/inputs.tsx';
import { Time } from '../../ui/time.tsx';
import type { View } from '../page.ts';

const labels = { accept: 'Accept the proposal', decline: 'Decline the proposal', withdraw: 'Withdraw the proposal' };

/** The open proposal, with the answers that the caller may give. */
export const OpenProposal = ({ work, view }: { readonly work: AssignmentView; readonly view: View }) =>
  work.openProposal === null ? null : (
    <section class="card panel part" aria-labelledby="proposal">
      <h2 id="proposal">{titleOf(work.openProposal, work.role)}</h2>
      <Dates proposal={work.openProposal} work={work} />
      <div class="decisions">
        {work.openProposal.allowedActions.map((action) => (
          <Form
            of={view.form(`${action}Proposal`, String(work.openProposal?.id))}
            submit={labels[action]}
            isQuiet={action !== 'accept'}
          >
            <Hidden name="expectedVersion" value={work.version} />
          </Form>
        ))}
      </div>
    </section>
  );

function titleOf({ kind, author }: ProposalView, role: AssignmentView['role']): string {
  const name =
    author === role ? 'You propose' : author === 'ADVERTISER' ? 'The advertiser proposes' : 'The creator proposes';
  return kind === 'CANCEL' ? `${name} to cancel` : `${name} other dates`;
}

const Dates = ({ proposal, work }: { readonly proposal: ProposalView; readonly work: AssignmentView }) =>
  proposal.dueAt === null ? (
    <p>The work ends, and Castline refunds the whole reserved amount to the advertiser.</p>
  ) : (
    <dl class="facts-list">
      <dt>Due</dt>
      <dd>
        <Time at={proposal.dueAt} /> instead of <Time at={work.dueAt} />
      </dd>
      {proposal.results.map(({ deliverableId, expectedAt }) => (
        <>
          <dt>Result {work.deliverables.find(({ id }) => id === deliverableId)?.position}</dt>
          <dd>
            <Time at={expectedAt} />
          </dd>
        </>
      ))}
    </dl>
  );
