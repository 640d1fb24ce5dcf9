import type { Mail } from '../../platform/mail.ts';

/** The pages to which the links of these emails lead. */
export const linkedPaths = {
  reset: '/reset',
  verify: '/verify',
} as const;

/** These emails contain no text of the requester, because anyone can trigger them for any address. */
export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Set a new password for Castline',
  text: [
    'Someone, most likely you, requested a new password for the Castline account with this address.',
    `Open this link within an hour:\n${link}`,
    'If it was not you, ignore this email. The password stays unchanged.',
  ].join('\n\n'),
});

export const verificationMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your address for Castline',
  text: [
    'Someone, most likely you, created a Castline account with this address. Open this link within an hour and confirm the address:',
    link,
    'If it was not you, ignore this email: without your confirmation nobody can use the account.',
  ].join('\n\n'),
});

/** Sent after a sign-up with an address that has an account. It has no verification link: someone else may have created the account. */
export const knownAddressMail = (to: string, baseUrl: string): Mail => ({
  to,
  subject: 'You have a Castline account',
  text: [
    'Someone, most likely you, tried to sign up for Castline with this address. The address already has an account.',
    `Sign in instead: ${baseUrl}/sign-in`,
    `If you do not know the password, set a new one: ${baseUrl}/reset`,
    'If it was not you, ignore this email. Nothing has changed.',
  ].join('\n\n'),
});

/** Sent to the new address of an account. */
export const newAddressMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your new address for Castline',
  text: [
    'Someone, most likely you, wants to use this address for a Castline account that exists already. Open this link within an hour and confirm the address:',
    link,
    'If you have just signed up with this address, use the link in the other email instead: this one would end your sign-up.',
    'If it was not you, ignore this email. Nothing has changed.',
  ].join('\n\n'),
});

/** Sent to the present address of an account. It does not name the new one, which may belong to somebody else. */
export const changeRequestedMail = (to: string, baseUrl: string): Mail => ({
  to,
  subject: 'A new address for your Castline account was requested',
  text: [
    'Someone who knows your password, most likely you, requested a new email address for your Castline account. The address changes when ' +
      'the link in the email to the new address is confirmed.',
    `If it was not you, set a new password at once. The link does not work afterwards:\n${baseUrl}/reset`,
  ].join('\n\n'),
});

/** Sent to the former address of an account. */
export const addressChangedMail = (to: string): Mail => ({
  to,
  subject: 'The address of your Castline account was changed',
  text: [
    'Your Castline account has another email address from now on. Emails and links for new passwords go there.',
    'If it was not you, write to our staff at once.',
  ].join('\n\n'),
});
