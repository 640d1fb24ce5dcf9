import { Form } from '../ui/forms/form.tsx';
import { PasswordField, TextField } from '../ui/forms/inputs.tsx';
import { AfterForm } from './after-form.tsx';
import { card, stateOf } from './forms.tsx';
import type { Refused } from './refused.ts';

export function renderEmail(refused: Refused | null): string {
  const form = stateOf('email', refused);
  return card(
    'Change your email address',
    <>
      <p class="quiet">
        We send a link to the new address. The address changes when you open the link and confirm it. We also notify
        your current address.
      </p>
      <Form of={form} submit="Send the link">
        <TextField of={form} name="newEmail" label="New email" type="email" autocomplete="email" maxLength={254} />
        <PasswordField of={form} name="password" label="Password" autocomplete="current-password" />
      </Form>
      <AfterForm refused={refused} />
    </>,
  );
}

export const renderEmailSent = (email: string): string =>
  card(
    'Check your email',
    <>
      <p>
        If no account in use has <strong dir="auto">{email}</strong>, an email with a link is on its way. Open the link
        within an hour and confirm the address. Until then your address does not change.
      </p>
      <p class="small">
        <a href="/cabinet/settings/security">Back to the settings</a>
      </p>
    </>,
  );
