import { readFileSync } from 'node:fs';
import { limits, longLimits } from '../../functions/http/rate-limit.ts';
import { errorStatus, isErrorCode } from '../../schema/shared/errors.ts';
import { meanings } from './error-meanings.ts';

/** The text of introduction.md, with the lists from the code. */
export function introduction(): string {
  const text = readFileSync(new URL('introduction.md', import.meta.url), 'utf8');
  return text.replace('{{errors}}', errorList()).replace('{{limits}}', limitTable()).trim();
}

function errorList(): string {
  const codes = Object.keys(errorStatus).filter(isErrorCode);
  return [...Map.groupBy(codes, (code) => errorStatus[code])]
    .map(([status, codes]) => `**${status}**\n\n${codes.map((code) => `- \`${code}\`: ${meanings[code]}`).join('\n')}`)
    .join('\n\n');
}

const counted: Readonly<Record<keyof typeof limits, string>> = {
  guest: 'Reads without a key, for each address',
  picture: 'Pictures of creators, for each address',
  platformCall: 'Calls of platforms, for each address',
  read: 'Reads, for each key or token owner',
  write: 'Changes, for each key or token owner',
  ownerRead: 'Reads, for each owner, with all its keys and tokens',
  ownerWrite: 'Changes, for each owner, with all its keys and tokens',
  money: 'Payments, for each owner',
  export: 'Images, archives and tables, for each owner; tables of reports, for each address',
  wrongKeys: 'Wrong keys and tokens, for each address',
  wrongSecrets: 'Wrong secrets of reports, for each address',
  signIn: 'Sign-ins and sign-ups, for each address',
};

const countedForLonger: Readonly<Record<keyof typeof longLimits, string>> = {
  mailsHourly:
    'Emails to an address, counted apart for sign-ups, further confirmation links, changes of address and password resets. The other spellings of one mailbox (`a+b@`) share one such limit',
  mailsDaily: 'The same',
  accountSignIn:
    'Wrong passwords for an account: a new browser then also needs a code by email. A browser that has signed in to it before, and the user of a session, have their own counts',
  codeMails: 'Emails with such a code, for each account',
};

function limitTable(): string {
  const rows = Object.entries(counted).map(([name, what]) => `| ${what} | ${limits[name as keyof typeof limits]} |`);
  const longRows = Object.entries(countedForLonger).map(([name, what]) => {
    const { calls, seconds } = longLimits[name as keyof typeof longLimits];
    return `| ${what} | ${calls} ${seconds === 86_400 ? 'a day' : 'an hour'} |`;
  });
  return [
    ...['| What | A minute |', '|---|---|', ...rows, ''],
    ...['| What | In a longer time |', '|---|---|', ...longRows],
  ].join('\n');
}
