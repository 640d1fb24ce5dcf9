import type { AccountInput } from '../../../schema/factories/factory-account.ts';
import { type Platform, platforms } from '../../../schema/shared/enums.ts';
import { alreadyThere, invalid, limitReached, Refusal } from '../../../schema/shared/errors.ts';
import { refusedAddress } from '../../creators/channels/address-rules.ts';

interface Address {
  readonly handle: string;
  readonly canonicalUrl: string;
}

interface Addresses {
  readonly ofHandle: (platform: Platform, handle: string) => Address | null;
  readonly atUrl: (platform: Platform, url: string) => Address | null;
}

/** The platform of an account in a request: without a stated one, that of the address. */
export function platformIn({ platform, url = '' }: AccountInput, { atUrl }: Addresses): Platform {
  const found = platform ?? platforms.find((one) => atUrl(one, url) !== null);
  if (found === undefined)
    throw refusedAddress('url', url, `is not the address of an account on ${platforms.join(', ')}`);
  return found;
}

/** The name of an account in a request, as the platform knows it: the handle, or the id or `user/` and the username where its address has one. */
export function nameOf(
  { platform, handle, url }: AccountInput & { readonly platform: Platform },
  addresses: Addresses,
): string {
  if (handle !== undefined) {
    // A username is shown as `user/name`, and can be sent back.
    const isUsername = platform === 'YOUTUBE' && handle.startsWith('user/');
    const named = isUsername
      ? addresses.atUrl(platform, `https://www.youtube.com/${handle}`)
      : addresses.ofHandle(platform, handle);
    if (named === null) throw invalid('handle', `is not the name of an account on ${platform}`);
    return nameAt(named);
  }
  const found = addresses.atUrl(platform, url ?? '');
  if (found === null) throw refusedAddress('url', url ?? '', `is not the address of an account on ${platform}`);
  return nameAt(found);
}

/** A username of YouTube may be the handle of another channel. */
const nameAt = ({ handle, canonicalUrl }: Address): string =>
  /youtube[.]com[/]user[/]/.test(canonicalUrl) ? `user/${handle}` : handle;

export const alreadyWatched = (existingId: number) =>
  alreadyThere('The factory has this account already.', existingId, 'ACCOUNT_EXISTS');

export const grantRequired = () =>
  new Refusal(
    'INVALID_STATE',
    'This platform shows posts only to connected accounts. Connect the account, or ask its owner to connect it and to share its metrics.',
    { status: 'GRANT_REQUIRED', allowedActions: ['connections'] },
  );

export const unreadable = () =>
  new Refusal('WRITE_NOT_AVAILABLE_FOR_FEATURE', 'Castline cannot read posts of this platform now.');

export const tooManyAccounts = (limit: number) => () =>
  limitReached(`A factory has at most ${limit} accounts. Remove one first.`, ['remove']);
