import type { TrackingLinkRecord } from '../../../db/campaigns/tracking-links.ts';
import { destinationUrlLength, maxTrackingLinks } from '../../../schema/campaigns/tracking-link.ts';
import { invalid, limitReached, type Refusal } from '../../../schema/shared/errors.ts';

/** The address that a link redirects to, as browsers send it: in ASCII, so that it can be the value of a header. */
export function destinationOf(text: string): string {
  if (hidden.test(text)) throw refused('must not contain spaces, control characters or backslashes');
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') throw refused('must be an absolute https address');
  if (url.username !== '' || url.password !== '') throw refused('must not contain a user name or a password');
  if (url.href.length > destinationUrlLength)
    throw refused(`must be at most ${destinationUrlLength} characters long in its encoded form`);
  return url.href;
}

const refused = (message: string) => invalid('destinationUrl', message);

// The URL parser silently drops or replaces some of these characters.
const hidden = /[\p{Cc}\p{Cf}\p{Z}\\]/u;

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const codeLength = 10;

/** A code of random bytes; null if too few of them can be used. Each digit is equally likely: bytes above the last multiple are skipped. */
export function codeFrom(randomBytes: Uint8Array): string | null {
  const fair = [...randomBytes].filter((byte) => byte < 256 - (256 % digits.length)).slice(0, codeLength);
  return fair.length < codeLength ? null : fair.map((byte) => digits.charAt(byte % digits.length)).join('');
}

/** The public address of a link. */
export const addressOf = ({ code }: Pick<TrackingLinkRecord, 'code'>, baseUrl: string): string =>
  `${baseUrl}/t/${code}`;

export const tooManyLinks = (): Refusal =>
  limitReached(`A campaign has at most ${maxTrackingLinks} tracking links. They cannot be deleted.`);
