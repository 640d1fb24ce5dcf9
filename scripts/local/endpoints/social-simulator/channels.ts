import { createHash } from 'node:crypto';

export interface Video {
  readonly id: string;
  readonly publishedAt: string;
  /** Null when the channel hides it. */
  readonly views: number | null;
  /** Null when the channel hides them; by default derived from the views. */
  readonly likes?: number | null | undefined;
  readonly comments?: number | null | undefined;
  readonly privacyStatus: 'public' | 'unlisted' | 'private';
  readonly liveBroadcastContent: 'none' | 'live' | 'upcoming';
}

export interface Channel {
  readonly externalId: string;
  readonly handle: string;
  readonly title: string;
  readonly description: string;
  /** Newest first. */
  readonly videos: readonly Video[];
}

const dayMs = 86_400_000;
/** One upload every other day. */
const rhythmMs = 2 * dayMs;
const idLength = 22;

/** Each well-formed handle has a channel, except those that begin with "nobody". */
export const isHandle = (handle: string): boolean =>
  /^[a-z0-9][a-z0-9_.-]{1,28}[a-z0-9]$/.test(handle) && !handle.startsWith('nobody');

/** The id of a handle, the same at every start; it contains a handle of suitable length. */
export function externalIdOf(handle: string): string {
  const isShort = /^[a-z0-9_-]{3,20}$/.test(handle);
  return `UC${isShort ? handle.padEnd(idLength, '-') : hash(handle).toString('base64url').slice(0, idLength)}`;
}

/** The handle in an id; a generated one for the id of a long handle. Undefined for an id of no channel. */
export function handleIn(externalId: string): string | undefined {
  if (!/^UC[\w-]{22}$/.test(externalId)) return undefined;
  const handle = externalId.slice(2).replace(/-+$/, '');
  if (handle.startsWith('nobody')) return undefined;
  return externalIdOf(handle) === externalId && isHandle(handle)
    ? handle
    : `channel-${hash(externalId).toString('hex').slice(0, 8)}`;
}

/** A channel at a moment: deterministic, with new videos as the days pass. */
export function channelOf(externalId: string, handle: string, now: Date): Channel {
  const latest = Math.floor(now.getTime() / rhythmMs);
  const count = 5 + ((hash(externalId)[0] ?? 0) % 3);
  return {
    externalId,
    handle,
    title: handle,
    description: `Videos by ${handle}. This channel exists in the simulator alone.`,
    videos: Array.from({ length: count }, (_, back) => videoOf(externalId, latest - back, now)),
  };
}

function videoOf(externalId: string, number: number, now: Date): Video {
  const digest = hash(`${externalId}/${number}`);
  const [hidden = 0, secret = 0, size = 0, hour = 0] = digest;
  const publishedAt = new Date(number * rhythmMs - (hour % 24) * 3_600_000);
  const ageDays = (now.getTime() - publishedAt.getTime()) / dayMs;
  return {
    id: digest.toString('base64url').slice(0, 11),
    publishedAt: publishedAt.toISOString(),
    // A video gets most of its views in its first days.
    views: hidden % 7 === 0 ? null : Math.round(500 * (size + 1) * (1 - Math.exp(-ageDays / 2))),
    privacyStatus: secret % 6 === 0 ? 'private' : 'public',
    liveBroadcastContent: 'none',
  };
}

/** A video without a known channel: each well-formed id is one, except those that begin with "nobody". */
export function strayVideo(id: string, now: Date): Video | undefined {
  if (!/^[\w-]{11}$/.test(id) || id.startsWith('nobody')) return undefined;
  const [size = 0, pace = 0] = hash(id);
  const hours = Math.floor((now.getTime() - firstStray) / 3_600_000);
  return {
    id,
    publishedAt: new Date(firstStray).toISOString(),
    views: 500 * (size + 1) + hours * (1 + (pace % 9)),
    privacyStatus: 'public',
    liveBroadcastContent: 'none',
  };
}

const firstStray = Date.UTC(2026, 0, 1);

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
