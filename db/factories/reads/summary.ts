import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { MixedDefinitions } from '../../../schema/metrics/view-definition.ts';
import { type Query, query } from '../../query.ts';
import { factories } from '../../tables/factories.ts';
import { type FactoryReader, isReadFactory, watchedBy } from './access.ts';
import { isAccountChosen, type ReadFilters } from './filters.ts';
import { type DayRecord, historyOf, publicationsOf } from './history.ts';
import { countedPosts, definitionsOf, type FactorySums, type SummarySums, summarySumsJson, sumsJson } from './sums.ts';

export interface HistoryRecord {
  readonly days: readonly DayRecord[];
  readonly publications: readonly { readonly date: string; readonly posts: number }[];
}

export interface SummaryRecord extends HistoryRecord {
  readonly sums: FactorySums;
  readonly more: SummarySums;
  readonly definitions: readonly MixedDefinitions[number][];
}

/** The sums and the history of a factory; no row if the reader may not see it. */
export const summaryOf = (reader: FactoryReader, filters: ReadFilters): Query<SummaryRecord> =>
  query(
    {
      sums: sql<FactorySums>`(select ${sumsJson} from post)`,
      more: sql<SummarySums>`(select ${summarySumsJson} from post)`,
      definitions: definitionsOf,
      ...historyFields(filters),
    },
    (columns) => sql`with ${watchedBy(reader)}, ${chosenBy(filters)}, post as materialized (${countedPosts(filters)})
      select ${columns} from ${factories} where ${isReadFactory(reader)}`,
  );

/** The accounts that match the filters of accounts, as a relation `chosen` of rows of `watched`. */
export const chosenBy = (filters: ReadFilters): SQL =>
  sql`chosen as materialized (select watched.* from watched where ${isAccountChosen(filters)})`;

export const historyFields = (filters: ReadFilters) => ({
  days: historyOf(filters),
  publications: publicationsOf(filters),
});
