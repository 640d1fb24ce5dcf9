import { Form } from '../ui/forms/form.tsx';
import { formState } from '../ui/forms/form-state.ts';
import { Hidden, TextField } from '../ui/forms/inputs.tsx';
import { card, stateOf, withReturn } from './forms.tsx';
import type { Refused } from './refused.ts';

interface CodeProps {
  readonly challenge: string;
  readonly returnTo: string | null;
  readonly refused: Refused;
}

/** The step after a sign-in in a new browser, while the account has had too many wrong passwords. */
export function renderCode({ challenge, returnTo, refused }: CodeProps): string {
  const isFirst = refused.refusal.code === 'SIGN_IN_CODE_REQUIRED';
  const form = isFirst ? formState('code', '', null) : stateOf('code', refused);
  return card(
    'Check your email',
    <>
      <p>If the password was right, we have sent a code to your address. The code is valid for 10 minutes.</p>
      <p class="quiet small">
        We ask for it because there were many wrong passwords for this account, and we do not know this browser yet.
      </p>
      <Form of={form} submit="Sign in">
        <Hidden name="challenge" value={challenge} />
        <Hidden name="email" value={refused.sent.get('email') ?? ''} />
        <TextField of={form} name="code" label="Code" mode="numeric" autocomplete="one-time-code" maxLength={16} />
      </Form>
      <p class="small">
        <a href={withReturn('/sign-in', returnTo)}>Back to sign-in</a>
      </p>
    </>,
    { isForGuests: true },
  );
}
