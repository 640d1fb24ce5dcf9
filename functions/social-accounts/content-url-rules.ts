import { isStory } from '../../schema/metrics/stories.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { missing } from '../../schema/shared/errors.ts';
import { addresses, isName, type PostShape, withPlainAt } from '../creators/channels/address-rules.ts';

/** A post on a platform: its canonical URL and the platform's id. */
export interface Content {
  readonly url: string;
  readonly contentId: string;
  /** The name of the channel that the URL names as the author; null if it names none. */
  readonly author: string | null;
  /** True for an excerpt of a recording. */
  readonly isClip: boolean;
}

const maxUrlLength = 500;

// Matched as text, like the address of a channel: a URL parser can accept a host that differs from the one that a reader sees.
const parts =
  /^https:\/\/([a-z0-9.-]+)(\/[\w@./-]*)?(?:\?([\w.~!$&'()*+,;=:@/?%|[\]{}-]*))?(?:#[\w.~!$&'()*+,;=:@/?%|[\]{}-]*)?$/i;

/** The post at a URL, normalised; null for anything but a plain post URL of the platform. */
export function contentAtUrl(platform: Platform, url: string): Content | null {
  if (url.length > maxUrlLength) return null;
  const [, host = '', path = '/', query = ''] = parts.exec(withPlainAt(url)) ?? [];
  const bare = path.replace(/(?<=.)\/$/, '');
  for (const shape of addresses[platform].posts) {
    const { hosts = addresses[platform].hosts } = shape;
    const found = hosts.includes(host.toLowerCase()) ? shape.path.exec(bare) : null;
    const content = found && contentOf(platform, shape, found.groups ?? {}, query);
    if (content) return content;
  }
  return null;
}

function contentOf(
  platform: Platform,
  { query: parameter, canonical, isClip = false, isUuid = false }: PostShape,
  { id, author = '' }: Readonly<Record<string, string | undefined>>,
  query: string,
): Content | null {
  const { reserved, lists, anyAuthor = '' } = addresses[platform];
  const named = parameter ? idInQuery(query, parameter) : (id ?? missing('the id of a post'));
  const word = named.toLowerCase();
  const contentId = isUuid ? word : named;
  if (word === '' || reserved.has(word) || lists?.has(word)) return null;
  const isAnonymous = author === anyAuthor || author === '';
  if (!isAnonymous && !isName(platform, author)) return null;
  return { contentId, url: canonical(contentId, author), author: isAnonymous ? null : author, isClip };
}

/** The canonical URL of a post; null where its platform needs the name of the account, and this is none. A post that is no clip of a recording. */
export function postUrl(platform: Platform, contentId: string, handle: string | null): string | null {
  const fitting = addresses[platform].posts.filter(
    (shape) => !shape.isClip && (shape.isStory ?? false) === isStory(platform, contentId),
  );
  for (const author of [handle ?? '', addresses[platform].anyAuthor ?? ''])
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
