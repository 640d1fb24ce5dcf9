import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { factsOf } from '../../db/query.ts';
import { countAccounts } from '../../db/social-accounts/accounts.ts';
import { insertState } from '../../db/social-accounts/oauth-states.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import { connectionMinutes } from '../../schema/social-accounts/account-limits.ts';
import type { StartedConnection } from '../../schema/social-accounts/connections.ts';
import { sharingVersion } from '../../schema/social-accounts/sharing-text.ts';
import type { ApiCtx, Ctx } from '../context.ts';
import { mutate } from '../mutate.ts';
import { sha256 } from '../platform/hash.ts';
import { seal } from '../platform/sealing.ts';
import { type OAuthClient, oauthOf } from '../platform/social/index.ts';
import { browserCookie, verifierBox } from './oauth-state.ts';
import { refuseEarlierText } from './share-accounts.ts';

export interface StartConnection {
  readonly platform: Platform;
  readonly returnTo?: string | undefined;
  readonly shareMetrics?: boolean | undefined;
  /** The text about sharing that the caller has read. */
  readonly sharingVersion?: string | undefined;
}

/** Starts a sign-in at a platform, bound to the caller and to the browser that gets the cookie. A replay starts another one. */
export async function startConnection(ctx: Ctx, input: StartConnection): Promise<{ data: StartedConnection }> {
  const client = offeredClient(ctx, input.platform);
  const { platform, returnTo = null, shareMetrics: sharesMetrics = false } = input;
  refuseEarlierText(sharesMetrics, input.sharingVersion);
  const started = { platform, userId: ctx.actor.userId, accountId: null, returnTo, sharesMetrics };
  return mutate(ctx, {
    facts: factsOf({ accounts: countAccounts(ctx.actor.userId) }),
    visible: (found) => found,
    // Nothing that could be stored with the Idempotency-Key would work twice.
    async replay(_: object) {
      const { statement, answer } = await beginSignIn(ctx, client, started);
      await ctx.db.transaction([statement]);
      return { data: answer };
    },
    async decide() {
      const { statement, answer } = await beginSignIn(ctx, client, started);
      return { statements: [statement], answer: { data: answer }, kept: {} };
    },
  });
}

/** The sign-in of a platform that this deployment offers. */
export function offeredClient({ settings }: Pick<ApiCtx, 'settings'>, platform: Platform): OAuthClient {
  const client = oauthOf(settings, platform);
  if (client !== null) return client;
  throw new Refusal('WRITE_NOT_AVAILABLE_FOR_FEATURE', 'Connections with this platform are not available.');
}

interface SignIn {
  readonly platform: Platform;
  readonly userId: number;
  /** See oauthStates: null unless the link of an email starts the sign-in. */
  readonly accountId: number | null;
  readonly returnTo: string | null;
  readonly sharesMetrics: boolean;
}

/** The statement that stores a sign-in of a user, and its page. The answer carries the cookie of the browser. */
export async function beginSignIn(
  ctx: ApiCtx,
  client: OAuthClient,
  signIn: SignIn,
): Promise<{ readonly statement: SQLWrapper; readonly answer: StartedConnection }> {
  const [state, verifier, browser] = [randomText(), randomText(), randomText()];
  const stateHash = await sha256(state);
  const expiresAt = new Date(ctx.now().getTime() + connectionMinutes * 60_000);
  const statement = insertState({
    ...signIn,
    sharingVersion: signIn.sharesMetrics ? sharingVersion : null,
    stateHash,
    sealedVerifier: await seal(new TextEncoder().encode(verifier), verifierBox(stateHash), ctx.settings),
    browserHash: await sha256(browser),
    expiresAt,
  });
  ctx.answerHeaders['set-cookie'] = browserCookie(stateHash, browser, ctx.settings);
  const authorizeUrl = await client.authorizeUrl({ state, verifier });
  return { statement, answer: { authorizeUrl, expiresAt: expiresAt.toISOString() } };
}

/** 32 random bytes in 43 characters of base64url: the length that PKCE needs at least. */
const randomText = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
