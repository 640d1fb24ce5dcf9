import { type Counting, count, type LimitClass, refund } from '../../http/rate-limit.ts';
import type { AuthEnv } from '../../http/request-context.ts';
import type { AuthCall } from './auth-call.ts';
import { isPlain, mailboxIdOf, renewPath, resetPath, signUpPath } from './auth-limits.ts';
import { accountIdOf } from './known-device.ts';

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
export function mailCounts({ guest, keyValue }: Counts, path: string): Pick<AuthCall, 'mayMail' | 'mayMailCode'> {
  const isAllowed = async (limit: LimitClass, who: string) =>
    (await count(keyValue, guest.settings, limit, who)).isAllowed;
  return {
    async mayMail(email) {
      if (path === signUpPath) return true;
      // Emails to other spellings, which anybody may ask for, do not keep the owner of an unproven address from a new password.
      if (path === resetPath && isPlain(email)) return true;
      // Anybody can forge the request to renew a link, so only the genuine one counts for its address.
      const by = [...(path === renewPath ? [await accountIdOf(email)] : []), await mailboxIdOf(email)];
      for (const [limit, who] of countingsOfMails(by)) if (!(await isAllowed(limit, who))) return false;
      return true;
    },
    mayMailCode: async (email) => isAllowed('codeMails', await accountIdOf(email)),
  };
}
