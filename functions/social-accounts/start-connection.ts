import { factsOf } from '../../db/query.ts';
import { countAccounts } from '../../db/social-accounts/accounts.ts';
import { insertState } from '../../db/social-accounts/connections.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import { connectionMinutes, type StartedConnection } from '../../schema/social-accounts/connections.ts';
import type { Ctx } from '../context.ts';
import { mutate } from '../mutate.ts';
import { sha256 } from '../platform/hash.ts';
import { seal } from '../platform/sealing.ts';
import { type OAuthClient, oauthOf } from '../platform/social/index.ts';
import { browserCookie, verifierBox } from './oauth-state.ts';

export interface StartConnection {
  readonly platform: Platform;
  readonly returnTo?: string | undefined;
  readonly shareMetrics?: boolean | undefined;
}

/** Starts a sign-in at a platform, bound to the caller and to the browser that gets the cookie. A replay starts another one. */
export async function startConnection(ctx: Ctx, input: StartConnection): Promise<{ data: StartedConnection }> {
  const client = oauthOf(ctx.settings, input.platform);
  if (client === null)
    throw new Refusal('WRITE_NOT_AVAILABLE_FOR_FEATURE', 'Connections with this platform are not available.');
  return mutate(ctx, {
    facts: factsOf({ accounts: countAccounts(ctx.actor.userId) }),
    visible: (found) => found,
    // Nothing that the key stores could be used again.
    async replay(_: object) {
      const { statement, answer } = await begin(ctx, client, input);
      await ctx.db.transaction([statement]);
      return answer;
    },
    async decide() {
      const { statement, answer } = await begin(ctx, client, input);
      return { statements: [statement], answer, kept: {} };
    },
  });
}

async function begin(ctx: Ctx, client: OAuthClient, { platform, returnTo, shareMetrics = false }: StartConnection) {
  const [state, verifier, browser] = [randomText(), randomText(), randomText()];
  const stateHash = await sha256(state);
  const expiresAt = new Date(ctx.now().getTime() + connectionMinutes * 60_000);
  const statement = insertState({
    stateHash,
    userId: ctx.actor.userId,
    platform,
    sealedVerifier: await seal(new TextEncoder().encode(verifier), verifierBox(stateHash), ctx.settings),
    browserHash: await sha256(browser),
    returnTo: returnTo ?? null,
    sharesMetrics: shareMetrics,
    expiresAt,
  });
  ctx.answerHeaders['set-cookie'] = browserCookie(stateHash, browser);
  const authorizeUrl = await client.authorizeUrl({ state, verifier });
  return { statement, answer: { data: { authorizeUrl, expiresAt: expiresAt.toISOString() } } };
}

/** 32 random bytes in 43 characters of base64url: the length that PKCE needs at least. */
const randomText = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
