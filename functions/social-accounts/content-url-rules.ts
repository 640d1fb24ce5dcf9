import type { Platform } from '../../schema/shared/enums.ts';
import { missing } from '../../schema/shared/errors.ts';

/** A post on a platform: its canonical URL and the platform's id. */
export interface Content {
  readonly url: string;
  readonly contentId: string;
  /** The name of the channel that the URL names as the author; null if it names none. */
  readonly author: string | null;
  /** True for an excerpt of a recording. */
  readonly isClip: boolean;
}

interface Shape {
  readonly hosts: readonly string[];
  /** The first group is the id; the second one, if present, is the author. */
  readonly path: RegExp;
  /** The query parameter that holds the id when the path does not. */
  readonly query?: string;
  readonly canonical: (id: string, author: string) => string;
  readonly isClip?: true;
  /** Its ids are the long numbers of stories. */
  readonly isStory?: true;
}

const youtube = ['www.youtube.com', 'youtube.com', 'm.youtube.com'];
const watch = (id: string) => `https://www.youtube.com/watch?v=${id}`;
const instagram = ['www.instagram.com', 'instagram.com', 'm.instagram.com'];

/** The URLs of posts on each platform. Numbers have no leading zeros, so that each post has one id. */
const shapes: Readonly<Record<Platform, readonly Shape[]>> = {
  TWITCH: [
    {
      hosts: ['www.twitch.tv', 'twitch.tv', 'm.twitch.tv'],
      path: /^\/videos\/([1-9]\d{5,14})$/,
      canonical: (id) => `https://www.twitch.tv/videos/${id}`,
    },
    {
      hosts: ['www.twitch.tv', 'twitch.tv', 'm.twitch.tv'],
      path: /^\/(?<author>\w{2,25})\/clip\/(?<id>[\w-]{5,100})$/,
      canonical: (id, author) => `https://www.twitch.tv/${author}/clip/${id}`,
      isClip: true,
    },
    {
      hosts: ['clips.twitch.tv'],
      path: /^\/([\w-]{5,100})$/,
      canonical: (id) => `https://clips.twitch.tv/${id}`,
      isClip: true,
    },
  ],
  KICK: [
    {
      hosts: ['kick.com', 'www.kick.com'],
      path: /^\/(?<author>[\w-]{2,25})\/videos\/(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
      canonical: (id, author) => `https://kick.com/${author}/videos/${id}`,
    },
    {
      hosts: ['kick.com', 'www.kick.com'],
      path: /^\/video\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
      canonical: (id) => `https://kick.com/video/${id}`,
    },
  ],
  YOUTUBE: [
    { hosts: youtube, path: /^\/watch$/, query: 'v', canonical: watch },
    { hosts: youtube, path: /^\/(?:shorts|live)\/([\w-]{11})$/, canonical: watch },
    { hosts: ['youtu.be'], path: /^\/([\w-]{11})$/, canonical: watch },
  ],
  TIKTOK: [
    {
      hosts: ['www.tiktok.com', 'tiktok.com', 'm.tiktok.com'],
      path: /^\/@(?<author>[\w.]{2,24})\/(?:video|photo)\/(?<id>[1-9]\d{7,18})$/,
      canonical: (id, author) => `https://www.tiktok.com/@${author}/video/${id}`,
    },
  ],
  INSTAGRAM: [
    {
      hosts: instagram,
      path: /^\/(?:[\w.]{1,30}\/)?(?:p|reel|reels|tv)\/([\w-]{5,40})$/,
      canonical: (id) => `https://www.instagram.com/p/${id}/`,
    },
    {
      hosts: instagram,
      path: /^\/stories\/(?<author>[\w.]{1,30})\/(?<id>[1-9]\d{7,24})$/,
      canonical: (id, author) => `https://www.instagram.com/stories/${author}/${id}/`,
      isStory: true,
    },
  ],
  X: [
    {
      hosts: ['x.com', 'www.x.com', 'mobile.x.com', 'twitter.com', 'www.twitter.com', 'mobile.twitter.com'],
      path: /^\/(?<author>\w{1,15})\/status\/(?<id>[1-9]\d{4,18})(?:\/(?:photo|video)\/\d)?$/,
      canonical: (id, author) => `https://x.com/${author}/status/${id}`,
    },
  ],
};

/** The text that a platform accepts in the address of any post, in place of its author. */
const anyAuthor: Readonly<Partial<Record<Platform, string>>> = { X: 'i' };

const maxUrlLength = 500;

// Matched as text, like the address of a channel: a URL parser can accept a host that differs from the one that a reader sees.
const parts = /^https:\/\/([a-z0-9.-]+)(\/[\w@./-]*)?(?:\?([\w.~!$&'()*+,;=:@/?%-]*))?(?:#[\w.~!$&'()*+,;=:@/?%-]*)?$/i;

/** The post at a URL, normalised; null for anything but a plain post URL of the platform. */
export function contentAtUrl(platform: Platform, url: string): Content | null {
  if (url.length > maxUrlLength) return null;
  const [, host = '', path = '/', query = ''] = parts.exec(url) ?? [];
  const bare = path.replace(/(?<=.)\/$/, '');
  for (const shape of shapes[platform]) {
    const found = shape.hosts.includes(host.toLowerCase()) ? shape.path.exec(bare) : null;
    if (!found) continue;
    const contentId = shape.query
      ? idInQuery(query, shape.query)
      : (found.groups?.id ?? found[1] ?? missing('the id of a post'));
    const { author = '' } = found.groups ?? {};
    if (contentId !== '')
      return {
        contentId,
        url: shape.canonical(contentId, author),
        author: author === '' || author === anyAuthor[platform] ? null : author,
        isClip: shape.isClip ?? false,
      };
  }
  return null;
}

/** The canonical URL of a post; null where its platform needs the name of the account, and this is none. A post that is no clip of a recording. */
export function postUrl(platform: Platform, contentId: string, handle: string | null): string | null {
  const isStory = platform === 'INSTAGRAM' && /^\d{15,25}$/.test(contentId);
  const fitting = shapes[platform].filter((shape) => !shape.isClip && (shape.isStory ?? false) === isStory);
  for (const author of [handle ?? '', anyAuthor[platform] ?? ''])
    for (const { canonical } of fitting) {
      const url = canonical(contentId, author);
      if (contentAtUrl(platform, url)?.url === url) return url;
    }
  return null;
}

/** Refuses a repeated parameter, because it is unclear which of two ids the platform shows. */
function idInQuery(query: string, name: string): string {
  const [id = '', ...others] = new URLSearchParams(query).getAll(name);
  return others.length === 0 && /^[\w-]{11}$/.test(id) ? id : '';
}
