import * as z from 'zod';

/** The description of links that lead to the page of a verification. */
export const openedLink = (callback: z.ZodType) => ({
  description:
    'Redirects to the page of the link, which has the button that verifies the address. It changes nothing. The links in emails lead to ' +
    'the page itself.',
  query: z.object({ token: z.string().describe('The token of the email.'), callbackURL: callback }),
  redirect: 'To the page of the link.',
  refusals: { 400: 'The token is missing.', 403: '`callbackURL` is of another origin.' },
});

/** The description of the button of that page. */
export const verification = ({ user, done }: { readonly user: z.ZodType; readonly done: z.ZodObject }) => ({
  description:
    'Verifies the address of a sign-up with the token from the email, and opens a session. It takes the password of the last sign-up with ' +
    'the address, or the cookie that the response of this sign-up has set, or a session of the user. With the token for a new address of ' +
    'an account it changes the address, needs no password and opens no session: `token` and `user` are null. They are also null when ' +
    'the address is verified already.',
  body: z.object({
    token: z.string().max(4_096).describe('The token of the link in the email.'),
    password: z.string().max(128).optional().describe('The password of the sign-up.'),
  }),
  returned: 'The address is verified. Returns the user and the token of the session, or null for each.',
  answer: done.extend({
    token: z.string().nullable().describe('Token of the session, which the API does not accept.'),
    user: user.nullable(),
  }),
  refusals: {
    400: 'The token is wrong, or was replaced by another sign-up or a new password (INVALID_TOKEN), or it has expired (TOKEN_EXPIRED).',
    401: 'The password is wrong or missing (WRONG_PASSWORD).',
    403: 'The request comes from a page of another origin, or the account is suspended.',
    422: 'The new address of an account belongs to another account by now.',
  },
  isCostly: true,
});

/** The description of another link. */
export const renewal = (done: z.ZodObject, callback: z.ZodType) => ({
  description:
    'Sends a confirmation link again. Send the token of the former link. A link of a sign-up can be sent again until the address is ' +
    'verified, and a link for a new address for a day after the request. Links for a new password cannot. The response to any other token ' +
    'is the same. callbackURL applies only to a sign-up.',
  body: z.object({ token: z.string().max(4_096).describe('The token of the expired link.'), callbackURL: callback }),
  returned: 'The service sends the link if the token can be renewed.',
  answer: done,
  refusals: {
    400: 'A field is malformed.',
    403: 'The request comes from a page of another origin, or `callbackURL` is of another origin.',
  },
});
