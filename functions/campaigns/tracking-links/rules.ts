import type { TrackingLinkRecord } from '../../../db/campaigns/tracking-links.ts';
import { maxTrackingLinks } from '../../../schema/campaigns/campaign-terms.ts';
import { invalid, limitReached, type Refusal } from '../../../schema/shared/errors.ts';
import { destinationIn, mixedScripts } from './destination-rules.ts';
import { isOfOneScript } from './script-rules.ts';

/** The address that a new link redirects to. */
export function destinationOf(text: string, baseUrl: string): string {
  const destination = checkedDestination(text, baseUrl);
  if ('problem' in destination) throw invalid('destinationUrl', destination.problem);
  return destination.href;
}

/** Whether a link redirects to its stored address, which an earlier version may have accepted. */
export const isAllowedDestination = (text: string, baseUrl: string): boolean =>
  'href' in checkedDestination(text, baseUrl);

function checkedDestination(text: string, baseUrl: string): ReturnType<typeof destinationIn> {
  const destination = destinationIn(text, baseUrl);
  const isMixed = 'href' in destination && !isOfOneScript(new URL(destination.href).hostname);
  return isMixed ? { problem: mixedScripts } : destination;
}

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
