import type { Platform } from '../../../schema/shared/enums.ts';
import { invalid, type Refusal } from '../../../schema/shared/errors.ts';

/** A form of channel paths on a platform: the prefix, and the pattern of the name. */
export interface ChannelShape {
  readonly before: string;
  readonly name: RegExp;
  /** When absent, names are folded to lower case. */
  readonly isCaseSensitive?: true;
}

/** A form of post paths on a platform. */
export interface PostShape {
  /** The hosts, where they differ from those of channels. */
  readonly hosts?: readonly string[];
  /** The group `id`, and the group `author` where the path names one. */
  readonly path: RegExp;
  /** The query parameter that holds the id when the path does not. */
  readonly query?: string;
  readonly canonical: (id: string, author: string) => string;
  readonly isClip?: boolean;
  /** Its ids are UUIDs, whose normal form has lower case. */
  readonly isUuid?: boolean;
  /** Its ids are the long numbers of stories. */
  readonly isStory?: true;
}

export interface Addresses {
  /** Accepted hosts; the first is the canonical one. */
  readonly hosts: readonly [string, ...string[]];
  /** The first shape is that of a handle. */
  readonly channels: readonly [ChannelShape, ...ChannelShape[]];
  readonly posts: readonly PostShape[];
  /** Pages of the platform itself: no name and no id is one of these words. */
  readonly reserved: ReadonlySet<string>;
  /** Lists of the platform, each in the place of an id. A channel can have such a name. */
  readonly lists?: ReadonlySet<string>;
  /** The word that the platform accepts in place of any author. */
  readonly anyAuthor?: string;
  /** Last segments of paths that show a part of a channel. */
  readonly tabs?: ReadonlySet<string>;
  /** Paths of links that the platform resolves: they contain a token instead of an id. */
  readonly shares?: RegExp;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const none: ReadonlySet<string> = new Set();
const twitchClip = (id: string) => `https://clips.twitch.tv/${id}`;
const watch = (id: string) => `https://www.youtube.com/watch?v=${id}`;
const kickId = '(?<id>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})';

/**
 * The addresses of channels and posts on each platform. Names are ASCII on all platforms except YouTube. Its names in other scripts are
 * excluded because of look-alike characters; such a channel uses its address by id. Only that id is case-sensitive. Numbers have no leading
 * zeros, so that each post has one id.
 */
export const addresses: Readonly<Record<Platform, Addresses>> = {
  TWITCH: {
    hosts: ['www.twitch.tv', 'twitch.tv', 'm.twitch.tv'],
    channels: [{ before: '/', name: /^[a-z0-9]\w{1,24}$/i }],
    posts: [
      {
        path: /^\/(?:(?<author>\w{2,25})\/v(?:ideo)?|videos)\/(?<id>[1-9]\d{5,14})$/,
        canonical: (id) => `https://www.twitch.tv/videos/${id}`,
      },
      {
        path: /^\/(?<author>\w{2,25})\/clip\/(?<id>[\w-]{5,100})$/,
        canonical: (id, author) => `https://www.twitch.tv/${author}/clip/${id}`,
        isClip: true,
      },
      { hosts: ['clips.twitch.tv'], path: /^\/(?<id>[\w-]{5,100})$/, canonical: twitchClip, isClip: true },
      { hosts: ['m.twitch.tv'], path: /^\/clip\/(?<id>[\w-]{5,100})$/, canonical: twitchClip, isClip: true },
    ],
    reserved: words(
      'activate bits broadcast clip clips collections create creatorcamp dashboard directory downloads drops embed event events ' +
        'friends inventory jobs login logout messages moderator p partner payments popout prime products redeem search ' +
        'settings signup store subs subscriptions team teams turbo user videos wallet',
    ),
    tabs: words('about clips home schedule videos'),
  },
  KICK: {
    hosts: ['kick.com', 'www.kick.com'],
    channels: [{ before: '/', name: /^[a-z0-9][\w-]{1,24}$/i }],
    posts: [
      {
        path: new RegExp(`^/(?<author>[\\w-]{2,25})/videos/${kickId}$`),
        canonical: (id, author) => `https://kick.com/${author}/videos/${id}`,
        isUuid: true,
      },
      { path: new RegExp(`^/video/${kickId}$`), canonical: (id) => `https://kick.com/video/${id}`, isUuid: true },
    ],
    reserved: words(
      'about api auth browse careers categories category clip clips community-guidelines dashboard dmca-policy drops ' +
        'following help home inventory kick-store login logout mobile notifications popout privacy-policy search settings ' +
        'signup stream subscriptions terms-of-service transactions video videos',
    ),
  },
  YOUTUBE: {
    hosts: ['www.youtube.com', 'youtube.com', 'm.youtube.com'],
    channels: [
      { before: '/@', name: /^[\w-][\w.-]{2,29}$/i },
      { before: '/channel/', name: /^UC[\w-]{22}$/, isCaseSensitive: true },
      { before: '/c/', name: /^[a-z0-9][\w.-]{0,99}$/i },
      { before: '/user/', name: /^[a-z0-9][\w.-]{0,99}$/i },
    ],
    posts: [
      { path: /^\/watch$/, query: 'v', canonical: watch },
      { hosts: ['music.youtube.com'], path: /^\/watch$/, query: 'v', canonical: watch },
      { path: /^\/(?:shorts|live|embed)\/(?<id>[\w-]{11})$/, canonical: watch },
      {
        hosts: ['www.youtube-nocookie.com', 'youtube-nocookie.com'],
        path: /^\/embed\/(?<id>[\w-]{11})$/,
        canonical: watch,
      },
      { hosts: ['youtu.be'], path: /^\/(?<id>[\w-]{11})$/, canonical: watch },
    ],
    reserved: none,
    lists: words('live_stream videoseries'),
    tabs: words(
      'about channels community courses featured join live membership playlists podcasts posts releases search shorts store streams videos',
    ),
    shares: /^\/(?:redirect|attribution_link|clip)(?:\/|$)/,
  },
  TIKTOK: {
    hosts: ['www.tiktok.com', 'tiktok.com', 'm.tiktok.com'],
    channels: [{ before: '/@', name: /^\w[\w.]{0,22}\w$/i }],
    posts: [
      {
        path: /^\/@(?<author>[\w.]{2,24})\/(?:video|photo)\/(?<id>[1-9]\d{7,18})$/,
        canonical: (id, author) => `https://www.tiktok.com/@${author}/video/${id}`,
      },
    ],
    reserved: none,
    shares: /^\/(?:t|v|share)(?:\/|$)/,
  },
  INSTAGRAM: {
    hosts: ['www.instagram.com', 'instagram.com', 'm.instagram.com'],
    channels: [{ before: '/', name: /^(?!.*\.\.)\w(?:[\w.]{0,28}\w)?$/i }],
    posts: [
      {
        path: /^\/(?:(?<author>[\w.]{1,30})\/)?(?:p|reel|reels|tv)\/(?<id>[\w-]{5,40})$/,
        canonical: (id) => `https://www.instagram.com/p/${id}/`,
      },
      {
        path: /^\/stories\/(?<author>[\w.]{1,30})\/(?<id>[1-9]\d{7,24})$/,
        canonical: (id, author) => `https://www.instagram.com/stories/${author}/${id}/`,
        isStory: true,
      },
    ],
    reserved: words(
      'about accounts ads api archive audio blog business challenge create developer developers direct directory emails explore ' +
        'graphql highlights help jobs legal lite locations nametag oauth p popular press privacy reel reels s saved session share static ' +
        'stories tagged terms topics tv web your_activity',
    ),
    lists: words(
      'camera channel collections drafts effects embed followers following guide guides hashtag latest liked likes music posts remix remixes ' +
        'series suggested template templates trending upload uploads video videos watched',
    ),
    shares: /^\/(?:share|s)(?:\/|$)/,
  },
  X: {
    hosts: ['x.com', 'www.x.com', 'mobile.x.com', 'twitter.com', 'www.twitter.com', 'mobile.twitter.com'],
    channels: [{ before: '/', name: /^\w{1,15}$/i }],
    posts: [
      {
        path: /^\/(?<author>\w{1,15})\/status\/(?<id>[1-9]\d{4,18})(?:\/(?:photo|video)\/\d)?$/,
        canonical: (id, author) => `https://x.com/${author}/status/${id}`,
      },
      { path: /^\/i\/web\/status\/(?<id>[1-9]\d{4,18})$/, canonical: (id) => `https://x.com/i/status/${id}` },
    ],
    reserved: words(
      'about account bookmarks communities compose download explore hashtag help home i intent jobs lists login logout ' +
        'messages notifications oauth premium privacy search settings share signup tos who_to_follow widgets',
    ),
    anyAuthor: 'i',
  },
};

/** The @ at the beginning of a path, as some programs copy it. No other escape is read. */
const escapedAt = /^(https:\/\/[a-z0-9.-]+\/)%40/i;

/** An address with an @ in the place of its escape. */
export const withPlainAt = (url: string): string => url.replace(escapedAt, '$1@');

/** Whether a text is the name of a channel on a platform, and no page of the platform. */
export const isName = (platform: Platform, text: string): boolean => {
  const { channels, reserved } = addresses[platform];
  return channels[0].name.test(text) && !reserved.has(text.toLowerCase());
};

/** Hosts whose links lead to an address that nobody can read in them: those of the platforms, and of services that shorten addresses. */
const shareHosts = words(
  'vm.tiktok.com vt.tiktok.com lite.tiktok.com instagr.am www.instagr.am ig.me l.instagram.com fb.com www.fb.com fb.me fb.watch l.facebook.com ' +
    'lm.facebook.com www.facebook.com facebook.com m.facebook.com t.co bit.ly bitly.com j.mp tinyurl.com goo.gl is.gd v.gd ow.ly buff.ly ' +
    'lnkd.in rb.gy cutt.ly rebrand.ly shorturl.at t.ly tiny.cc dlvr.it trib.al adf.ly s.id bl.ink lnk.to linktr.ee onelink.to snip.ly ' +
    'smarturl.it soo.gd urlz.fr clck.ru u.to shor.by amzn.to redd.it youtube.app.goo.gl search.app share.google',
);

/** Refuses an address: with the way to the right one, if it is the link of a share button or of a service that shortens addresses. */
export const refusedAddress = (field: string, url: string, message: string): Refusal =>
  invalid(
    field,
    isShareLink(url) ? 'is a share link. Open the link in a browser and copy the address that it shows.' : message,
  );

function isShareLink(url: string): boolean {
  const [, given = '', path = '/'] = /^(?:https?:\/\/)?([a-z0-9.-]+)(\/[^?#]*)?/i.exec(url) ?? [];
  const host = given.toLowerCase();
  return (
    shareHosts.has(host) ||
    Object.values(addresses).some(({ hosts, shares }) => hosts.includes(host) && shares?.test(path.toLowerCase()))
  );
}
