import type { Platform } from '../../schema/shared/enums.ts';
import { notFound, Refusal } from '../../schema/shared/errors.ts';
import type { Job } from '../../schema/shared/jobs.ts';
import { deletionPath } from '../../schema/social-accounts/deletions.ts';
import type { ApiCtx } from '../context.ts';
import { log } from '../log.ts';
import type { PlatformEvent } from '../platform/social/events.ts';
import { type PlatformCall, readEvents } from '../platform/social/read-events.ts';

/**
 * Verifies a call of a platform over its raw body, and queues its work. The answer leaves before the work; a call that is not queued is refused,
 * so that the platform repeats it.
 */
export async function takePlatformCall(ctx: ApiCtx, call: PlatformCall): Promise<{ readonly answer: string | null }> {
  const { settings, now, enqueue } = ctx;
  const statusUrl = (code: string): string => `${settings.BASE_URL}${deletionPath}/${code}`;
  const read = await readEvents(call, { settings, now: now(), statusUrl });
  if (read === 'NOT_OFFERED') throw notFound();
  if (read === 'NO_SECRET')
    throw new Refusal('WRITE_NOT_AVAILABLE_FOR_FEATURE', 'Webhooks of this platform are not configured.');
  if (read === null) throw new Refusal('insufficient_scope', 'The signature of the call is missing, wrong or too old.');
  const { platform } = call;
  const jobs = read.events.flatMap((event): Job[] => {
    const { id, kind, externalId, story } = event;
    if (kind === 'OTHER' || externalId === null) return [];
    if (story !== undefined) return [{ kind: 'record-ended-story', platform, messageId: id, externalId, ...story }];
    const at = beganBefore(event, now()).toISOString();
    return [{ kind: 'end-grant-by-platform', platform, messageId: id, externalId, at }];
  });
  if (jobs.length > 0) await enqueue(jobs);
  log('info', 'platform.called', { platform, kinds: read.events.map(({ kind }) => kind) });
  return { answer: read.answer };
}

/**
 * The connections that an event ends began before this time. A platform repeats a call for days, and its user may have connected the account again
 * since. A deletion of data is meant for whatever is stored when it arrives.
 */
export function beganBefore({ kind, at }: PlatformEvent, now: Date): Date {
  if (kind !== 'GRANT_REVOKED' || at === undefined) return now;
  return new Date(Math.min(at.getTime() + clockSkewMs, now.getTime()));
}

/** Times of events have no fractions of a second, and the clocks may differ. Nobody signs in again faster. */
const clockSkewMs = 2_000;

/** The platforms that call, by the last segment of their address. */
export const callers: Readonly<Record<string, Platform>> = {
  tiktok: 'TIKTOK',
  instagram: 'INSTAGRAM',
  twitch: 'TWITCH',
  kick: 'KICK',
};
