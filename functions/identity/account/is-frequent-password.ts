import { isTooCommon, type PasswordOwner } from './password-rules.ts';

let known: ReadonlySet<string> | undefined;

/** Whether a new password is too common. The list is loaded by the first. */
export async function isCommonPassword(password: string, owner: PasswordOwner): Promise<boolean> {
  known ??= new Set((await import('./frequent-passwords.ts')).commonPasswords.split(' '));
  return isTooCommon(password, owner, known);
}
