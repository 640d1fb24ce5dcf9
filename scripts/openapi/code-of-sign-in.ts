import * as z from 'zod';

/** The description of the step after a sign-in that asks for a code. */
export const codeOfSignIn = (session: z.ZodObject) => ({
  description:
    'Opens a session after a sign-in that was answered with SIGN_IN_CODE_REQUIRED, with the code from the email. A code is valid for 10 minutes, for five tries and for one session.',
  body: z.object({
    challenge: z.string().max(64).describe('The `challenge` of that answer.'),
    code: z.string().max(32).meta({ example: '402918', description: 'The six digits from the email.' }),
  }),
  returned: 'The user and the token of its session.',
  answer: session.extend({ redirect: z.boolean() }),
  refusals: {
    400: 'A field is malformed.',
    401: 'The code is wrong, or has expired (INVALID_CODE).',
    403: `The address is not verified yet (EMAIL_NOT_VERIFIED), the account is suspended (ACCOUNT_ACCESS_DENIED), or the request comes from a page of another origin.`,
  },
});
