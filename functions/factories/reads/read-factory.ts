import type { FactoryReader } from '../../../db/factories/reads/access.ts';
import { accountDetail, accountsPage, type WatchedAccount } from '../../../db/factories/reads/accounts.ts';
import type { ReadFilters } from '../../../db/factories/reads/filters.ts';
import { postsPage, type WatchedPost } from '../../../db/factories/reads/posts.ts';
import { summaryOf } from '../../../db/factories/reads/summary.ts';
import { wholeOf } from '../../../db/factories/reads/whole.ts';
import { maybe, type Query } from '../../../db/query.ts';
import type { FactoryAccountDetailView, FactoryAccountView } from '../../../schema/factories/factory-account.ts';
import type { FactoryFilters, Sort } from '../../../schema/factories/factory-filters.ts';
import { type FactorySummary, maxMiniPoints } from '../../../schema/factories/factory-metrics.ts';
import type { FactoryPostView } from '../../../schema/factories/factory-post.ts';
import type { AccountSort, HideableField, PostSort } from '../../../schema/factories/factory-terms.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { openPeriodOf } from '../../../schema/shared/instants.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { GuestCtx } from '../../context.ts';
import { addressForOwner } from '../../social-accounts/pictures/index.ts';
import { accessAs, type ReadAs } from './access.ts';
import { viewHistory } from './history-view.ts';
import { viewSummary, viewWatchedAccount, viewWatchedPost } from './view.ts';

/** A reader and the factory to read. */
export interface Reader {
  readonly factoryId: number;
  /** Its owner must be this user; null: the reader of a share link, or staff. */
  readonly ownerId: number | null;
  readonly as: ReadAs;
  /** The reader of a share link; absent for the owner. */
  readonly visitor?: string | undefined;
  /** Hidden fields. They affect `updatedAt`, the bounds of histories, and the texts that `search` matches. */
  readonly hidden: ReadonlySet<HideableField>;
}

/** The owner of a factory, who sees everything, or staff, who sees what the owner sees. */
export const ownerOf = (ownerId: number | null, factoryId: number): Reader => ({
  factoryId,
  ownerId,
  as: 'OWNER',
  hidden: new Set(),
});

type Filters = Omit<FactoryFilters, 'accountSort' | 'postSort'>;
interface ListPage<By extends string> {
  readonly sort: Sort<By>;
  readonly limit: number;
  readonly cursor?: number | undefined;
  /** Without pictures and history, which files do not have. */
  readonly isExport?: boolean;
}
type ReadCtx = Pick<GuestCtx, 'db' | 'settings' | 'now'>;

/** The sums and the history of the posts that match. */
export async function readSummary(ctx: ReadCtx, reader: Reader, given: Filters): Promise<FactorySummary> {
  const filters = filtersOf(reader, given);
  const found = await read(ctx, summaryOf(readerOf(ctx, reader), filters));
  return viewSummary(found, reader.hidden, filters.bounds);
}

/** A page of the accounts, each with the metrics of its posts that match. */
export async function readAccounts(
  ctx: ReadCtx,
  reader: Reader,
  { sort, limit, cursor, isExport = false, ...given }: Filters & ListPage<AccountSort | 'handle'>,
): Promise<Page<FactoryAccountView>> {
  const page = { ...filtersOf(reader, given), sort, limit, cursor };
  const { accounts } = await read(ctx, accountsPage(readerOf(ctx, reader), page));
  const shown = isExport ? accounts.map((account) => ({ ...account, avatarUrl: null })) : accounts;
  return pageOfAccounts(ctx, reader, shown, limit);
}

const pageOfAccounts = async (ctx: ReadCtx, reader: Reader, accounts: readonly WatchedAccount[], limit: number) =>
  pageOf(await Promise.all(accounts.map((account) => accountOf(ctx, account, reader))), limit, ({ id }) => id);

/** One account with the metrics of all its posts; null if there is none. */
export async function readAccountRow(
  ctx: ReadCtx,
  reader: Reader,
  accountId: number,
): Promise<FactoryAccountView | null> {
  const page = { factoryAccountId: accountId, sort: { by: 'handle', isDescending: false }, limit: 1 } as const;
  return (await readAccounts(ctx, reader, page)).data[0] ?? null;
}

/** An account with the history of its posts in the period. */
export async function readAccount(
  ctx: ReadCtx,
  reader: Reader,
  { accountId, ...period }: Pick<Filters, 'from' | 'to'> & { readonly accountId: number },
): Promise<FactoryAccountDetailView> {
  const filters = filtersOf(reader, { ...period, factoryAccountId: accountId });
  const { account, ...history } = await read(ctx, accountDetail(readerOf(ctx, reader), filters));
  if (account === null) throw notFound();
  return { ...(await accountOf(ctx, account, reader)), ...viewHistory(history, filters.bounds) };
}

/** A page of the posts that match, each with the last days of its history. */
export async function readPosts(
  ctx: ReadCtx,
  reader: Reader,
  { sort, limit, cursor, isExport = false, ...given }: Filters & ListPage<PostSort>,
): Promise<Page<FactoryPostView>> {
  const page = { ...filtersOf(reader, given), sort, limit, cursor, points: isExport ? 0 : maxMiniPoints };
  const { posts } = await read(ctx, postsPage(readerOf(ctx, reader), page));
  return pageOfPosts(ctx, reader, isExport ? posts.map((post) => ({ ...post, coverUrl: null })) : posts, limit);
}

async function pageOfPosts(ctx: ReadCtx, reader: Reader, posts: readonly WatchedPost[], limit: number) {
  const views = posts.map(async (post) =>
    viewWatchedPost({ ...post, coverUrl: await signed(ctx, reader, post.coverUrl) }, reader.hidden),
  );
  return pageOf(await Promise.all(views), limit, ({ id }) => id);
}

interface WholePage {
  readonly limit: number;
  readonly accounts: Omit<ListPage<AccountSort | 'handle'>, 'limit'>;
  /** Null: no posts. */
  readonly posts: Omit<ListPage<PostSort>, 'limit'> | null;
}

/** The sums, a page of the accounts and a page of the posts, in one statement. */
export async function readWhole(
  ctx: ReadCtx,
  reader: Reader,
  { limit, accounts, posts, ...given }: Filters & WholePage,
): Promise<{ summary: FactorySummary; accounts: Page<FactoryAccountView>; posts: Page<FactoryPostView> | null }> {
  const filters = filtersOf(reader, given);
  const postsPage = posts && { ...filters, ...posts, limit, points: maxMiniPoints };
  const found = await read(ctx, wholeOf(readerOf(ctx, reader), filters, { ...filters, ...accounts, limit }, postsPage));
  return {
    summary: viewSummary(found, reader.hidden, filters.bounds),
    accounts: await pageOfAccounts(ctx, reader, found.accounts, limit),
    posts: found.posts && (await pageOfPosts(ctx, reader, found.posts, limit)),
  };
}

const accountOf = async (ctx: ReadCtx, account: WatchedAccount, reader: Reader): Promise<FactoryAccountView> =>
  viewWatchedAccount({ ...account, avatarUrl: await signed(ctx, reader, account.avatarUrl) }, reader.hidden);

/**
 * The address of a picture for the owner of the factory. It expires, because nobody else may see the picture. Reports have no pictures: their
 * addresses would outlive the link.
 */
const signed = async (ctx: ReadCtx, { as }: Reader, url: string | null): Promise<string | null> =>
  as === 'OWNER' ? addressForOwner(ctx, { url, isPublic: false }) : null;

async function read<Row>({ db }: ReadCtx, query: Query<Row>): Promise<Row> {
  const found = await maybe(db, query);
  if (found === null) throw notFound();
  return found;
}

const readerOf = ({ settings, now }: ReadCtx, { factoryId, ownerId, as, visitor = '' }: Reader): FactoryReader => ({
  factoryId,
  ownerId,
  visitor,
  isOther: as !== 'OWNER',
  access: accessAs(as, settings, now()),
  at: now(),
});

function filtersOf({ hidden }: Reader, given: Filters): ReadFilters {
  const period = openPeriodOf(given);
  return {
    // Where the posts are hidden, a period bounds the history alone: a short one would show a single post.
    ...(hidden.has('posts') ? { from: null, until: null } : period),
    bounds: { ...period, isByDay: hidden.has('lastScanned') },
    platform: given.platform ?? null,
    tag: given.tag ?? null,
    accountId: given.factoryAccountId ?? null,
    search: given.search ?? null,
    searchesPosts: !hidden.has('posts'),
  };
}
