import { refreshCatalog } from '../../db/catalog/refresh.ts';
import {
  dueAudiences,
  type HeldAudience,
  heldAudiences,
  leasableAudiences,
  recordAudience,
  recordProfile,
} from '../../db/social-accounts/audience-readings.ts';
import { isWithheld, pictureIntervalMs } from '../../schema/metrics/metric-rules.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import type { JobCtx, JobResult } from '../context.ts';
import type { Credential, SocialPlatform } from '../platform/social/index.ts';
import { type PlatformMessage, runPlatformWork } from './run-platform-work.ts';

const dayMs = 24 * 3_600_000;

/**
 * Reads the profile of a connected account, and its audience where the platform states one. A snapshot is stored each day, so that the history
 * shows how the audience changes. If the platform fails, the stored audience and its time do not
 * change.
 */
export const readAudiences = (ctx: JobCtx, message: PlatformMessage): Promise<JobResult> => {
  const leaseEnd = new Date(message.leaseEnd);
  return runPlatformWork<HeldAudience>(
    ctx,
    {
      name: 'audiences',
      work: 'AUDIENCES',
      leasable: leasableAudiences,
      spender: 'OTHERS',
      ownerOf: ({ ownerId }) => ownerId,
      // A profile expires like a picture.
      intervalMs: (platform) => Math.min(dayMs, pictureIntervalMs(platform, ctx.settings)),
      cost: ({ costs: { channel, audience } }, accounts) => ({
        bucket: channel.bucket,
        calls: accounts * (channel.calls + (audience?.bucket === channel.bucket ? audience.calls : 0)),
        units: accounts * (channel.units + (audience?.units ?? 0)),
      }),
      held: (ids) => heldAudiences(ids, leaseEnd),
      ask: async (adapter, by, accounts, { platform }) => {
        const read = (account: HeldAudience) => readAccount(ctx, adapter, by, { ...account, platform }, leaseEnd);
        return (await Promise.all(accounts.map(read))).flat();
      },
    },
    message,
  );
};

async function readAccount(
  { settings, now }: JobCtx,
  adapter: SocialPlatform,
  by: Credential,
  { id, ownerId, platform }: HeldAudience & { readonly platform: Platform },
  leaseEnd: Date,
) {
  if (by === 'APP') return [];
  const profile = await adapter.channel('OWN', by);
  const audience = await adapter.audience(by, { now: now() });
  const at = now();
  const followers = profile?.followers ?? null;
  // What is not verified is shown to its owner alone.
  const verifiedAt = isWithheld(platform, settings) ? null : at;
  return [
    ...(audience === null
      ? []
      : [recordAudience(id, { ...audience, capturedAt: at, verifiedAt, followers }, leaseEnd)]),
    ...(profile === null ? [] : [recordProfile(id, profile, { leaseEnd, at })]),
    ...(audience === null ? [] : [refreshCatalog(ownerId, at)]),
  ];
}

/** The connected accounts that are due. */
export const audienceWork = dueAudiences;
