import type { AccountInput } from '../../../schema/factories/factory-account.ts';
import { type Platform, platforms } from '../../../schema/shared/enums.ts';
import { alreadyThere, invalid, limitReached, Refusal } from '../../../schema/shared/errors.ts';
import { refusedAddress } from '../../creators/channels/address-rules.ts';

interface Addresses {
  readonly ofHandle: (platform: Platform, handle: string) => { readonly handle: string } | null;
  readonly atUrl: (
    platform: Platform,
    url: string,
  ) => { readonly handle: string; readonly canonicalUrl: string } | null;
}

/** The platform of an account in a request: without a stated one, that of the address. */
export function platformIn({ platform, url = '' }: AccountInput, { atUrl }: Addresses): Platform {
  const found = platform ?? platforms.find((one) => atUrl(one, url) !== null);
  if (found === undefined)
    throw refusedAddress('url', url, `is not the address of an account on ${platforms.join(', ')}`);
  return found;
}

/** The name of an account in a request, as the platform knows it: the handle, or the id where its address has one. */
export function nameOf(
  { platform, handle, url }: AccountInput & { readonly platform: Platform },
  addresses: Addresses,
): string {
  if (handle !== undefined) {
    const found = addresses.ofHandle(platform, handle);
    if (found === null) throw invalid('handle', `is not the name of an account on ${platform}`);
    return found.handle;
  }
  const found = addresses.atUrl(platform, url ?? '');
  // YouTube's older addresses have a name that may be the handle of another channel.
  if (found === null || /youtube[.]com[/](?:c|user)[/]/.test(found.canonicalUrl))
    throw refusedAddress(
      'url',
      url ?? '',
      `is not the address of an account on ${platform} that names its handle or its id`,
    );
  return found.handle;
}

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
