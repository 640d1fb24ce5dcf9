/** What the routes decide for a call of better-auth. */
export interface AuthCall {
  /** A request in advance, which extends no session. */
  readonly isPreview: boolean;
  /** The account has had too many wrong passwords: an unknown device signs in only by a code that is sent to the address. */
  readonly isCodeRequired: boolean;
  /** Counts an email to an address that nobody has proven. False if it gets no more for now. */
  mayMail(email: string): Promise<boolean>;
  /** Counts an email that a user with the right password requests for this address. RATE_LIMITED if it gets no more for now. */
  countMail(email: string): Promise<void>;
  /** Counts a code that is sent to this account. */
  mayMailCode(email: string): Promise<boolean>;
}

/** Runs work whose failure better-auth reports to its caller. */
export type OrFail = <T>(work: Promise<T>) => Promise<T>;

const always = async () => true;

/** A call that signs nobody in and sends no email. */
export const plainCall: AuthCall = {
  ...{ isPreview: false, isCodeRequired: false },
  mayMail: always,
  countMail: async () => undefined,
  mayMailCode: always,
};
