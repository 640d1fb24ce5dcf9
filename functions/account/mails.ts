import type { Mail } from '../platform/mail.ts';

/** Nothing that the addressee did not write itself stands in these mails: anybody can make them be sent. */
export const resetMail = (to: string, token: string, link: string | null): Mail => ({
  to,
  subject: 'Set a new password for Castline',
  text: [
    'Somebody, most likely you, asked to set a new password for the Castline account with this address.',
    ...(link ? [`Open this link within an hour:\n${link}`] : []),
    `${link ? 'Over the API' : 'Within an hour'}, send this token to POST /api/auth/reset-password:\n${token}`,
    'If it was not you, ignore this mail: the password stays as it is.',
  ].join('\n\n'),
});

export const verificationMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your address for Castline',
  text: [
    'A Castline account was made with this address. Open this link within an hour to confirm it:',
    link,
    'If it was not you, ignore this mail.',
  ].join('\n\n'),
});
