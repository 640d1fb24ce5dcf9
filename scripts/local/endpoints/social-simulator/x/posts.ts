import { type Answer, json } from '../../endpoint.ts';
import type {
  Fault,
  PlatformWorld,
  SimulatedAccount,
  SimulatedCounts,
  SimulatedGrant,
  SimulatedPost,
} from '../simulated-platform.ts';
import { invalid, notAuthorizedIn, notFoundIn, unavailableIn } from './problems.ts';

const knownFields = ['attachments', 'author_id', 'created_at', 'note_tweet', 'public_metrics'];
const longest = 280;

/** GET /2/tweets: a 200 with the posts, and an error for each of the others. */
export function lookUpPosts(
  query: URLSearchParams,
  world: PlatformWorld,
  grant: SimulatedGrant | undefined,
  fault: Fault | undefined,
): Answer {
  const ids = (query.get('ids') ?? '').split(',');
  const wrong = ids.find((id) => !/^\d{1,19}$/.test(id));
  if (wrong !== undefined || ids.length > 100) return invalid('ids', wrong ?? ids.join(','));
  const fields = (query.get('tweet.fields') ?? '').split(',').filter(Boolean);
  const unknown = fields.find((field) => !knownFields.includes(field));
  if (unknown !== undefined) return invalid('tweet.fields', unknown);
  const found: { account: SimulatedAccount; post: SimulatedPost }[] = [];
  const errors: object[] = [];
  for (const id of ids) {
    const known = world.post(id);
    // A planned post is not known before it is published.
    if (known === undefined || known.post.state === 'UPCOMING') errors.push(notFoundIn('tweet', 'ids', id));
    else if (fault === 'partial-errors') errors.push(unavailableIn(id));
    else if (known.post.state === 'PRIVATE' && grant?.account.externalId !== known.account.externalId)
      errors.push(notAuthorizedIn('tweet', 'ids', id));
    else found.push(known);
  }
  if (fault === 'id-order-shuffled') found.reverse();
  const hasMedia = query.get('expansions') === 'attachments.media_keys' && fields.includes('attachments');
  const media = hasMedia ? found.flatMap(({ account, post }) => mediaOf(account, post)) : [];
  return json(200, {
    ...(found.length > 0 && { data: found.map(({ account, post }) => postOf(account, post, fields)) }),
    ...(media.length > 0 && { includes: { media } }),
    ...(errors.length > 0 && { errors }),
  });
}

/** GET /2/users/{id}/tweets */
export function timeline(
  id: string,
  account: SimulatedAccount | undefined,
  query: URLSearchParams,
  fault: Fault | undefined,
): Answer {
  const size = Number(query.get('max_results') ?? 10);
  if (!Number.isInteger(size) || size < 5 || size > 100) return invalid('max_results', String(size));
  const token = query.get('pagination_token');
  const start = token === null ? 0 : Number(Buffer.from(token, 'base64url').toString('utf8'));
  if (!Number.isInteger(start)) return invalid('pagination_token', token ?? '');
  if (account === undefined) return json(200, { errors: [notFoundIn('user', 'id', id)] });
  const shown = account.posts.filter(({ state }) => state === 'PUBLIC' || state === 'UNLISTED');
  const posts = shown.slice(start, start + size);
  const end = start + posts.length;
  const isLast = end >= shown.length && fault !== 'page-cursor-loop';
  const next = fault === 'page-cursor-loop' ? (token ?? tokenOf(0)) : tokenOf(end);
  const fields = (query.get('tweet.fields') ?? '').split(',');
  return json(200, {
    ...(posts.length > 0 && { data: posts.map((post) => postOf(account, post, fields)) }),
    meta: { result_count: posts.length, ...(!isLast && { next_token: next }) },
  });
}

const tokenOf = (start: number): string => Buffer.from(String(start)).toString('base64url');

function postOf(account: SimulatedAccount, post: SimulatedPost, fields: readonly string[]): object {
  const text = escaped(post.title);
  const optional: Record<string, unknown> = {
    attachments: post.media === 'TEXT' ? undefined : { media_keys: [keyOf(post)] },
    author_id: account.externalId,
    created_at: new Date(post.publishedAt).toISOString(),
    note_tweet: text.length > longest ? { text } : undefined,
    public_metrics: metricsOf(post.counts),
  };
  const shown = Object.entries(optional).filter(([name]) => fields.includes(name));
  return { id: post.id, text: text.slice(0, longest), edit_history_tweet_ids: [post.id], ...Object.fromEntries(shown) };
}

/** X hides no count: a hidden one of the world is absent. Shares are reposts and quotes. */
function metricsOf({ views, likes, comments, saves, shares }: SimulatedCounts): object {
  const quotes = shares === null ? null : Math.floor(shares / 3);
  const all = {
    retweet_count: shares === null || quotes === null ? null : shares - quotes,
    reply_count: comments,
    like_count: likes,
    quote_count: quotes,
    bookmark_count: saves,
    impression_count: views,
  };
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count !== null));
}

const keyOf = ({ id, media }: SimulatedPost): string => `${media === 'PHOTO' ? 3 : 7}_${id}`;

function mediaOf({ pictureUrl }: SimulatedAccount, post: SimulatedPost): object[] {
  if (post.media === 'TEXT') return [];
  if (post.media === 'PHOTO') return [{ media_key: keyOf(post), type: 'photo', url: pictureUrl }];
  const duration_ms = (post.durationSeconds ?? 0) * 1000;
  return [{ media_key: keyOf(post), type: 'video', duration_ms, preview_image_url: pictureUrl }];
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
