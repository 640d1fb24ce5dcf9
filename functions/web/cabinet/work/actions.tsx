import type { AssignmentView } from '../../../../schema/placements/assignments.ts';
import { maxStatements } from '../../../../schema/placements/work-terms.ts';
import { priceOf } from '../../ui/format.ts';
import { Form } from '../../ui/forms/form.tsx';
import type { FormState } from '../../ui/forms/form-state.ts';
import { Hidden, TextArea, TextField } from '../../ui/forms/inputs.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { Time } from '../../ui/time.tsx';
import { Confirm } from '../frame/confirm.tsx';
import type { View } from '../page.ts';
import { Statement } from './statement.tsx';

interface Props {
  readonly work: AssignmentView;
  readonly view: View;
}

/** The actions that the caller may take now. */
export const Actions = ({ work, view }: Props) => {
  const may = (action: AssignmentView['allowedActions'][number]) => work.allowedActions.includes(action);
  const delivered = work.deliverables.filter(({ url, proofs }) => url !== null || proofs.length > 0).length;
  const left = work.deliverables.length - delivered;
  return (
    <>
      {may('accept') && <Simple of={view.form('accept')} work={work} submit="Accept" />}
      {may('decline') && (
        <Confirm
          of={view.form('decline')}
          label="Decline"
          question="Decline this work?"
          explanation="Castline refunds the reserved amount to the advertiser. You cannot accept the work later."
        >
          <Simple of={view.form('decline')} work={work} submit="Decline" isDangerous />
        </Confirm>
      )}
      {may('submit') && (
        <>
          {left > 0 && (
            <p class="quiet small">
              {left === 1 ? 'One result is' : `${left} results are`} not delivered yet. When all are, submit them: this
              asks the advertiser for the approval.
            </p>
          )}
          <Simple of={view.form('submit')} work={work} submit="Submit" isQuiet={left > 0} />
        </>
      )}
      {may('approve') && <Approve work={work} view={view} />}
      {may('request-changes') && (
        <Opening of={view.form('changes')} label="Request changes">
          <Form of={view.form('changes')} submit="Request changes" isQuiet>
            <Version work={work} />
            <TextArea of={view.form('changes')} name="reason" label="What should change" maxLength={2_000} />
          </Form>
        </Opening>
      )}
      {may('change-proposals') && <Propose work={work} view={view} />}
      {may('issues') && (
        <Opening of={view.form('issue')} label="Raise an issue">
          <p class="quiet small">
            The issue opens a dispute: all deadlines stop, and our staff decides who gets the reserved amount. The other
            party can read what you write.
          </p>
          <Form of={view.form('issue')} submit="Raise an issue" isDangerous>
            <Version work={work} />
            <TextField of={view.form('issue')} name="reason" label="Reason, in short" maxLength={200} />
            <TextArea of={view.form('issue')} name="description" label="What happened" maxLength={5_000} />
          </Form>
        </Opening>
      )}
      {may('statements') && <Statement work={work} view={view} />}
      {work.status === 'DISPUTED' && !may('statements') && view.user.roles.includes(work.role) && (
        <p>You have added {maxStatements} statements. Nobody can add more to one dispute.</p>
      )}
      {may('cancel') && <Cancel work={work} view={view} />}
    </>
  );
};

/** Before `cancelFrom` the advertiser can only ask the creator to agree. */
const Cancel = ({ work, view }: Props) => {
  const of = view.form('cancel');
  const isAsked =
    work.role === 'ADVERTISER' &&
    work.status !== 'PENDING' &&
    (work.cancelFrom === null || view.now < new Date(work.cancelFrom));
  return isAsked ? (
    <Confirm
      of={of}
      label="Ask to cancel"
      question="Ask the creator to cancel this work?"
      explanation={
        <>
          The work goes on until the creator agrees. Then Castline refunds the whole amount to you.
          {work.cancelFrom !== null && (
            <>
              {' '}
              From <Time at={work.cancelFrom} /> on, this ends the work at once.
            </>
          )}
        </>
      }
    >
      <Simple of={of} work={work} submit="Ask to cancel" isDangerous />
    </Confirm>
  ) : (
    <Confirm
      of={of}
      label="Cancel"
      question="Cancel this work?"
      explanation={
        work.role === 'CREATOR'
          ? 'The work ends at once. Castline refunds the advertiser, and you are not paid.'
          : 'The work ends at once, and Castline refunds the whole amount to you.'
      }
    >
      <Simple of={of} work={work} submit="Cancel the work" isDangerous />
    </Confirm>
  );
};

const Version = ({ work }: { readonly work: AssignmentView }) => <Hidden name="expectedVersion" value={work.version} />;

const Simple = ({
  of,
  work,
  submit,
  isDangerous = false,
  isQuiet = false,
}: {
  readonly of: FormState;
  readonly work: AssignmentView;
  readonly submit: string;
  readonly isDangerous?: boolean;
  readonly isQuiet?: boolean;
}) => (
  <Form of={of} submit={submit} isDangerous={isDangerous} isQuiet={isQuiet}>
    <Version work={work} />
  </Form>
);

const Opening = ({
  of,
  label,
  children,
}: {
  readonly of: FormState;
  readonly label: string;
  readonly children?: unknown;
}) => (
  <details open={of.isSent}>
    <summary>{label}</summary>
    <div class="stack opening">{children}</div>
  </details>
);

const Approve = ({ work, view }: Props) => {
  const of = view.form('approve');
  return (
    <Confirm of={of} label="Approve" question={approvalQuestion(work)} explanation={approvalWords(work)} tone="action">
      <Simple of={of} work={work} submit="Approve" />
    </Confirm>
  );
};

const approvalQuestion = ({ amounts }: AssignmentView): string =>
  'total' in amounts ? `Approve the results and release ${priceOf(amounts.total)}?` : 'Approve the results?';

/** What an approval does, and of which posts the service knows no views. */
function approvalWords({ amounts, deliverables }: AssignmentView): string {
  const unseen = deliverables.filter(({ url, metrics }) => url !== null && (metrics[0]?.views ?? null) === null);
  const [only, ...others] = unseen.map(({ position }) => position);
  return [
    ...('total' in amounts
      ? ['Castline pays the creator from the reserved amount, and keeps its fee. You cannot undo the approval.']
      : []),
    ...(only === undefined
      ? []
      : [
          others.length === 0
            ? `We have no view count for the post of result ${only}. Open this post before you approve.`
            : `We have no view count for the posts of results ${new Intl.ListFormat('en').format([only, ...others].map(String))}. Open these posts before you approve.`,
        ]),
  ].join(' ');
}

const Propose = ({ work, view }: Props) => {
  const of = view.form('propose');
  return (
    <Opening of={of} label="Propose another date">
      <Form of={of} submit="Propose" isQuiet>
        <Version work={work} />
        <TimeField of={of} name="dueAt" label="Due" stored={work.dueAt} after={view.now} />
        {work.deliverables.map(({ id, position, expectedAt }, index) => (
          <>
            <Hidden name={`results.${index}.deliverableId`} value={id} />
            <TimeField
              of={of}
              name={`results.${index}.expectedAt`}
              label={`Result ${position}`}
              stored={expectedAt}
              after={view.now}
            />
          </>
        ))}
      </Form>
    </Opening>
  );
};
