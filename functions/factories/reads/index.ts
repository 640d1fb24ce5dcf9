import type { FactoryAccountView } from '../../../schema/factories/factory-account.ts';
import type { FactoryFilters, Sort } from '../../../schema/factories/factory-filters.ts';
import type { FactorySummary } from '../../../schema/factories/factory-metrics.ts';
import type { FactoryPostView } from '../../../schema/factories/factory-post.ts';
import type { AccountSort, HideableField, PostSort } from '../../../schema/factories/factory-terms.ts';
import type { Page } from '../../../schema/shared/page.ts';
import type { GuestCtx } from '../../context.ts';

/**
 * Who reads a factory. OWNER: its owner. REPORT_API and REPORT_PAGE: the readers of a share link, who are others for the terms of the platforms;
 * pages may show the newest metrics of some platforms whose metrics the API may not return.
 */
export interface Reader {
  readonly factoryId: number;
  readonly as: 'OWNER' | 'REPORT_API' | 'REPORT_PAGE';
  /** What the answer will lack. It determines updatedAt, and what `search` matches. */
  readonly hidden: ReadonlySet<HideableField>;
}

type Filters = Omit<FactoryFilters, 'accountSort' | 'postSort'>;
interface ListPage<By extends string> {
  readonly sort: Sort<By>;
  readonly limit: number;
  readonly cursor?: number | undefined;
}
type Ctx = Pick<GuestCtx, 'db' | 'settings' | 'now'>;

export declare function readSummary(ctx: Ctx, reader: Reader, filters: Filters): Promise<FactorySummary>;
export declare function readAccounts(
  ctx: Ctx,
  reader: Reader,
  page: Filters & ListPage<AccountSort | 'handle'>,
): Promise<Page<FactoryAccountView>>;
export declare function readPosts(
  ctx: Ctx,
  reader: Reader,
  page: Filters & ListPage<PostSort>,
): Promise<Page<FactoryPostView>>;
