import { type Answer, json } from '../../endpoint.ts';
import { digitsOf, hashed } from '../digits.ts';
import type { Fault, SimulatedAccount, SimulatedPost } from '../simulated-platform.ts';
import { problem, unsupported } from './problems.ts';

/** The id of a post in the API, which its shortcode does not contain. */
export const mediaIdOf = (shortcode: string): string => `1${digitsOf(hashed(`media/${shortcode}`), 16)}`;

const kindOf = ({ media }: SimulatedPost) => {
  if (media === 'STORY') return { media_type: 'VIDEO', media_product_type: 'STORY' };
  const isVideo = media !== 'PHOTO' && media !== 'TEXT';
  return isVideo
    ? { media_type: 'VIDEO', media_product_type: 'REELS' }
    : { media_type: 'IMAGE', media_product_type: 'FEED' };
};

function fieldsOf({ externalId, handle, pictureUrl }: SimulatedAccount, post: SimulatedPost): Record<string, unknown> {
  const { media_type, media_product_type } = kindOf(post);
  return {
    id: mediaIdOf(post.id),
    caption: post.title === '' ? undefined : post.title,
    comments_count: post.counts.comments ?? 0,
    is_comment_enabled: true,
    like_count: post.counts.likes ?? undefined,
    media_product_type,
    media_type,
    media_url: pictureUrl,
    owner: { id: externalId },
    permalink: `https://www.instagram.com/${pathOf(post, handle)}/${post.id}/`,
    shortcode: post.id,
    thumbnail_url: media_type === 'VIDEO' ? pictureUrl : undefined,
    timestamp: new Date(post.publishedAt).toISOString().replace(/\.\d{3}Z$/, '+0000'),
    username: handle,
  };
}

function pathOf(post: SimulatedPost, handle: string): string {
  if (post.media === 'STORY') return `stories/${handle}`;
  return kindOf(post).media_type === 'VIDEO' ? 'reel' : 'p';
}

/** GET /{media} */
export function mediaOf(account: SimulatedAccount, post: SimulatedPost, query: URLSearchParams): Answer {
  const all = fieldsOf(account, post);
  const fields = [...new Set([...(query.get('fields') ?? '').split(',').filter(Boolean), 'id'])];
  const unknown = fields.find((field) => !(field in all));
  if (unknown !== undefined) return unsupported(`Tried accessing nonexisting field (${unknown}) on node type (Media)`);
  return json(200, Object.fromEntries(fields.map((field) => [field, all[field]])));
}

/** GET /me/media, which has no stories, and GET /me/stories, newest first. */
export function media(
  account: SimulatedAccount,
  edge: 'media' | 'stories',
  query: URLSearchParams,
  fault: Fault | undefined,
): Answer {
  const limit = Number(query.get('limit') ?? 25);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return unsupported('Invalid limit');
  const after = query.get('after');
  const start = after === null ? 0 : Number(Buffer.from(after, 'base64url').toString('utf8'));
  if (!Number.isInteger(start)) return unsupported('Invalid cursor');
  const shown = shownOn(account, edge);
  const isLoop = fault === 'page-cursor-loop';
  const page = shown.slice(start, start + limit);
  const fields = [...new Set([...(query.get('fields') ?? '').split(',').filter(Boolean), 'id'])];
  const data = page.map((post) => {
    const all = fieldsOf(account, post);
    return Object.fromEntries(fields.map((field) => [field, all[field]]));
  });
  if (data.length === 0 && !isLoop) return json(200, { data });
  const end = isLoop ? 0 : start + page.length;
  const cursors = { before: cursorOf(start), after: isLoop ? (after ?? cursorOf(0)) : cursorOf(end) };
  const isLast = end >= shown.length && !isLoop;
  const next = `https://graph.instagram.com/v25.0/${account.externalId}/${edge}?access_token=hidden&after=${cursors.after}`;
  return json(200, { data, paging: { cursors, ...(!isLast && { next }) } });
}

/** The posts on a list of the account. */
export const shownOn = ({ posts }: SimulatedAccount, edge: 'media' | 'stories'): readonly SimulatedPost[] =>
  posts.filter(
    ({ state, media }) => (state === 'PUBLIC' || state === 'UNLISTED') && (media === 'STORY') === (edge === 'stories'),
  );

const cursorOf = (start: number): string => Buffer.from(String(start)).toString('base64url');

const metricNames = ['views', 'reach', 'likes', 'comments', 'saved', 'shares', 'total_interactions'];
const storyMetricNames = ['views', 'reach', 'replies', 'shares', 'navigation', 'total_interactions'];
const fewestViewers = 5;

/** GET /{media}/insights: one refused metric refuses the whole call, and an unknown value is no entry of `data`. */
export function mediaInsights(post: SimulatedPost, query: URLSearchParams, fault: Fault | undefined): Answer {
  const metrics = (query.get('metric') ?? '').split(',').filter(Boolean);
  if (metrics.length === 0) return unsupported('The parameter metric is required.');
  const names = post.media === 'STORY' ? storyMetricNames : metricNames;
  const unknown = metrics.findIndex((metric) => !names.includes(metric));
  if (unknown >= 0) return unsupported(`metric[${unknown}] must be one of the following values: ${names.join(', ')}`);
  if (post.media === 'STORY' && (post.counts.views ?? 0) < fewestViewers)
    return problem(400, 10, '(#10) Not enough viewers for the media to show insights');
  // As for posts from before the metric.
  if (fault === 'bad-metric' && metrics.includes('views'))
    return problem(400, 100, 'The Media Insights API does not support the views metric for this media product type.');
  if (fault === 'empty-insights') return json(200, { data: [] });
  const { views, likes, comments, saves, shares } = post.counts;
  const known: Readonly<Record<string, number | null>> = { views, likes, comments, saved: saves, shares };
  const data = metrics.flatMap((name) => {
    const value = known[name] ?? null;
    const id = `${mediaIdOf(post.id)}/insights/${name}/lifetime`;
    return value === null ? [] : [{ name, period: 'lifetime', values: [{ value }], title: name, description: '', id }];
  });
  return json(200, { data });
}
