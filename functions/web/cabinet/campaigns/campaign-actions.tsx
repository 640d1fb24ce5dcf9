import type { Child } from 'hono/jsx';
import type { CampaignView } from '../../../../schema/campaigns/campaign.ts';
import { type Money, usd } from '../../../../schema/shared/money.ts';
import { priceOf } from '../../ui/format.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Hidden } from '../../ui/forms/inputs.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { currencyNote } from '../frame/currencies.ts';
import { Totals } from '../frame/totals.tsx';
import type { View } from '../page.ts';
import { pathOf } from './campaign-heading.tsx';

interface Props {
  readonly campaign: CampaignView;
  readonly view: View;
}

/** What needs no question, beside the title. */
export const CampaignActions = ({ campaign, view }: Props) => {
  const { allowedActions: allowed, id } = campaign;
  return (
    <>
      {allowed.includes('update') && (
        <a class="button secondary" href={`${pathOf(id)}/edit`}>
          Edit
        </a>
      )}
      {allowed.includes('pause') && <Move campaign={campaign} view={view} name="pause" submit="Pause" isQuiet />}
      {allowed.includes('resume') && <Move campaign={campaign} view={view} name="resume" submit="Resume" />}
    </>
  );
};

/** What moves money or cannot be undone: each asks first. */
export const CampaignConfirms = ({ campaign, view }: Props) => {
  const { allowedActions: allowed, budget, startedAt } = campaign;
  const asked = (['start', 'complete', 'cancel'] as const).filter((action) => allowed.includes(action));
  if (asked.length === 0) return null;
  const buttons = (
    <div class={startedAt === null ? 'buttons part' : 'buttons'}>
      {allowed.includes('start') && (
        <Asked
          {...{ campaign, view }}
          name="start"
          label="Start"
          question={`Start the campaign and reserve ${priceOf(budget)}?`}
          submit="Confirm"
        >
          <Totals lines={[]} sum={['Reserved now from your wallet', priceOf(budget)]} />
          <p class="quiet small">{currencyNote} Castline refunds the rest at the end.</p>
        </Asked>
      )}
      {allowed.includes('complete') && (
        <Asked
          {...{ campaign, view }}
          name="complete"
          label="Complete the campaign"
          question="Complete the campaign?"
          submit="Confirm"
        >
          <Ending campaign={campaign} />
        </Asked>
      )}
      {allowed.includes('cancel') && (
        <Asked
          {...{ campaign, view }}
          name="cancel"
          label="Cancel the campaign"
          question="Cancel the campaign?"
          submit="Confirm"
          isDangerous
        >
          {startedAt === null ? (
            <p class="quiet small">The draft ends. It has reserved no money.</p>
          ) : (
            <>
              <Ending campaign={campaign} />
              <p class="quiet small">Completing does the same. Only the status differs.</p>
            </>
          )}
        </Asked>
      )}
    </div>
  );
  return startedAt === null ? (
    buttons
  ) : (
    <section class="part" aria-labelledby="end">
      <h2 id="end">End the campaign</h2>
      {buttons}
    </section>
  );
};

/** What the end of a campaign does with its posts and its budget. */
const Ending = ({ campaign: { budget, spent, paid, posts } }: Pick<Props, 'campaign'>) => (
  <>
    <Totals
      lines={[
        ['Budget', priceOf(budget)],
        ['Spent so far', priceOf(spent)],
        ['To be paid to creators now, at least', priceOf(less(spent, paid))],
      ]}
      sum={['Refunded to you, at most', priceOf(less(budget, spent))]}
    />
    <p class="quiet small">
      {posts.onModeration > 0 &&
        `${posts.onModeration === 1 ? '1 post waits' : `${posts.onModeration} posts wait`} for your decision: Castline accepts public ones until the budget is used up, and rejects the others. `}
      Undecided posts that the platform does not show are rejected, too. {currencyNote}
    </p>
  </>
);

const less = (from: Money, part: Money): Money => usd(BigInt(from.raw) - BigInt(part.raw));

interface AskedProps extends Props {
  readonly name: 'start' | 'complete' | 'cancel';
  readonly label: string;
  readonly question: string;
  readonly submit: string;
  readonly isDangerous?: boolean;
  readonly children: Child;
}

const Asked = ({ campaign, view, name, label, question, submit, isDangerous = false, children }: AskedProps) => {
  const of = view.form(name);
  return (
    <Confirm of={of} label={label} question={question} tone={isDangerous ? 'danger' : 'action'}>
      {children}
      <Form of={of} submit={submit} isDangerous={isDangerous} isInline isPaid={name === 'start'}>
        <Hidden name="expectedVersion" value={campaign.version} />
      </Form>
    </Confirm>
  );
};

interface MoveProps extends Props {
  readonly name: string;
  readonly submit: string;
  readonly isQuiet?: boolean;
}

const Move = ({ campaign, view, name, submit, isQuiet = false }: MoveProps) => (
  <Form of={view.form(name)} submit={submit} isQuiet={isQuiet} isInline>
    <Hidden name="expectedVersion" value={campaign.version} />
  </Form>
);
