import { facts } from '../../db/query.ts';
import { type AccountRecord, type AccountsPage, accountsPage, anyAccount } from '../../db/social-accounts/accounts.ts';
import { shownSince } from '../../schema/metrics/metric-rules.ts';
import { notFound } from '../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../schema/shared/page.ts';
import type { SocialAccountView } from '../../schema/social-accounts/account.ts';
import type { Ctx } from '../context.ts';
import { isOffered } from './open-platform.ts';
import { addressForOwner } from './pictures/index.ts';
import { withoutOldProfile } from './rules.ts';
import { viewAccount, viewForStaff } from './view.ts';

/** The caller's accounts, newest first. */
export async function listAccounts(ctx: Ctx, page: AccountsPage): Promise<Page<SocialAccountView>> {
  const rows = await ctx.db.read(accountsPage(ctx.actor.userId, page));
  const accounts = await Promise.all(rows.map(({ account }) => shownNow(ctx, account)));
  const views = accounts.map((account) => viewAccount(account, isOffered(ctx, account.platform)));
  return pageOf(views, page.limit, ({ id }) => id);
}

/** The account of any user, for staff. */
export async function getForStaff(ctx: Ctx, { id }: { id: number }) {
  const { account } = await facts(ctx.db, { account: anyAccount(id) });
  if (!account) throw notFound();
  return { data: viewForStaff(await shownNow(ctx, account), isOffered(ctx, account.platform)) };
}

/** The account with what may be shown of its profile now, and with the address of its picture for the caller. */
export async function shownNow(ctx: Pick<Ctx, 'settings' | 'now'>, account: AccountRecord): Promise<AccountRecord> {
  const avatarUrl = await addressForOwner(ctx, { url: account.avatarUrl, isPublic: account.isPublic });
  return { ...withoutOldProfile(account, shownSince(account.platform, ctx.settings, ctx.now())), avatarUrl };
}
