import type { Platform } from '../../../schema/shared/enums.ts';
import { missing } from '../../../schema/shared/errors.ts';

/** A post on a platform: the one address that we show for it, and the id that the platform knows it by. */
export interface Content {
  readonly url: string;
  readonly contentId: string;
  /** A piece of a recording, not the whole. */
  readonly isClip: boolean;
}

interface Shape {
  readonly hosts: readonly string[];
  /** Its first group is the id; a second one, where there is one, is the author. */
  readonly path: RegExp;
  /** The query that holds the id instead of the path. */
  readonly query?: string;
  readonly canonical: (id: string, author: string) => string;
  readonly isClip?: true;
}

const youtube = ['www.youtube.com', 'youtube.com', 'm.youtube.com'];
const watch = (id: string) => `https://www.youtube.com/watch?v=${id}`;
const instagram = ['www.instagram.com', 'instagram.com', 'm.instagram.com'];

/** How each platform addresses a post. */
const shapes: Readonly<Record<Platform, readonly Shape[]>> = {
  TWITCH: [
    {
      hosts: ['www.twitch.tv', 'twitch.tv', 'm.twitch.tv'],
      path: /^\/videos\/(\d{6,15})$/,
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
      path: /^\/@(?<author>[\w.]{2,24})\/(?:video|photo)\/(?<id>\d{8,25})$/,
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
      path: /^\/stories\/(?<author>[\w.]{1,30})\/(?<id>\d{8,25})$/,
      canonical: (id, author) => `https://www.instagram.com/stories/${author}/${id}/`,
    },
  ],
  X: [
    {
      hosts: ['x.com', 'www.x.com', 'mobile.x.com', 'twitter.com', 'www.twitter.com', 'mobile.twitter.com'],
      path: /^\/(?<author>\w{1,15})\/status\/(?<id>\d{5,25})(?:\/(?:photo|video)\/\d)?$/,
      canonical: (id, author) => `https://x.com/${author}/status/${id}`,
    },
  ],
};

const longestUrl = 500;

// Read as text, as the address of a channel is: a URL parser finds a good host where a reader sees another.
const parts = /^https:\/\/([a-z0-9.-]+)(\/[\w@./-]*)?(?:\?([\w.~!$&'()*+,;=:@/?%-]*))?(?:#[\w.~!$&'()*+,;=:@/?%-]*)?$/i;

/** The post that a URL addresses, normalised; null when it is anything but the plain address of a post there. */
export function contentAtUrl(platform: Platform, url: string): Content | null {
  if (url.length > longestUrl) return null;
  const [, host = '', path = '/', query = ''] = parts.exec(url) ?? [];
  const bare = path.replace(/(?<=.)\/$/, '');
  for (const shape of shapes[platform]) {
    const found = shape.hosts.includes(host.toLowerCase()) ? shape.path.exec(bare) : null;
    if (!found) continue;
    const contentId = shape.query
      ? idInQuery(query, shape.query)
      : (found.groups?.id ?? found[1] ?? missing('the id of a post'));
    const { author = '' } = found.groups ?? {};
    if (contentId !== '') return { contentId, url: shape.canonical(contentId, author), isClip: shape.isClip ?? false };
  }
  return null;
}

/** Given once: of two ids nobody knows which one the platform shows. */
function idInQuery(query: string, name: string): string {
  const [id = '', ...others] = new URLSearchParams(query).getAll(name);
  return others.length === 0 && /^[\w-]{11}$/.test(id) ? id : '';
}
