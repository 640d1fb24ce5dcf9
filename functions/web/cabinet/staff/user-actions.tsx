import type { UserForStaffView } from '../../../../schema/desk/users.ts';
import { priceOf } from '../../ui/format.ts';
import { Form } from '../../ui/forms/form.tsx';
import { TextArea, TextField } from '../../ui/forms/inputs.tsx';
import { Confirm } from '../frame/confirm.tsx';
import type { View } from '../page.ts';
import { countOf } from './user-counts.ts';

export const Payments = ({ user: { id } }: { readonly user: UserForStaffView }) => (
  <section class="card panel" aria-labelledby="payments">
    <h2 id="payments">Payments</h2>
    <div class="buttons">
      <a class="button" href={`/cabinet/staff/users/${id}/payment?type=DEPOSIT`}>
        Book a deposit
      </a>
      <a class="button secondary" href={`/cabinet/staff/users/${id}/payment?type=WITHDRAWAL`}>
        Book a withdrawal
      </a>
    </div>
  </section>
);

export const Credits = ({ view }: { readonly view: View }) => {
  const of = view.form('grant');
  return (
    <section class="card panel" aria-labelledby="credits">
      <h2 id="credits">Credits</h2>
      <Confirm
        of={of}
        label="Grant credits"
        question="Grant credits to this user?"
        explanation="Credits do not expire, and you cannot take them back."
        tone="action"
      >
        <Form of={of} submit="Grant credits">
          <TextField of={of} name="credits" label="Credits" mode="numeric" maxLength={8} />
          <TextField
            of={of}
            name="reference"
            label="Reference"
            hint="The reason in your records. Each reference can be used once."
            maxLength={200}
          />
        </Form>
      </Confirm>
    </section>
  );
};

export const Suspension = ({ user, view }: { readonly user: UserForStaffView; readonly view: View }) => {
  const [suspend, reinstate] = [view.form('suspend'), view.form('reinstate')];
  const isSuspended = user.suspendedAt !== null;
  return (
    <section class="card panel" aria-labelledby="suspension">
      <h2 id="suspension">Suspension</h2>
      {isSuspended ? (
        <Confirm
          of={reinstate}
          label="Reinstate"
          question="Lift the suspension?"
          explanation="The page and the listings are visible again. Castline moves each open deadline that is less than 72 hours away to 72 hours from now."
          tone="action"
        >
          <Form of={reinstate} submit="Reinstate" />
        </Confirm>
      ) : (
        <Confirm
          of={suspend}
          label="Suspend"
          question="Suspend this user?"
          explanation="Within a second the user’s keys are refused, the user’s sessions end, and the user’s page and listings are hidden. Instead of the cabinet, the user sees your reason."
        >
          <Open user={user} />
          <Form of={suspend} submit="Suspend" isDangerous>
            <TextArea of={suspend} name="reason" label="Reason" hint="The user sees it." maxLength={1_000} />
          </Form>
        </Confirm>
      )}
    </section>
  );
};

/** The open work, posts and money of a user, which a suspension affects. */
const Open = ({ user: { counts, wallet } }: { readonly user: UserForStaffView }) => {
  const open = [
    counts.openAssignments > 0 &&
      `open assignments: ${countOf(counts.openAssignments)}. Their deadlines stop until you lift the suspension.`,
    counts.openCampaigns > 0 && `campaigns that are running or paused: ${countOf(counts.openCampaigns)}`,
    counts.openPosts > 0 &&
      `open campaign posts, in running or paused campaigns or with unpaid earnings: ${countOf(counts.openPosts)}`,
    wallet.reserved.raw !== '0' && `reserved money: ${priceOf(wallet.reserved)}`,
  ].filter((line) => line !== false);
  return open.length === 0 ? (
    <p class="small">
      The user has no open assignments, no running campaigns, no open campaign posts and no reserved money.
    </p>
  ) : (
    <div class="warning">
      <p>The user has</p>
      <ul>
        {open.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </div>
  );
};
