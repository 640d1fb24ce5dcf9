import { channelUrlLength } from '../../../schema/creators/channels.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { addresses, type ChannelShape, withPlainAt } from './address-rules.ts';

/** The address of a channel: its name on the platform and its canonical URL. */
export interface ChannelAddress {
  readonly handle: string;
  readonly canonicalUrl: string;
}

// Matched as text and never parsed: a URL parser drops tabs, folds look-alike letters, decodes escapes and reads numbers as IP addresses,
// so it can find a valid host where a reader sees another.
const printable = /^[!-[\]-~]+$/;
const parts = /^https:\/\/([a-z0-9.-]+)(\/[\w@./-]*)?(?:[?#].*)?$/i;

/** The channel at a URL, normalised; null for anything but a plain channel URL of the platform. */
export function channelAtUrl(platform: Platform, url: string): ChannelAddress | null {
  if (url.length > channelUrlLength || !printable.test(url)) return null;
  const [, host = '', path = '/'] = parts.exec(withPlainAt(url)) ?? [];
  const { hosts, channels, tabs } = addresses[platform];
  if (!hosts.includes(host.toLowerCase())) return null;
  const bare = path.replace(/(?<=.)\/$/, '');
  // The whole path first: a channel can have the name of a tab, as in /user/videos.
  for (const shown of [bare, withoutTab(bare, tabs)])
    for (const shape of channels) {
      const isOfShape = shown.toLowerCase().startsWith(shape.before);
      const address = isOfShape ? addressOf(platform, shape, shown.slice(shape.before.length)) : null;
      if (address) return address;
    }
  return null;
}

/** The path of the channel, of which a tab shows a part: /@mika/videos. */
function withoutTab(path: string, tabs?: ReadonlySet<string>): string {
  const [, channel = path, tab = ''] = /^(\/.+)\/([^/]+)$/.exec(path) ?? [];
  return tabs?.has(tab.toLowerCase()) ? channel : path;
}

/** The channel with this handle, with or without its @, or with this id; null when the platform allows no such handle. */
export const channelOfHandle = (platform: Platform, handle: string): ChannelAddress | null =>
  isAccountId(platform, handle)
    ? atId(platform, handle)
    : addressOf(platform, addresses[platform].channels[0], handle.replace(/^@/, ''));

/** Whether a name is the id of an account. Only YouTube shows ids to people; a handle has an @. */
export const isAccountId = (platform: Platform, name: string): boolean =>
  platform === 'YOUTUBE' && /^UC[\w-]{22}$/.test(name);

const atId = (platform: Platform, id: string): ChannelAddress | null =>
  channelAtUrl(platform, `https://www.youtube.com/channel/${id}`);

export interface AccountName {
  readonly platform: Platform;
  readonly handle: string;
  /** The id on the platform. */
  readonly externalId: string | null;
}

/** The channel of an account: by its handle, or by its id when the handle has no valid URL. */
export function channelOfAccount(account: AccountName): ChannelAddress | null {
  const { platform, handle } = account;
  const byHandle = channelOfHandle(platform, handle);
  if (byHandle) return byHandle;
  const byId = channelOfId(account);
  return byId && { ...byId, handle: handle.replace(/^@/, '') };
}

/** Whether the address is the account's: by its name or, on YouTube, by its id. */
export function isChannelOf(account: AccountName, channel: { platform: Platform; canonicalUrl: string }): boolean {
  return account.platform === channel.platform && urlsOf(account).includes(channel.canonicalUrl);
}

/** The addresses of the channel of an account: by its name and, on YouTube, by its id. */
export const urlsOf = (account: AccountName): readonly string[] =>
  [channelOfHandle(account.platform, account.handle), channelOfId(account)].flatMap(
    (address) => address?.canonicalUrl ?? [],
  );

const channelOfId = ({ platform, externalId }: AccountName): ChannelAddress | null =>
  platform === 'YOUTUBE' && externalId !== null ? atId(platform, externalId) : null;

/** The accepted URL forms of a platform, for error messages. */
export const urlForms = (platform: Platform): string =>
  addresses[platform].channels.map(({ before }) => `https://${addresses[platform].hosts[0]}${before}…`).join(' or ');

function addressOf(platform: Platform, { before, name, isCaseSensitive }: ChannelShape, text: string) {
  // Matched before it is folded, because the lower case of the Kelvin sign is an ASCII k.
  if (!name.test(text)) return null;
  const handle = isCaseSensitive ? text : text.toLowerCase();
  const { hosts, reserved } = addresses[platform];
  if (reserved.has(handle)) return null;
  return { handle, canonicalUrl: `https://${hosts[0]}${before}${handle}` };
}
