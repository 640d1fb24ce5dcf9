import type { TrackingTarget } from '../../../db/campaigns/tracking-targets.ts';
import { bytesOfHex } from '../../../db/hex.ts';
import type { Job } from '../../../schema/shared/jobs.ts';
import { log } from '../../log.ts';
import { botsAmong, gatherer } from '../../platform/gather.ts';

type CountedLink = Pick<TrackingTarget, 'linkId' | 'salt'>;

/** A visit of a link. The IP address and the user agent of its visitor leave this module only as a digest. */
export interface Visit {
  readonly target: CountedLink;
  readonly at: Date;
  /** Of an IPv6 address its /64. */
  readonly address: string;
  readonly userAgent: string;
}

/** The limit of Cloudflare Queues for messages in a batch. */
const maxAtOnce = 100;

/** Sends a visit to the queue that counts it, after the answer. The visit of a bot is dropped. */
export const reportVisit = gatherer<Visit>(async (visits, enqueue) => {
  const clicks = await clicksOf(visits);
  for (let from = 0; from < clicks.length; from += maxAtOnce) {
    const batch = clicks.slice(from, from + maxAtOnce);
    // No retry: if only the response was lost, a retry would count the clicks twice.
    await enqueue(batch).catch((error) =>
      log('error', 'clicks.not-queued', { clicks: batch.length, cause: String(error) }),
    );
  }
});

async function clicksOf(visits: readonly Visit[]): Promise<Job[]> {
  const bots = await botsAmong(visits.map(({ userAgent }) => userAgent));
  const byLink = Map.groupBy(
    visits.filter(({ userAgent }) => !bots.has(userAgent)),
    ({ target }) => target,
  );
  const clicks = await Promise.all([...byLink].map(([target, own]) => clicksOfLink(target, own)));
  return clicks.flat();
}

/** The digests of a link have a key that only this link has, so that those of two links cannot be compared. */
async function clicksOfLink({ linkId, salt }: CountedLink, visits: readonly Visit[]): Promise<Job[]> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOfHex(salt), hmac, false, ['sign']);
  return Promise.all(
    visits.map(async ({ at, address, userAgent }) => {
      const [visitor, network] = await Promise.all([digestOf(key, `${address}\n${userAgent}`), digestOf(key, address)]);
      return { kind: 'count-click', linkId, at: at.toISOString(), visitor, network } as const;
    }),
  );
}

const digestOf = async (key: CryptoKey, text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.sign('HMAC', key, encoder.encode(text))).toString('base64url');

const encoder = new TextEncoder();
