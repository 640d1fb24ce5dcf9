import { cookiePrefix } from '../../../schema/shared/cookie-prefix.ts';
import { sha256Hex } from '../../platform/hash.ts';
import { type MacSettings, signToken, subjectOf } from '../../platform/mac.ts';
import type { Settings } from '../../settings/index.ts';

type Own = MacSettings<'signed-up'> & Pick<Settings, 'BASE_URL'>;

/** The sign-up of an address: the hash of its password, which another sign-up replaces. */
interface SignUp {
  readonly email: string;
  readonly hash: string;
}

const validSeconds = 86_400;

/** The Set-Cookie of the browser that has signed up. With it, the link of the email needs no password. */
export async function signedUpCookie(signUp: SignUp, settings: Own, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + validSeconds * 1_000);
  const token = await signToken('signed-up', await idOf(signUp), expiresAt, settings);
  const isSecure = settings.BASE_URL.startsWith('https:');
  return `${nameOf(settings)}=${token}; Max-Age=${validSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Whether a Cookie header proves the browser of this sign-up. */
export async function hasSignedUp(
  cookies: string | null | undefined,
  signUp: SignUp,
  settings: Own,
  now: Date,
): Promise<boolean> {
  const given = signUpPair(cookies, settings)?.slice(nameOf(settings).length + 1);
  return given !== undefined && (await subjectOf('signed-up', given, settings, now)) === (await idOf(signUp));
}

/** The cookie in a Cookie header, with its name. */
export const signUpPair = (cookies: string | null | undefined, settings: Own): string | undefined =>
  cookies?.split('; ').find((pair) => pair.startsWith(`${nameOf(settings)}=`));

const nameOf = ({ BASE_URL }: Own): string => `${cookiePrefix(BASE_URL)}castline.signed_up`;

/** For an address without an account the hash belongs to nobody, so the cookie reveals nothing. */
const idOf = ({ email, hash }: SignUp): Promise<string> => sha256Hex(`${email} ${hash}`);
