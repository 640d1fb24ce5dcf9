import * as z from 'zod';

interface Shapes<Done> {
  readonly email: z.ZodType;
  readonly callback: z.ZodType;
  readonly done: Done;
}

/** The description of a change of the email address. */
export const changeOfEmail = <Done>({ email, callback, done }: Shapes<Done>) => ({
  description:
    'Sends a link to the new address and a notice to the present one. The address changes when it is confirmed on the page of the ' +
    'link, which needs no session. A new password ends the link. The response for an address that has an account is the same.',
  body: z.object({ newEmail: email, password: z.string(), callbackURL: callback }),
  returned:
    'The service sends the link if the new address has no account, or one that was never confirmed or used. Confirming the link deletes ' +
    'such an account.',
  answer: done,
  refusals: {
    400: 'The password is wrong (INVALID_PASSWORD), or the address is malformed or the present one.',
    401: 'There is no session.',
    403: 'The request comes from a page of another origin.',
  },
  isSession: true,
  isCostly: true,
});
