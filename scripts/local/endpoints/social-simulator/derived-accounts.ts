import { createHash } from 'node:crypto';
import type { SimulatedAudience, SimulatedPlatform, SimulatedPost } from './simulated-platform.ts';

const dayMs = 86_400_000;
/** One post every other day. */
const rhythmMs = 2 * dayMs;

/** Each well-formed handle has an account, except those that begin with "nobody". */
export const isHandle = (handle: string): boolean =>
  /^[a-z0-9][a-z0-9_.-]{1,28}[a-z0-9]$/.test(handle) && !handle.startsWith('nobody');

type Ids = Pick<SimulatedPlatform, 'contentIdOf'>;

/** The posts of an account at a moment: the same at every start, with new ones as the days pass. */
export function derivedPosts(ids: Ids, externalId: string, now: Date): SimulatedPost[] {
  const latest = Math.floor(now.getTime() / rhythmMs);
  const count = 5 + ((hash(externalId)[0] ?? 0) % 3);
  return Array.from({ length: count }, (_, back) => postOf(ids, externalId, latest - back, now));
}

function postOf(ids: Ids, externalId: string, number: number, now: Date): SimulatedPost {
  const digest = hash(`${externalId}/${number}`);
  const [hidden = 0, secret = 0, size = 0, hour = 0, length = 0] = digest;
  const publishedAt = new Date(number * rhythmMs - (hour % 24) * 3_600_000);
  const ageDays = (now.getTime() - publishedAt.getTime()) / dayMs;
  // A post gets most of its views in its first days.
  const views = hidden % 7 === 0 ? null : Math.round(500 * (size + 1) * (1 - Math.exp(-ageDays / 2)));
  const id = ids.contentIdOf(digest);
  return {
    id,
    publishedAt: publishedAt.toISOString(),
    media: 'VIDEO',
    title: `Video ${id}`,
    durationSeconds: 30 + length * 5,
    state: secret % 6 === 0 ? 'PRIVATE' : 'PUBLIC',
    counts: countsOf(views, liveliness(externalId)),
  };
}

/** From a quarter to twice the usual share of viewers that react. */
const liveliness = (externalId: string): number => 0.25 + ((hash(`liveliness/${externalId}`)[0] ?? 0) / 255) * 1.75;

/** A post that no account lists. */
export function strayPost(id: string, now: Date): SimulatedPost | undefined {
  if (id.startsWith('nobody')) return undefined;
  const [size = 0, pace = 0, length = 0] = hash(id);
  const hours = Math.floor((now.getTime() - firstStray) / 3_600_000);
  return {
    id,
    publishedAt: new Date(firstStray).toISOString(),
    media: 'VIDEO',
    title: `Video ${id}`,
    durationSeconds: 30 + length * 5,
    state: 'PUBLIC',
    counts: countsOf(500 * (size + 1) + hours * (1 + (pace % 9))),
  };
}

const firstStray = Date.UTC(2026, 0, 1);

/** Counts in usual proportions to the views, with more or less likes and comments; hidden views hide the others too. */
export const countsOf = (views: number | null, reactions = 1): SimulatedPost['counts'] => ({
  views,
  likes: share(views, 25 / reactions),
  comments: share(views, 300 / reactions),
  saves: share(views, 120),
  shares: share(views, 200),
});

const share = (views: number | null, part: number): number | null => (views === null ? null : Math.round(views / part));

export function derivedFollowers(externalId: string): number {
  const [one = 0, two = 0] = hash(`followers/${externalId}`);
  return 900 + one * 350 + two;
}

export function derivedAudience(externalId: string): SimulatedAudience {
  const [one = 0, two = 0] = hash(`audience/${externalId}`);
  const home = 0.4 + (one % 30) / 100;
  const women = 0.3 + (two % 40) / 100;
  return {
    geo: { US: home, GB: rest(home, 0.4), DE: rest(home, 0.35), PL: rest(home, 0.25) },
    demo: {
      f: { '18-24': rest(1 - women, 0.6), '25-34': rest(1 - women, 0.4) },
      m: { '18-24': rest(women, 0.5), '25-34': rest(women, 0.5) },
    },
  };
}

const rest = (taken: number, part: number): number => Math.round((1 - taken) * part * 10_000) / 10_000;

export const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
