import { Refusal } from '../../../schema/shared/errors.ts';

/** The refusal of a request for one more email to an address, which says how long to wait. `who` counts the emails. */
export const tooManyMails = (who: string, retryAfterSeconds: number): Refusal => {
  const what = who.startsWith('mailbox:') ? 'spellings of this address, such as with a + or with dots' : 'this address';
  const text = `Too many emails were requested for ${what}. Ask again in ${spanOf(retryAfterSeconds)}.`;
  return new Refusal('RATE_LIMITED', text + wayOut(who), { retryAfterSeconds });
};

/** The way out for the owner of an address that strangers have used up: from a known device, or by a new password. */
function wayOut(who: string): string {
  if (who.startsWith('mailbox:')) return ' Or use the address without them.';
  if (who.startsWith('reset:')) return ' A browser in which you have signed in to the account before can ask sooner.';
  // The count of sign-ups.
  if (!who.includes(':'))
    return ' If somebody else has signed up with it, set a new password: that confirms the address, too.';
  return '';
}

function spanOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
