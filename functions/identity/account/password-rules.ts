/** Whose password it is. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

const leastDifferent = 5;

/**
 * Whether a new password is one of the first that an attacker tries: a common one, one of few characters, or one that the account shows.
 * Case and forms of one character do not matter.
 */
export function isTooCommon(
  password: string,
  { email, name }: PasswordOwner,
  commonPasswords: ReadonlySet<string>,
): boolean {
  const plain = plainOf(password);
  if (new Set(plain).size < leastDifferent || commonPasswords.has(plain)) return true;
  const shown = [email, email.split('@')[0] ?? '', name, 'castline'].map(plainOf);
  const unspaced = withoutBlanks(plain);
  return shown.some((one) => one !== '' && withoutBlanks(one) === unspaced);
}

const plainOf = (text: string): string => text.normalize('NFKC').toLowerCase().trim();
const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');
