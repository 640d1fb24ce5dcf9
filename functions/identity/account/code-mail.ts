import type { Mail } from '../../platform/mail.ts';
import { linkedPaths } from './mails.ts';

/** Sent only after the right password. */
export const codeMail = (to: string, code: string, baseUrl: string): Mail => ({
  to,
  subject: 'Your code for Castline',
  text: [
    `Someone who knows your password, most likely you, is signing in to your Castline account in a new browser. The code is ${code}. It is ` +
      'valid for 10 minutes.',
    `We ask for it because there were many wrong passwords. If it was not you, set a new password at once:\n${baseUrl}${linkedPaths.reset}`,
  ].join('\n\n'),
});
