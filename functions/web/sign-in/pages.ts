import { missing } from '../../../schema/shared/errors.ts';
import { ownPath } from '../../../schema/shared/own-path.ts';
import type { AuthCall, ShownLink } from './call-auth-routes.ts';
import { renderCode } from './code-form.tsx';
import { renderEmail, renderEmailSent } from './email-form.tsx';
import {
  renderPassword,
  renderReset,
  renderResetSent,
  renderSignIn,
  renderSignUp,
  renderVerify,
  type SignInNotice,
} from './forms.tsx';
import type { Refused } from './refused.ts';
import { renderAnotherSent, renderLink } from './verify-page.tsx';

export interface SignInPage {
  readonly isForSignedIn?: boolean;
  /** The page of a link that proves an address. */
  readonly isOfLink?: boolean;
  /** The page of a link for a new password, when it has a token. */
  readonly isOfReset?: boolean;
  /** Absent for a page that is only a button on others. */
  show?(query: URLSearchParams, refused: Refused | null, link: ShownLink | null): string;
  /** The route of better-auth that the form calls. */
  call(sent: URLSearchParams, query: URLSearchParams): AuthCall;
  done(
    sent: URLSearchParams,
    query: URLSearchParams,
    answer: unknown,
  ): { readonly location: string } | { readonly html: string };
}

const field = (sent: URLSearchParams, name: string): string => sent.get(name) ?? '';

/** The first steps of a new user, which lead on to where the visitor wanted to go. */
const welcomeThen = (returnTo: string | null): string =>
  returnTo === null ? '/cabinet/welcome' : `/cabinet/welcome?${new URLSearchParams({ returnTo: ownPath(returnTo) })}`;

const noticeOf = (query: URLSearchParams): SignInNotice | null =>
  query.has('reset') ? 'reset' : query.has('deleted') ? 'deleted' : null;

const signIn: SignInPage = {
  show(query, refused) {
    const returnTo = query.get('returnTo');
    const challenge = refused?.refusal.challenge ?? refused?.sent.get('challenge') ?? null;
    if (refused !== null && challenge !== null && refused.refusal.code !== 'EMAIL_NOT_VERIFIED')
      return renderCode({ challenge, returnTo, refused });
    return renderSignIn({ returnTo, notice: noticeOf(query), refused });
  },
  call(sent, query) {
    const email = field(sent, 'email');
    // The button beside the refusal of an address that is not verified.
    if (sent.has('verify')) {
      const returnTo = query.get('returnTo');
      const callbackURL = returnTo === null ? '/cabinet' : welcomeThen(returnTo);
      return { path: '/send-verification-email', body: { email, callbackURL }, isSignedOut: true };
    }
    if (sent.has('challenge'))
      return { path: '/sign-in/code', body: { challenge: field(sent, 'challenge'), code: field(sent, 'code') } };
    return { path: '/sign-in/email', body: { email, password: field(sent, 'password') } };
  },
  done: (sent, query) =>
    sent.has('verify')
      ? { html: renderVerify(field(sent, 'email'), query.get('returnTo')) }
      : { location: query.get('returnTo') ?? '' },
};

const signUp: SignInPage = {
  show: (query, refused) => renderSignUp({ returnTo: query.get('returnTo'), refused }),
  call: (sent, query) => ({
    path: '/sign-up/email',
    body: {
      ...{ name: field(sent, 'name'), email: field(sent, 'email'), password: field(sent, 'password') },
      callbackURL: welcomeThen(query.get('returnTo')),
    },
  }),
  // Without a token the address must be verified first.
  done(sent, query, answer) {
    const returnTo = query.get('returnTo');
    return Object(answer).token
      ? { location: welcomeThen(returnTo) }
      : { html: renderVerify(field(sent, 'email'), returnTo) };
  },
};

const reset: SignInPage = {
  isOfReset: true,
  show: (query, refused) => renderReset({ token: query.get('token'), error: query.get('error'), refused }),
  call(sent, query) {
    const token = query.get('token');
    if (token === null) return { path: '/request-password-reset', body: { email: field(sent, 'email') } };
    return { path: '/reset-password', body: { token, newPassword: field(sent, 'newPassword') } };
  },
  done: (sent, query) =>
    query.has('token') ? { location: '/sign-in?reset' } : { html: renderResetSent(field(sent, 'email')) },
};

const signOut: SignInPage = {
  call: () => ({ path: '/sign-out', body: {} }),
  done: () => ({ location: '/sign-in' }),
};

const password: SignInPage = {
  isForSignedIn: true,
  show: (_, refused) => renderPassword(refused),
  call: (sent) => ({
    path: '/change-password',
    body: { currentPassword: field(sent, 'currentPassword'), newPassword: field(sent, 'newPassword') },
  }),
  done: () => ({ location: '/cabinet/settings/security' }),
};

const email: SignInPage = {
  isForSignedIn: true,
  show: (_, refused) => renderEmail(refused),
  call: (sent) => ({
    path: '/change-email',
    body: { newEmail: field(sent, 'newEmail'), password: field(sent, 'password') },
  }),
  done: (sent) => ({ html: renderEmailSent(field(sent, 'newEmail')) }),
};

/** The form of a page, by its field `form`. */
const isAgain = (sent: URLSearchParams): boolean => sent.get('form') === 'again';

/** The page of a link that proves an address: of a sign-up, or of a new address. */
const verify: SignInPage = {
  isOfLink: true,
  show: (query, refused, link) =>
    renderLink({ link: link ?? missing('the link of the page'), returnTo: query.get('returnTo'), refused }),
  call(sent, query) {
    const token = query.get('token') ?? '';
    if (!isAgain(sent)) {
      const password = sent.get('password');
      return { path: '/verify-email', body: { token, ...(password !== null && { password }) } };
    }
    const email = sent.get('email');
    const callbackURL = ownPath(query.get('returnTo') ?? '/cabinet/welcome');
    if (email === null) return { path: '/renew-link', body: { token, callbackURL } };
    return { path: '/send-verification-email', body: { email, callbackURL }, isSignedOut: true };
  },
  done(sent, query, answer) {
    if (isAgain(sent)) return { html: renderAnotherSent(sent.get('email')) };
    if (Object(answer).token) return { location: query.get('returnTo') ?? '/cabinet/welcome' };
    // The page says what the link has done, also to a second click.
    return { location: `/verify?${query}` };
  },
};

export const signInPages: Readonly<Record<string, SignInPage>> = {
  '/sign-in': signIn,
  '/sign-up': signUp,
  '/reset': reset,
  '/verify': verify,
  '/sign-out': signOut,
  '/cabinet/settings/password': password,
  '/cabinet/settings/email': email,
};
