import { type Counting, count, refund } from '../../http/rate-limit.ts';
import type { AuthEnv } from '../../http/request-context.ts';
import type { AuthCall } from './auth-call.ts';
import { isPlain, mailboxIdOf, renewPath, signUpPath } from './auth-limits.ts';
import { accountIdOf } from './known-device.ts';
import { tooManyMails } from './mail-refusal.ts';

/** The context of a request, and where it counts. */
type Counts = Pick<AuthEnv['Variables']['request'], 'guest' | 'keyValue'>;

const mailLimits = ['mailsHourly', 'mailsDaily'] as const;

export const countingsOfMails = (by: readonly string[]): Counting[] =>
  by.flatMap((who) => mailLimits.map((limit): Counting => [limit, who]));

/** Takes the counts of a call back unless its answer keeps them. */
export async function keptIf(
  { guest, keyValue }: Counts,
  countings: readonly Counting[],
  answering: Promise<Response>,
  isKept: (answer: Response) => Promise<boolean>,
): Promise<Response> {
  const takeBack = () => {
    if (countings.length > 0)
      guest.defer(refund(keyValue, guest.settings, { countings, verdict: null, counted: countings }));
  };
  try {
    const answer = await answering;
    if (!(await isKept(answer))) takeBack();
    return answer;
  } catch (error) {
    takeBack();
    throw error;
  }
}

/** The counts of emails that rise only when one is sent. That of a sign-up has been counted before. */
export function mailCounts(
  { guest, keyValue }: Counts,
  path: string,
): Pick<AuthCall, 'mayMail' | 'countMail' | 'mayMailCode'> {
  const counted = ([limit, who]: Counting) => count(keyValue, guest.settings, limit, who);
  return {
    async mayMail(email) {
      if (path === signUpPath) return true;
      // Only a genuine link counts, for its address. Emails to other spellings, which anybody may ask for, take nothing from a plain address.
      const by =
        path === renewPath ? [`verify:${await accountIdOf(email)}`] : isPlain(email) ? [] : [await mailboxIdOf(email)];
      for (const counting of countingsOfMails(by)) if (!(await counted(counting)).isAllowed) return false;
      return true;
    },
    async countMail(email) {
      // A count of its own, because a user's request for an address must not keep its owner from a sign-up.
      for (const counting of countingsOfMails([`change:${await accountIdOf(email)}`])) {
        const { isAllowed, retryAfterSeconds } = await counted(counting);
        if (!isAllowed) throw tooManyMails(counting[1], retryAfterSeconds);
      }
    },
    mayMailCode: async (email) => (await counted(['codeMails', await accountIdOf(email)])).isAllowed,
  };
}
