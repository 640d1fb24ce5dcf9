import * as z from 'zod';
import type { LocalClock } from '../../clock.ts';
import { type Channel, channelOf, externalIdOf, handleIn, isHandle, strayVideo, type Video } from './channels.ts';

const failures = [
  'quota',
  '500',
  'timeout',
  'malformed',
  'no-image',
  'image-500',
  'html-image',
  'svg-image',
  'gif-image',
  'huge-image',
  'redirect-image',
  'foreign-image',
] as const;

const video = z.strictObject({
  id: z.string().regex(/^[\w-]{1,11}$/),
  publishedAt: z.iso.datetime(),
  views: z.int().min(0).nullable(),
  likes: z.int().min(0).nullable().optional(),
  comments: z.int().min(0).nullable().optional(),
  privacyStatus: z.enum(['public', 'unlisted', 'private']).default('public'),
  liveBroadcastContent: z.enum(['none', 'live', 'upcoming']).default('none'),
});

/** The changes of a channel by a developer or a test; omitted fields keep their defaults. */
export const change = z.strictObject({
  description: z.string().optional(),
  videos: z.array(video).max(50).optional(),
  /** Another name gives another picture. */
  picture: z.string().optional(),
  isGone: z.boolean().optional(),
  fails: z.enum(failures).optional(),
});
export type Change = z.output<typeof change>;

/** Every channel with its changes, which are lost when the simulator stops. */
export class Library {
  readonly #clock: Pick<LocalClock, 'now'>;
  readonly #changes = new Map<string, Change>();
  /** Requested handles, because an id cannot contain a long one. */
  readonly #handles = new Map<string, string>();
  readonly #ownerOfVideo = new Map<string, string>();

  constructor(clock: Pick<LocalClock, 'now'>) {
    this.#clock = clock;
  }

  change(handle: string, wanted: Change): void {
    this.#changes.set(externalIdOf(handle), wanted);
  }

  forget(handle: string): void {
    this.#changes.delete(externalIdOf(handle));
  }

  changeOf(externalId: string): Change {
    return this.#changes.get(externalId) ?? {};
  }

  byHandle(handle: string): Channel | undefined {
    if (!isHandle(handle)) return undefined;
    const externalId = externalIdOf(handle);
    this.#handles.set(externalId, handle);
    return this.byId(externalId);
  }

  byId(externalId: string): Channel | undefined {
    const handle = this.#handles.get(externalId) ?? handleIn(externalId);
    const { description, videos, isGone } = this.changeOf(externalId);
    if (handle === undefined || isGone) return undefined;
    const derived = channelOf(externalId, handle, this.#clock.now());
    const channel = { ...derived, description: description ?? derived.description, videos: videos ?? derived.videos };
    for (const { id } of channel.videos) this.#ownerOfVideo.set(id, externalId);
    return channel;
  }

  /** A video with its channel. Before a request for its channel, the video is on one that does not list it. */
  video(id: string): { channel: Channel; video: Video } | undefined {
    const externalId = this.#ownerOfVideo.get(id);
    const channel = externalId === undefined ? this.byHandle('somebody') : this.byId(externalId);
    const video =
      externalId === undefined ? strayVideo(id, this.#clock.now()) : channel?.videos.find((known) => known.id === id);
    return channel && video && { channel, video };
  }

  /** The channel id of a call. */
  subjectOf(query: URLSearchParams): string {
    const handle = query.get('forHandle');
    if (handle !== null) return externalIdOf(handle.replace(/^@/, '').toLowerCase());
    const playlist = query.get('playlistId');
    if (playlist !== null) return playlist.replace(/^UU/, 'UC');
    const [id = ''] = (query.get('id') ?? '').split(',');
    return this.#ownerOfVideo.get(id) ?? id;
  }
}
