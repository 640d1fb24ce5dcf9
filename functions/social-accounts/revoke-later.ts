import type { SealedTokens } from '../../db/social-accounts/connections.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import type { JobCtx } from '../context.ts';
import { log } from '../log.ts';
import type { Sealing } from '../platform/sealing.ts';
import { oauthOf } from '../platform/social/index.ts';
import type { CommonSettings, PlatformSettings } from '../settings/index.ts';
import { openTokens } from './grant-tokens.ts';

type RevokeCtx = Pick<JobCtx<CommonSettings & PlatformSettings & Sealing>, 'defer' | 'settings'>;

/** Ends a grant at its platform, after the answer. The person can end it there too if this fails. */
export function revokeLater(
  ctx: RevokeCtx,
  { id, platform }: { readonly id: number; readonly platform: Platform },
  sealed: SealedTokens | null,
): void {
  const revoke = async (): Promise<void> => {
    const tokens = sealed && (await openTokens(id, sealed, ctx.settings));
    if (tokens) await oauthOf(ctx.settings, platform)?.revoke(tokens);
  };
  ctx.defer(revoke().catch((error) => log('warn', 'connection.not-revoked', { cause: String(error) })));
}
