import { readGrantAccess } from '../../db/social-accounts/grant-access.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import type { Ctx } from '../context.ts';
import { isRefusedGrant, PlatformFailure, type PostReading } from '../platform/social/index.ts';
import { openPlatform, postReadersOf } from './open-platform.ts';
import { withGrant } from './usable-grant.ts';

/**
 * What the platform says about a post now, at the request of the account's owner. GONE: there is no such post. PRIVATE: it may not be read.
 * NOT_GRANTED: the platform answers only under a grant of the account, which it does not have.
 */
export async function readPost(
  ctx: Ctx,
  { id, platform }: { readonly id: number; readonly platform: Platform },
  contentId: string,
): Promise<PostReading | 'GONE' | 'PRIVATE' | 'NOT_GRANTED'> {
  const { byKey, byGrant } = postReadersOf(ctx);
  const isByGrant = byGrant.includes(platform);
  const adapter = openPlatform(ctx, platform, ctx.actor.userId, isByGrant ? 'GRANT' : 'APP');
  if (!adapter || !(isByGrant || byKey.includes(platform)))
    throw new Refusal('WRITE_NOT_AVAILABLE_FOR_FEATURE', 'Castline cannot read posts of this platform now.');
  const access = isByGrant ? await readGrantAccess(ctx.db, id) : null;
  if (isByGrant && access === null) return 'NOT_GRANTED';
  try {
    const readings =
      access === null
        ? await adapter.posts([contentId], 'APP')
        : await withGrant(ctx, access, (by) => adapter.posts([contentId], by));
    const reading = readings.get(contentId);
    if (reading === undefined) throw new PlatformFailure('SILENT', 'the answer has no readable post');
    return reading;
  } catch (error) {
    if (isByGrant && isRefusedGrant(error)) return 'NOT_GRANTED';
    throw error;
  }
}
