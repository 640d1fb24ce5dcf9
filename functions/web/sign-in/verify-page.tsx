import { Form } from '../ui/forms/form.tsx';
import type { FormState } from '../ui/forms/form-state.ts';
import { PasswordField, TextField } from '../ui/forms/inputs.tsx';
import type { ShownLink } from './call-auth-routes.ts';
import { card, stateOf, withReturn } from './forms.tsx';
import type { Refused } from './refused.ts';

interface VerifyProps {
  readonly link: ShownLink;
  readonly returnTo: string | null;
  readonly refused: Refused | null;
}

/** The page of a link that proves an address. Opening it changes nothing. */
export function renderLink({ link, returnTo, refused }: VerifyProps): string {
  const form = stateOf(link.state === 'OPEN' ? 'confirm' : 'again', refused);
  if (link.state === 'DONE') return link.isNewAddress ? renderChanged() : renderConfirmed(link, returnTo);
  return link.state === 'OPEN'
    ? card(
        link.isNewAddress ? 'Confirm your new email address' : 'Confirm your email address',
        link.isNewAddress ? <NewAddress form={form} link={link} /> : <SignUp form={form} link={link} />,
        { isForGuests: true },
      )
    : card('This link does not work any more', <Another form={form} link={link} returnTo={returnTo} />, {
        isForGuests: true,
      });
}

type Part = Pick<VerifyProps, 'link'> & { readonly form: FormState };

const Address = ({ link }: Pick<VerifyProps, 'link'>) => (
  <p>
    Address: <strong dir="auto">{link.email}</strong>
  </p>
);

const SignUp = ({ form, link }: Part) => (
  <>
    <Address link={link} />
    {!link.isProven && (
      <p class="quiet">Type the password that you chose when you created the account, to show that it is yours.</p>
    )}
    <Form of={form} submit="Confirm and sign in">
      {!link.isProven && <PasswordField of={form} name="password" label="Password" autocomplete="current-password" />}
    </Form>
    <p class="small">
      You do not know the password? Somebody else may have created this account. <a href="/reset">Set a new password</a>
      : that confirms the address, too.
    </p>
  </>
);

const NewAddress = ({ form, link }: Part) => (
  <>
    <Address link={link} />
    <p class="quiet">
      A Castline account that exists already will use this address for signing in and for emails. If you have not asked
      for it, close this page: nothing changes.
    </p>
    <p class="quiet">
      If you have just signed up with this address, use the link in the other email instead: this one ends your sign-up.
    </p>
    <Form of={form} submit="Use this address" />
  </>
);

/** An expired link is sent again by its token. An ended change must be requested again. Every other link asks for the address. */
const Another = ({ form, link, returnTo }: Part & Pick<VerifyProps, 'returnTo'>) => (
  <>
    <p class="notice" role="alert">
      The link has expired, was cut off, or was replaced by a newer one. Nothing has changed.
    </p>
    {link.isNewAddress && link.state === 'ENDED' ? (
      <p>
        <a href="/cabinet/settings/email">Ask for the change of your address again</a>
      </p>
    ) : (
      <>
        <p class="quiet">We send a new link to the address if it still has to be confirmed.</p>
        <Form of={form} submit="Send another link">
          {link.state === 'EXPIRED' ? (
            <Address link={link} />
          ) : (
            <TextField
              of={form}
              name="email"
              label="Email"
              type="email"
              autocomplete="username"
              maxLength={254}
              stored={link.email ?? ''}
            />
          )}
        </Form>
        {link.email === null && (
          <p class="small">
            Was it for the new address of an account? <a href="/cabinet/settings/email">Ask for the change again</a>
          </p>
        )}
      </>
    )}
    <p class="small">
      Is the address confirmed already? <a href={withReturn('/sign-in', returnTo)}>Sign in</a>
    </p>
  </>
);

/** Of a link that was used before. */
const renderConfirmed = (link: ShownLink, returnTo: string | null): string =>
  card(
    'Your address is already confirmed',
    <>
      <Address link={link} />
      <p>
        <a href={withReturn('/sign-in', returnTo)}>Sign in</a>
      </p>
    </>,
    { isForGuests: true },
  );

const renderChanged = (): string =>
  card(
    'Your email address has changed',
    <>
      <p class="done" role="status">
        Your email address has changed. Sign in with it from now on.
      </p>
      <p class="small">
        <a href="/cabinet/settings/security">Go to the settings</a>
      </p>
    </>,
  );

export const renderAnotherSent = (email: string | null): string =>
  card(
    'Check your email',
    <p>
      If the address {email !== null && <strong dir="auto">{email}</strong>} still has to be confirmed, an email with a
      link is on its way. Open it within an hour. We send at most three such emails an hour and ten a day: if none
      arrives, ask again later.
    </p>,
    { isForGuests: true },
  );
