import { Refusal } from '../shared/errors.ts';

/** What a suspended person reads instead of a sign-in or a page. */
export const suspensionText = (reason: string | null): string =>
  reason === null ? 'This account is suspended.' : `This account is suspended. The reason: ${reason}`;

/** The refusal of a suspended person who was signed in, with the reason that staff has entered. */
export class AccountSuspended extends Refusal {
  constructor(reason: string | null) {
    super('ACCOUNT_ACCESS_DENIED', suspensionText(reason));
  }
}
