import type { Platform } from '../../schema/shared/enums.ts';
import { missing } from '../../schema/shared/errors.ts';
import type { Ctx } from '../context.ts';
import type { SocialChannel } from '../platform/social/index.ts';
import { openPlatform } from './open-platform.ts';

/** The account that has published a post which a user names, as the platform shows it to everyone; null when it shows no such account. */
export const readPublisher = (ctx: Ctx, platform: Platform, externalId: string): Promise<SocialChannel | null> =>
  (openPlatform(ctx, platform, ctx.actor.userId) ?? missing('the platform that has shown the post')).channel(
    { externalId },
    'APP',
  );
