import { OperatorContact } from '../ui/operator-contact.tsx';
import { SignOut } from '../ui/sign-out.tsx';
import type { Refused } from './refused.ts';

/** Leads a signed-in person back, or out if the account is suspended. */
export const AfterForm = ({ refused }: { readonly refused: Refused | null }) =>
  refused?.refusal.code === 'ACCOUNT_ACCESS_DENIED' ? (
    <SuspendedSteps {...refused} />
  ) : (
    <p class="small">
      <a href="/cabinet/settings/security">Back to the settings</a>
    </p>
  );

/** A suspended person can write to the operator, and sign out. */
export const SuspendedSteps = ({ operatorContact, requestId }: Pick<Refused, 'operatorContact' | 'requestId'>) => (
  <>
    <p class="small">
      <OperatorContact contact={operatorContact} subject={`Request ${requestId}`} />
    </p>
    <SignOut />
  </>
);
