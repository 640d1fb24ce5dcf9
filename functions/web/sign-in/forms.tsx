import type { Child } from 'hono/jsx';
import { Refusal } from '../../../schema/shared/errors.ts';
import { Head } from '../cabinet/frame/frame.tsx';
import { Form } from '../ui/forms/form.tsx';
import { type FormState, formState } from '../ui/forms/form-state.ts';
import { Hidden, PasswordField, TextField } from '../ui/forms/inputs.tsx';
import { textsOf } from '../ui/forms/read-fields.ts';
import { Logo } from '../ui/layout.tsx';
import { OperatorContact } from '../ui/operator-contact.tsx';
import { documentOf } from '../ui/rendered.ts';
import { AfterForm } from './after-form.tsx';
import type { Refused } from './refused.ts';

interface Props {
  readonly returnTo?: string | null;
  readonly refused: Refused | null;
}

/** better-auth's codes in words that say what to do. */
const messages: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'The email address or the password is wrong.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'An account with this address exists already. Sign in instead.',
  EMAIL_NOT_VERIFIED: 'This address is not verified yet. Open the link in the email, or request another one.',
  INVALID_TOKEN: 'This link has expired or was used already. Request another one.',
  INVALID_PASSWORD: 'The current password is wrong.',
  INVALID_CODE: 'The code is wrong or has expired. After five tries, sign in again for another one.',
  WRONG_PASSWORD: 'The password is wrong. If somebody has created the account again, the newer password counts.',
  TOKEN_EXPIRED: 'This link has expired. Request another one.',
  UNAUTHORIZED: 'You are signed out. Sign in, then change the password.',
  PASSWORD_TOO_SHORT: 'The password needs at least 8 characters.',
  PASSWORD_TOO_COMMON: 'This password is too common. Choose another one, such as several words in a row.',
  PASSWORD_TOO_LONG: 'The password may have at most 128 characters.',
};

export function stateOf(name: string, refused: Refused | null): FormState {
  if (refused === null) return formState(name, '', null);
  const { code, message, details = {} } = refused.refusal;
  const issues = aboutPassword.test(code)
    ? [{ path: refused.sent.has('newPassword') ? 'newPassword' : 'password', message: messages[code] ?? message }]
    : details.issues;
  const refusal = new Refusal('VALIDATION_FAILED', messages[code] ?? message, { ...(issues && { issues }) });
  return formState(name, '', { name, of: '', key: '', texts: textsOf(refused.sent), refusal });
}

/** Codes about the new password. */
const aboutPassword = /^PASSWORD_TOO_/;

/** What the visitor has done before the sign-in. */
export type SignInNotice = 'reset' | 'deleted';

const notices: Readonly<Record<SignInNotice, string>> = {
  reset: 'Your new password is set. All other sessions have ended.',
  deleted: 'Your account is deleted.',
};

export function renderSignIn({ returnTo, notice, refused }: Props & { readonly notice: SignInNotice | null }): string {
  const form = stateOf('sign-in', refused);
  return card(
    'Sign in',
    <>
      {notice !== null && (
        <p class="done" role="status">
          {notices[notice]}
        </p>
      )}
      <Form of={form} submit="Sign in">
        <TextField of={form} name="email" label="Email" type="email" autocomplete="username" maxLength={254} />
        <PasswordField of={form} name="password" label="Password" autocomplete="current-password" />
      </Form>
      {refused?.refusal.code === 'EMAIL_NOT_VERIFIED' && (
        <form method="post">
          <Hidden name="email" value={refused.sent.get('email') ?? ''} />
          <button type="submit" name="verify" value="1" class="secondary">
            Send another email
          </button>
        </form>
      )}
      {refused?.refusal.code === 'ACCOUNT_ACCESS_DENIED' && (
        <p class="small">
          <OperatorContact contact={refused.operatorContact} subject={`Account ${refused.sent.get('email')}`} />
        </p>
      )}
      <p class="small">
        <a href="/reset">Forgot your password?</a>
      </p>
      <p class="quiet small">
        New here? <a href={withReturn('/sign-up', returnTo)}>Create an account</a>
      </p>
    </>,
    { isForGuests: true },
  );
}

export function renderSignUp({ returnTo, refused }: Props): string {
  const form = stateOf('sign-up', refused);
  return card(
    'Create an account',
    <>
      <Form of={form} submit="Create account">
        <TextField
          of={form}
          name="name"
          label="Name"
          hint="Your own name or that of your company. Creators and advertisers that you work with see it."
          autocomplete="name"
          maxLength={80}
        />
        <TextField of={form} name="email" label="Email" type="email" autocomplete="username" maxLength={254} />
        <PasswordField
          of={form}
          name="password"
          label="Password"
          hint="At least 8 characters, and no common password."
          autocomplete="new-password"
        />
      </Form>
      <p class="quiet small">
        Already have an account? <a href={withReturn('/sign-in', returnTo)}>Sign in</a>
      </p>
    </>,
    { isForGuests: true },
  );
}

interface ResetProps extends Props {
  readonly token: string | null;
  /** better-auth leads an expired link here with an error. */
  readonly error: string | null;
}

export function renderReset({ token, error, refused }: ResetProps): string {
  const form = stateOf('reset', refused);
  const isExpired = token === null && error !== null;
  return card(
    token === null ? 'Reset your password' : 'Set a new password',
    token === null ? (
      <>
        {isExpired && (
          <p class="notice" role="alert">
            This link has expired or was used already. Request another one.
          </p>
        )}
        <p class="quiet">We send a link to your email address. The link is valid for an hour.</p>
        <Form of={form} submit="Send the link">
          <TextField of={form} name="email" label="Email" type="email" autocomplete="username" maxLength={254} />
        </Form>
        <p class="small">
          <a href="/sign-in">Back to sign-in</a>
        </p>
      </>
    ) : (
      <Form of={form} submit="Set the password">
        <PasswordField
          of={form}
          name="newPassword"
          label="New password"
          hint="At least 8 characters, and no common password. A new password ends all sessions and tokens."
          autocomplete="new-password"
        />
      </Form>
    ),
  );
}

export function renderPassword(refused: Refused | null): string {
  const form = stateOf('password', refused);
  return card(
    'Change your password',
    <>
      <p class="quiet">A new password ends all other sessions and all tokens. This browser stays signed in.</p>
      <Form of={form} submit="Change the password">
        <PasswordField of={form} name="currentPassword" label="Current password" autocomplete="current-password" />
        <PasswordField
          of={form}
          name="newPassword"
          label="New password"
          hint="At least 8 characters, and no common password."
          autocomplete="new-password"
        />
      </Form>
      <AfterForm refused={refused} />
    </>,
  );
}

export const renderResetSent = (email: string): string =>
  card(
    'Check your email',
    <p>
      If an account has the address <strong dir="auto">{email}</strong>, an email with a link is on its way. The link is
      valid for an hour.
    </p>,
  );

export const renderVerify = (email: string, returnTo: string | null): string =>
  card(
    'Verify your email address',
    <>
      <p>
        We have sent an email to <strong dir="auto">{email}</strong>. Open the link in it within an hour, and confirm
        the address.
      </p>
      <p class="quiet small">
        No email? Check your spam folder. <a href={withReturn('/sign-in', returnTo)}>Sign in</a> to request another one.
      </p>
    </>,
  );

export const withReturn = (path: string, returnTo: string | null | undefined): string =>
  returnTo ? `${path}?${new URLSearchParams({ returnTo })}` : path;

/**
 * A page with one form. Without `isForGuests` its reader may be signed in, so its header offers only the way into the
 * cabinet.
 */
export const card = (title: string, content: Child, { isForGuests = false } = {}): string =>
  documentOf(
    <html lang="en">
      <Head title={title} scriptPath="/site/cabinet.js" />
      <body>
        <header class="top">
          <div class="wide">
            <a class="brand" href={isForGuests ? '/creators' : '/cabinet'}>
              <Logo />
              Castline
            </a>
            {isForGuests && (
              <nav aria-label="Main">
                <a href="/creators">Creators</a>
                <a href="/docs">API</a>
              </nav>
            )}
          </div>
        </header>
        <main id="main" class="wide">
          <div class="card sign-card">
            <h1>{title}</h1>
            {content}
          </div>
        </main>
      </body>
    </html>,
  );
