import { type LinkedAccount, readLinkedAccount, useLink } from '../../db/social-accounts/reconnections.ts';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import { sharingVersion } from '../../schema/social-accounts/sharing-text.ts';
import type { ApiCtx } from '../context.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { accessTo } from '../settings/index.ts';
import { connectionOf, type ExpiredConnection } from './reconnect-link.ts';
import { type LinkProblem, linkProblem } from './reconnect-rules.ts';
import { beginSignIn, offeredClient } from './start-connection.ts';

/** The link of an email. */
export interface ReconnectLink {
  /** In lower case, as the path has it. */
  readonly platform: string;
  readonly token: string;
}

/** The account that a link connects again. */
export interface Reconnectable {
  readonly outcome: 'VALID';
  readonly platform: Platform;
  readonly handle: string;
  /** Others may see what is read under the connection, as its owner has consented to before. */
  readonly isShared: boolean;
  /** Where the button leads: the sign-in page of the platform. */
  readonly signInOrigin: string;
}

/** Reads what a link would do, and changes nothing. */
export async function readReconnection(
  ctx: ApiCtx,
  link: ReconnectLink,
): Promise<Reconnectable | { readonly outcome: LinkProblem }> {
  const found = await read(ctx, link);
  if (typeof found === 'string') return { outcome: found };
  const { platform, handle, isShared } = found;
  const signInOrigin = new URL(accessTo(ctx.settings, platform).authorizeUrl).origin;
  return { outcome: 'VALID', platform, handle, isShared, signInOrigin };
}

/** Starts the sign-in of the link's owner in the browser that gets the cookie, and uses up the link. */
export const reconnect = (
  ctx: ApiCtx,
  link: ReconnectLink,
): Promise<{ readonly outcome: LinkProblem } | { readonly outcome: 'STARTED'; readonly authorizeUrl: string }> =>
  retryOnConflict(async () => {
    const found = await read(ctx, link);
    if (typeof found === 'string') return { outcome: found };
    const { platform, ownerId, isShared, connection } = found;
    const { accountId } = connection;
    const started = { platform, userId: ownerId, accountId, returnTo: null, sharesMetrics: isShared };
    const { statement, answer } = await beginSignIn(ctx, offeredClient(ctx, platform), started);
    await ctx.db.transaction([useLink(accountId, connection.endedAt, ctx.now()), statement]);
    return { outcome: 'STARTED', authorizeUrl: answer.authorizeUrl };
  });

interface Linked extends LinkedAccount {
  readonly connection: ExpiredConnection;
  readonly isShared: boolean;
}

async function read(ctx: ApiCtx, link: ReconnectLink): Promise<Linked | LinkProblem> {
  const platform = platforms.find((name) => name.toLowerCase() === link.platform);
  const connection = await connectionOf(link.token, ctx.settings, ctx.now());
  if (platform === undefined || connection === null) return 'INVALID';
  const found = await readLinkedAccount(ctx.db, connection.accountId);
  if (found === null || found.platform !== platform) return 'INVALID';
  const problem = linkProblem(found, connection.endedAt);
  return problem ?? { ...found, connection, isShared: found.sharingVersion === sharingVersion };
}
