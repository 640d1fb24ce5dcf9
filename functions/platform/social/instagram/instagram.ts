import { PlatformFailure } from '../failure.ts';
import { requestPicture } from '../request.ts';
import type {
  ChannelRef,
  Counts,
  Grant,
  Meter,
  PostReading,
  Reading,
  SocialChannel,
  SocialPlatform,
} from '../social-platform.ts';
import { hashtagsIn } from '../texts.ts';
import { answers, type Me, type MediaItem } from './answers.ts';
import { readAudience } from './audience.ts';
import { countsOf } from './counts.ts';
import { bucketOf, costOf, Graph, grantIn, isGone } from './graph.ts';
import { forget, listMedia, mediaIdOf, requireWhole } from './media-index.ts';
import { subscribeToStories } from './subscription.ts';

const pictureHosts = /\.(?:cdninstagram\.com|fbcdn\.net)$/;
/** The post and its insights. */
const postCalls = 2;
/** The reference of /me lists no text of the profile, and an unknown field would make Instagram refuse the whole call. */
const profileFields = 'user_id,username,name,followers_count,profile_picture_url';
const mediaFields = 'id,media_type,media_product_type,caption,timestamp,media_url,thumbnail_url';

/**
 * Instagram API with Instagram Login. It answers only to the grant of a professional account, about that account. The content id of a post is
 * the shortcode in its public address. A post whose media id is not known yet is found in the account's own list: see mediaIdOf().
 */
export function instagram({ apiUrl }: { readonly apiUrl: string }, meter: Meter): SocialPlatform {
  const graph = new Graph(apiUrl, meter);
  return {
    postsPerCall: 1,
    // A post whose media id is unknown costs the pages of the list before it too, and the profile if the list lacks it. Each metric that Instagram
    // refuses costs another request.
    costs: { channel: costOf(1), latest: costOf(1), posts: (ids) => costOf(postCalls * ids), audience: costOf(2) },
    // The limit depends on the views of the account; the answers state how much of it is used.
    windows: {},
    bucketOfGrants: (_, accountId) => bucketOf({ accountId }),

    async channel(ref, by) {
      const grant = grantIn(by);
      await graph.afford(1, grant);
      const me = await graph.get('me', { fields: profileFields }, grant, answers.me());
      if (!isOf(ref, me)) throw new PlatformFailure('NOT_GRANTED', 'Instagram shows only the account of the grant');
      return channelOf(me);
    },

    async latest(externalId, by, page) {
      const { posts, next, malformed } = await listMedia(graph, 'media', ownerIn(grantIn(by), externalId), page);
      requireWhole(malformed);
      return { posts, next: next === page.cursor ? null : next };
    },

    async posts(ids, by, known) {
      const [id, ...others] = ids;
      if (id === undefined || others.length > 0) throw new Error(`expected 1 post in a call, got ${ids.length}`);
      return new Map([[id, await readPost(graph, id, grantIn(by), known?.get(id))]]);
    },

    async audience(by) {
      return readAudience(graph, by);
    },

    image: (address) => requestPicture(address, apiUrl, pictureHosts),
  };
}

/** GONE also for a post of another account, and for one that its owner has archived. */
async function readPost(graph: Graph, contentId: string, by: Grant, known: string | undefined): Promise<Reading> {
  if (!/^[\w-]{5,40}$/.test(contentId)) return 'GONE';
  const mediaId = known ?? (await mediaIdOf(graph, contentId, by));
  if (mediaId === null) return 'GONE';
  await graph.afford(postCalls, by);
  const asked = await graph.ask(mediaId, { fields: mediaFields }, by, answers.media());
  if ('data' in asked) {
    if (asked.data.id !== mediaId) throw new PlatformFailure('SILENT', 'Instagram answered with another post');
    const reading = readingOf(asked.data, await countsOf(graph, asked.data, by), by);
    if (reading.mediaType === 'STORY') await subscribeToStories(graph, by);
    return reading;
  }
  if (!isGone(asked.problem)) throw asked.failure;
  forget(contentId, by);
  return 'GONE';
}

/** Whether the account of the grant is the one that is asked for. */
function isOf(ref: ChannelRef, me: Me): boolean {
  if (ref === 'OWN') return true;
  if ('externalId' in ref) return ref.externalId === me.user_id;
  return ref.handle.toLowerCase() === me.username.toLowerCase();
}

function ownerIn(by: Grant, externalId: string): Grant {
  if (by.externalId === externalId) return by;
  throw new PlatformFailure('NOT_GRANTED', 'Instagram lists only the posts of the account of the grant');
}

const channelOf = (me: Me): SocialChannel => ({
  // The professional account's own id. `id` is another one, which only this application sees.
  externalId: me.user_id,
  handle: me.username,
  title: me.name || me.username,
  description: '',
  avatarUrl: me.profile_picture_url ?? null,
  followers: me.followers_count ?? null,
});

function readingOf(item: MediaItem, counts: Counts, by: Grant): PostReading {
  const text = item.caption ?? '';
  // The media_url of a video is the video.
  const picture = item.media_type === 'VIDEO' ? undefined : item.media_url;
  return {
    mediaId: item.id,
    // It is on the account's own list.
    ownerExternalId: by.externalId,
    publishedAt: new Date(item.timestamp),
    // A professional account cannot be private.
    visibility: 'PUBLIC',
    mediaType: mediaTypeOf(item),
    // A post has no title.
    title: item.caption ?? null,
    coverUrl: item.thumbnail_url ?? picture ?? null,
    // The API does not provide it.
    durationSeconds: null,
    hashtags: hashtagsIn(text),
    counts,
  };
}

function mediaTypeOf({ media_product_type: product, media_type: type }: MediaItem): PostReading['mediaType'] {
  if (product === 'STORY') return 'STORY';
  if (type === 'VIDEO') return 'VIDEO';
  return type === 'CAROUSEL_ALBUM' ? 'CAROUSEL' : 'PHOTO';
}
