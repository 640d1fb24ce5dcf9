import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { refreshCatalog } from '../../db/catalog/refresh.ts';
import { bytesOfHex } from '../../db/hex.ts';
import { type AccountEvent, notifyOwner } from '../../db/notifications/account-events.ts';
import { facts } from '../../db/query.ts';
import {
  insertVerifiedAccount,
  type ProfileTimes,
  proveAccount,
  renewProfile,
  withinLimit,
} from '../../db/social-accounts/account-changes.ts';
import { type AccountRecord, connectionFacts, type ProvenProfile } from '../../db/social-accounts/accounts.ts';
import { sealedTokensOfProven, storeGrant } from '../../db/social-accounts/connections.ts';
import { isConnectedAnywhere } from '../../db/social-accounts/grant-renewals.ts';
import { takeState } from '../../db/social-accounts/oauth-states.ts';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import { connectionMinutes, maxAccounts } from '../../schema/social-accounts/account-limits.ts';
import type { ApiCtx } from '../context.ts';
import { log } from '../log.ts';
import { sha256 } from '../platform/hash.ts';
import { unseal } from '../platform/sealing.ts';
import { type OAuthClient, oauthOf, PlatformFailure, type Tokens } from '../platform/social/index.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { sealTokens } from './grant-tokens.ts';
import { browserIn, removedCookie, verifierBox } from './oauth-state.ts';
import { openPlatform, tokenMeterOf } from './open-platform.ts';
import { profileTimes } from './profile-times.ts';
import { revokeLater } from './revoke-later.ts';
import {
  choiceOfSignIn,
  isActivatedBySignIn,
  missingScopes,
  type NoPlace,
  nextRenewal,
  placeOfGrant,
} from './rules.ts';

/** The way back from a platform. */
export interface ConnectionReturn {
  /** In lower case, as the path has it. */
  readonly platform: string;
  readonly parameters: URLSearchParams;
  readonly cookies: string | undefined;
}

/** What became of a connection. Only CONNECTED has stored anything. */
type ConnectionResult =
  | {
      readonly outcome: 'CONNECTED';
      readonly platform: Platform;
      readonly handle: string;
      readonly returnTo: string | null;
    }
  | { readonly outcome: 'STALE' }
  | {
      readonly outcome: 'DENIED' | 'REFUSED' | 'SCOPE_MISSING' | 'AWAY' | 'BUSY' | 'LIMIT_OF_DAY' | NoPlace;
      readonly platform: Platform;
    };

/**
 * Ends a sign-in: exchanges the code, asks the platform who signed in, and stores account and grant in one commit. The state is used up before
 * anything else, so a link works once.
 */
export async function finishConnection(ctx: ApiCtx, given: ConnectionReturn): Promise<ConnectionResult> {
  const platform = platforms.find((name) => name.toLowerCase() === given.platform);
  const client = platform && oauthOf(ctx.settings, platform);
  const state = given.parameters.get('state');
  if (!platform || !client || state === null) return { outcome: 'STALE' };
  const stateHash = await sha256(state);
  const browser = browserIn(given.cookies, stateHash, ctx.settings);
  if (browser === null) return { outcome: 'STALE' };
  const found = await takeState(ctx.db, {
    stateHash,
    browserHash: await sha256(browser),
    platform,
    at: ctx.now(),
  });
  ctx.answerHeaders['set-cookie'] = removedCookie(stateHash, ctx.settings);
  if (found === null) return { outcome: 'STALE' };
  const verifier = new TextDecoder().decode(
    await unseal(bytesOfHex(found.sealedVerifier), verifierBox(stateHash), ctx.settings),
  );
  const begunAt = new Date(new Date(found.expiresAt).getTime() - connectionMinutes * 60_000);
  const begun: Begun = { ...found, begunAt, platform, client };
  try {
    const callback = { parameters: given.parameters, state, verifier, now: ctx.now() };
    const tokens = await client.exchange(callback, tokenMeterOf(ctx, platform, found.userId));
    return tokens === 'DENIED' ? { outcome: 'DENIED', platform } : await connect(ctx, begun, tokens);
  } catch (error) {
    // The user's requests of the day are used up.
    if (error instanceof Refusal && error.code === 'RATE_LIMITED') return { outcome: 'LIMIT_OF_DAY', platform };
    if (!(error instanceof PlatformFailure)) throw error;
    log('warn', 'connection.failed', { platform, kind: error.kind, cause: String(error.cause) });
    return { outcome: outcomeOf[error.kind], platform };
  }
}

const outcomeOf = {
  NOT_GRANTED: 'REFUSED',
  GRANT_REFUSED: 'REFUSED',
  SILENT: 'AWAY',
  REFUSED: 'AWAY',
  DECLINED: 'AWAY',
  ABSENT: 'AWAY',
  LIMITED: 'BUSY',
  OVER_BUDGET: 'BUSY',
} as const;

interface Begun {
  readonly userId: number;
  readonly accountId: number | null;
  readonly returnTo: string | null;
  /** The text that the creator consented to when the sign-in began. */
  readonly sharingVersion: string | null;
  readonly begunAt: Date;
  readonly platform: Platform;
  readonly client: OAuthClient;
}

/** Stores the connection, or ends it at the platform again. */
async function connect(ctx: ApiCtx, begun: Begun, tokens: Tokens): Promise<ConnectionResult> {
  const { platform, client } = begun;
  if (missingScopes(client.terms.required, tokens.scopes)) {
    ctx.defer(endUnused(ctx, begun, tokens, null).catch(leaveGranted));
    return { outcome: 'SCOPE_MISSING', platform };
  }
  const profile = await profileOf(ctx, begun, tokens);
  let result: ConnectionResult | null = null;
  try {
    result = await storeConnection(ctx, begun, tokens, profile);
    return result;
  } finally {
    if (result?.outcome !== 'CONNECTED') ctx.defer(endUnused(ctx, begun, tokens, profile).catch(leaveGranted));
  }
}

/**
 * Ends a grant that no account uses. A platform that would end every grant of the person is asked only if nobody has connected the person's
 * account, because that connection would end too, and never if the person is unknown (null).
 */
async function endUnused(
  { db }: ApiCtx,
  { platform, client }: Begun,
  tokens: Tokens,
  person: ProvenProfile | null,
): Promise<void> {
  const isFree = () => person !== null && isConnectedAnywhere(db, platform, person.externalId).then((is) => !is);
  if (client.terms.revokes === 'GRANT' || (await isFree())) await client.revoke(tokens);
}

/** The platform's own page lets the person end what could not be ended here. */
const leaveGranted = (error: unknown): void => log('warn', 'connection.not-revoked', { cause: String(error) });

async function storeConnection(
  ctx: ApiCtx,
  begun: Begun,
  tokens: Tokens,
  profile: ProvenProfile,
): Promise<ConnectionResult> {
  const { platform, client, userId, accountId, returnTo } = begun;
  return retryOnConflict(async () => {
    const found = await facts(ctx.db, {
      ...connectionFacts(userId, platform, profile),
      former: sealedTokensOfProven(userId, platform, profile.externalId),
    });
    const place = placeOfGrant(found, accountId);
    if (typeof place === 'string') return { outcome: place, platform };
    const at = ctx.now();
    const account = { id: place.accountId, ownerId: userId, platform, handle: profile.handle };
    const grant = {
      socialAccountId: place.accountId,
      platform,
      scopes: tokens.scopes,
      ...(await sealTokens(place.accountId, tokens, ctx.settings)),
      accessExpiresAt: tokens.expiresAt,
      refreshExpiresAt: tokens.refreshExpiresAt,
      dueAt: nextRenewal(platform, at),
    };
    const former = found.own?.grant ?? null;
    const stored = { former: found.former, chosenAt: former?.sharingChosenAt ?? null, account };
    await ctx.db.transaction([
      ...accountOf(begun, found, place.accountId, profile, profileTimes(ctx, platform)),
      ...storeGrant(grant, choiceOfSignIn(begun, former, at), stored, at),
      ...(isActivatedBySignIn(found.own) ? [notifyOwner(activated(place.accountId), at)] : []),
      refreshCatalog(userId, at),
    ]);
    ctx.nudge();
    // Elsewhere this would end the new grant too.
    if (client.terms.revokes === 'GRANT') revokeLater(ctx, { id: place.accountId, platform }, found.former);
    return { outcome: 'CONNECTED', platform, handle: profile.handle, returnTo };
  });
}

const activated = (accountId: number): AccountEvent => ({
  accountId,
  kind: 'social_account.activated',
  actor: 'CREATOR',
});

/** The statements that make the account the owner's. */
function accountOf(
  { platform, userId }: Begun,
  { own }: { readonly own: AccountRecord | null },
  id: number,
  profile: ProvenProfile,
  times: ProfileTimes,
): SQLWrapper[] {
  if (own === null)
    return withinLimit(
      userId,
      maxAccounts,
      insertVerifiedAccount({ id, ownerId: userId, platform, ...profile }, times),
    );
  return [own.isVerified ? renewProfile(own, profile, times) : proveAccount(own, profile, 'PLATFORM_API', times)];
}

/** Who has signed in. */
async function profileOf(ctx: ApiCtx, { platform, userId }: Begun, { accessToken }: Tokens): Promise<ProvenProfile> {
  const adapter = openPlatform(ctx, platform, userId, 'GRANT');
  // The account of the grant is not known yet; no request for one's own profile names it.
  const channel = await adapter?.channel('OWN', { accessToken, externalId: '' });
  if (!channel) throw new PlatformFailure('NOT_GRANTED', `${platform} knows no account of the person`);
  const { externalId, handle, title, followers } = channel;
  return { externalId, handle: handle ?? externalId, title, followers };
}
