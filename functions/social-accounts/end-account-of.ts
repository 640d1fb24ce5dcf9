import { channelOnAccount } from '../../db/creators/channels.ts';
import { factsOf, one } from '../../db/query.ts';
import { type AccountRecord, formerAccountOf } from '../../db/social-accounts/accounts.ts';
import { sealedTokensOf } from '../../db/social-accounts/connections.ts';
import type { JobCtx } from '../context.ts';
import { changeOfEnd, endedAccount } from './end-account.ts';
import { revokeLater } from './revoke-later.ts';
import { afterMove } from './rules.ts';

/** Ends an account of a deleted user, and its grant at the platform, as its owner does. Gives the number of ended accounts. */
export async function endAccountOf(ctx: JobCtx, ownerId: number, id: number): Promise<number> {
  const { account, channel, tokens } = await one(
    ctx.db,
    factsOf({ account: formerAccountOf(ownerId, id), channel: channelOnAccount(id), tokens: sealedTokensOf(id) }),
  );
  if (account === null || account.status === 'DELETED') return 0;
  const at = ctx.now();
  const ended = endedAccount(withoutBlock(account), channel, 'delete', at);
  await ctx.db.transaction(changeOfEnd(ended, channel, tokens, at).statements);
  revokeLater(ctx, account, tokens);
  return 1;
}

/** A block ends with the user: nobody can end it later, and it would keep the data of the user from being erased. */
const withoutBlock = (account: AccountRecord): AccountRecord =>
  account.status === 'BLOCKED'
    ? { ...account, status: afterMove('unblock', account), blockedAt: null, blockReason: null }
    : account;
