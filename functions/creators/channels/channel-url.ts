import { channelUrlLength } from '../../../schema/creators/channels.ts';
import type { Platform } from '../../../schema/shared/enums.ts';

/** Where a channel is: its name on the platform, and the one address that we show for it. */
export interface ChannelAddress {
  readonly handle: string;
  readonly canonicalUrl: string;
}

/** One way in which a platform addresses channels: what stands before the name, and what a name is. */
interface PathShape {
  readonly before: string;
  readonly name: RegExp;
  /** Otherwise a name is the same in lower case. */
  readonly isCaseSensitive?: true;
}

interface Addresses {
  /** A submitted URL names one of these; the first is the canonical one. */
  readonly hosts: readonly [string, ...string[]];
  /** The first shape is that of a handle. */
  readonly paths: readonly [PathShape, ...PathShape[]];
  /** First segments that are pages of the platform itself. */
  readonly reserved: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const none: ReadonlySet<string> = new Set();

/**
 * Names are ASCII on every platform but YouTube, whose names in other scripts are left out with all that looks alike:
 * such a channel has its address by id. Case matters in that id alone.
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

// Read as text, never parsed: a URL parser drops tabs, folds look-alike letters, decodes escapes and takes numbers for
// addresses, and so finds a good host where a reader sees another.
const printable = /^[!-[\]-~]+$/;
const parts = /^https:\/\/([a-z0-9.-]+)(\/[\w@./-]*)?(?:[?#].*)?$/i;

/** The channel that a URL addresses, normalised; null when it is anything but the plain address of a channel there. */
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

/** The channel with this handle, which may be written with its @; null when no channel there can be called so. */
export const channelOfHandle = (platform: Platform, handle: string): ChannelAddress | null =>
  addressOf(platform, addresses[platform].paths[0], handle.replace(/^@/, ''));

export interface AccountName {
  readonly platform: Platform;
  readonly handle: string;
  /** The id that the platform knows it by. */
  readonly externalId: string | null;
}

/** The channel of an account: by its handle, or by its id where the handle makes no address. */
export function channelOfAccount({ platform, handle, externalId }: AccountName): ChannelAddress | null {
  const byHandle = channelOfHandle(platform, handle);
  if (byHandle || platform !== 'YOUTUBE' || externalId === null) return byHandle;
  const byId = channelAtUrl(platform, `https://www.youtube.com/channel/${externalId}`);
  return byId && { ...byId, handle: handle.replace(/^@/, '') };
}

/** How a URL of a channel there looks, for whoever sent another one. */
export const urlForms = (platform: Platform): string =>
  addresses[platform].paths.map(({ before }) => `https://${addresses[platform].hosts[0]}${before}…`).join(' or ');

function addressOf(platform: Platform, { before, name, isCaseSensitive }: PathShape, text: string) {
  // Tested before it is folded: the lower case of a Kelvin sign is a k.
  if (!name.test(text)) return null;
  const handle = isCaseSensitive ? text : text.toLowerCase();
  const { hosts, reserved } = addresses[platform];
  if (reserved.has(handle)) return null;
  return { handle, canonicalUrl: `https://${hosts[0]}${before}${handle}` };
}
