import { channelUrlLength } from '../../../schema/creators/channels.ts';
import type { Platform } from '../../../schema/shared/enums.ts';

/** The address of a channel: its name on the platform and its canonical URL. */
export interface ChannelAddress {
  readonly handle: string;
  readonly canonicalUrl: string;
}

/** A form of channel paths on a platform: the prefix, and the pattern of the name. */
interface PathShape {
  readonly before: string;
  readonly name: RegExp;
  /** When absent, names are folded to lower case. */
  readonly isCaseSensitive?: true;
}

interface Addresses {
  /** Accepted hosts; the first is the canonical one. */
  readonly hosts: readonly [string, ...string[]];
  /** The first shape is that of a handle. */
  readonly paths: readonly [PathShape, ...PathShape[]];
  /** First path segments that are pages of the platform itself. */
  readonly reserved: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const none: ReadonlySet<string> = new Set();

/**
 * Names are ASCII on all platforms except YouTube. Its names in other scripts are excluded because of look-alike characters; such a channel
 * uses its address by id. Only that id is case-sensitive.
 */
const addresses: Readonly<Record<Platform, Addresses>> = {
  TWITCH: {
    hosts: ['www.twitch.tv', 'twitch.tv', 'm.twitch.tv'],
    paths: [{ before: '/', name: /^[a-z0-9]\w{1,24}$/i }],
    reserved: words(
      'activate bits broadcast clip clips collections creatorcamp dashboard directory downloads drops embed event events ' +
        'friends inventory jobs login logout messages moderator p partner payments popout prime products redeem search ' +
        'settings signup store subs subscriptions team teams turbo user videos wallet',
    ),
  },
  KICK: {
    hosts: ['kick.com', 'www.kick.com'],
    paths: [{ before: '/', name: /^[a-z0-9][\w-]{1,24}$/i }],
    reserved: words(
      'about api auth browse careers categories category clip clips community-guidelines dashboard dmca-policy drops ' +
        'following help home inventory kick-store login logout mobile notifications popout privacy-policy search settings ' +
        'signup stream subscriptions terms-of-service transactions video videos',
    ),
  },
  YOUTUBE: {
    hosts: ['www.youtube.com', 'youtube.com', 'm.youtube.com'],
    paths: [
      { before: '/@', name: /^[\w-][\w.-]{2,29}$/i },
      { before: '/channel/', name: /^UC[\w-]{22}$/, isCaseSensitive: true },
      { before: '/c/', name: /^[a-z0-9][\w.-]{0,99}$/i },
      { before: '/user/', name: /^[a-z0-9][\w.-]{0,99}$/i },
    ],
    reserved: none,
  },
  TIKTOK: {
    hosts: ['www.tiktok.com', 'tiktok.com', 'm.tiktok.com'],
    paths: [{ before: '/@', name: /^\w[\w.]{0,22}\w$/i }],
    reserved: none,
  },
  INSTAGRAM: {
    hosts: ['www.instagram.com', 'instagram.com', 'm.instagram.com'],
    paths: [{ before: '/', name: /^(?!.*\.\.)\w(?:[\w.]{0,28}\w)?$/i }],
    reserved: words(
      'about accounts ads api archive blog business challenge create developer developers direct directory emails explore ' +
        'graphql help jobs legal lite nametag oauth p popular press privacy reel reels session share static stories terms ' +
        'topics tv web your_activity',
    ),
  },
  X: {
    hosts: ['x.com', 'www.x.com', 'mobile.x.com', 'twitter.com', 'www.twitter.com', 'mobile.twitter.com'],
    paths: [{ before: '/', name: /^\w{1,15}$/i }],
    reserved: words(
      'about account bookmarks communities compose download explore hashtag help home i intent jobs lists login logout ' +
        'messages notifications oauth premium privacy search settings share signup tos who_to_follow widgets',
    ),
  },
};

// Matched as text and never parsed: a URL parser drops tabs, folds look-alike letters, decodes escapes and reads numbers as IP addresses,
// so it can find a valid host where a reader sees another.
const printable = /^[!-[\]-~]+$/;
const parts = /^https:\/\/([a-z0-9.-]+)(\/[\w@./-]*)?(?:[?#].*)?$/i;

/** The channel at a URL, normalised; null for anything but a plain channel URL of the platform. */
export function channelAtUrl(platform: Platform, url: string): ChannelAddress | null {
  if (url.length > channelUrlLength || !printable.test(url)) return null;
  const [, host = '', path = '/'] = parts.exec(url) ?? [];
  const { hosts, paths } = addresses[platform];
  if (!hosts.includes(host.toLowerCase())) return null;
  const bare = path.replace(/(?<=.)\/$/, '');
  for (const shape of paths) {
    const isOfShape = bare.toLowerCase().startsWith(shape.before);
    const address = isOfShape ? addressOf(platform, shape, bare.slice(shape.before.length)) : null;
    if (address) return address;
  }
  return null;
}

/** The channel with this handle, with or without its @; null when the platform allows no such handle. */
export const channelOfHandle = (platform: Platform, handle: string): ChannelAddress | null =>
  addressOf(platform, addresses[platform].paths[0], handle.replace(/^@/, ''));

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
  const { platform, canonicalUrl } = channel;
  if (account.platform !== platform) return false;
  const names = [channelOfHandle(platform, account.handle), channelOfId(account)];
  return names.some((address) => address?.canonicalUrl === canonicalUrl);
}

const channelOfId = ({ platform, externalId }: AccountName): ChannelAddress | null =>
  platform === 'YOUTUBE' && externalId !== null
    ? channelAtUrl(platform, `https://www.youtube.com/channel/${externalId}`)
    : null;

/** The accepted URL forms of a platform, for error messages. */
export const urlForms = (platform: Platform): string =>
  addresses[platform].paths.map(({ before }) => `https://${addresses[platform].hosts[0]}${before}…`).join(' or ');

function addressOf(platform: Platform, { before, name, isCaseSensitive }: PathShape, text: string) {
  // Matched before it is folded, because the lower case of the Kelvin sign is an ASCII k.
  if (!name.test(text)) return null;
  const handle = isCaseSensitive ? text : text.toLowerCase();
  const { hosts, reserved } = addresses[platform];
  if (reserved.has(handle)) return null;
  return { handle, canonicalUrl: `https://${hosts[0]}${before}${handle}` };
}
