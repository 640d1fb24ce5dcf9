import type { ExportedList } from '../../../schema/factories/factory-terms.ts';
import type { ReportAccount, ReportMetrics, ReportPost } from '../../../schema/factories/report-rows.ts';
import type { Shown } from '../hiding/shown.ts';

/** A row of each list, without what the file hides. */
export interface CsvRow {
  readonly posts: ReportPost;
  readonly accounts: ReportAccount;
}

type Cell = string | number | null | undefined;

interface Column<Row> {
  readonly name: string;
  readonly value: (row: Row) => Cell;
  /** Without it the column is always there. */
  readonly isShown?: (shown: Shown) => boolean;
}

/** The columns of a list, in their order, without the hidden ones. */
export const columnsOf = <Kind extends ExportedList>(kind: Kind, shown: Shown): readonly Column<CsvRow[Kind]>[] =>
  columns[kind].filter(({ isShown = () => true }) => isShown(shown));

const metric = <Name extends keyof ReportMetrics>(
  name: Name,
  isShown: (shown: Shown) => boolean,
): Column<{ readonly metrics: ReportMetrics }> => ({
  name,
  isShown,
  value: ({ metrics }) => {
    const { [name]: value } = metrics;
    return typeof value === 'object' ? null : value;
  },
});

const metrics = [
  metric('views', ({ views }) => views),
  metric('likes', ({ likes }) => likes),
  metric('comments', ({ comments }) => comments),
  metric('er', ({ er }) => er),
  metric('saves', ({ saves }) => saves),
  metric('updatedAt', ({ times }) => times),
  metric('savesUpdatedAt', ({ times, saves }) => times && saves),
];

const tags = ({ tags: given }: { readonly tags: readonly { readonly name: string }[] }): string =>
  given.map(({ name }) => name).join(', ');

const columns: { readonly [Kind in ExportedList]: readonly Column<CsvRow[Kind]>[] } = {
  posts: [
    { name: 'id', value: ({ id }) => id },
    { name: 'factoryAccountId', value: ({ factoryAccountId }) => factoryAccountId },
    { name: 'platform', value: ({ platform }) => platform },
    { name: 'url', value: ({ url }) => url },
    { name: 'title', value: ({ title }) => title },
    { name: 'hashtags', value: ({ hashtags }) => hashtags.join(' ') },
    { name: 'durationSeconds', value: ({ durationSeconds }) => durationSeconds },
    { name: 'publishedAt', value: ({ publishedAt }) => publishedAt },
    { name: 'tags', value: tags },
    ...metrics,
    { name: 'reasons', value: ({ reasons }) => pairsOf(reasons), isShown: ({ counters }) => counters },
    { name: 'flags', value: ({ flags }) => flags.map(({ flag }) => flag).join(' ') },
    { name: 'lastScannedAt', value: ({ lastScannedAt }) => lastScannedAt, isShown: ({ times }) => times },
    { name: 'source', value: ({ source }) => source, isShown: ({ counters }) => counters },
    { name: 'viewDefinition', value: ({ viewDefinition }) => viewDefinition, isShown: ({ views }) => views },
  ],
  accounts: [
    { name: 'id', value: ({ id }) => id },
    { name: 'platform', value: ({ platform }) => platform },
    { name: 'handle', value: ({ handle }) => handle },
    { name: 'title', value: ({ title }) => title },
    { name: 'status', value: ({ status }) => status },
    { name: 'mode', value: ({ mode }) => mode },
    { name: 'tags', value: tags },
    { name: 'posts', value: ({ posts }) => posts, isShown: ({ posts }) => posts },
    ...metrics,
    {
      name: 'erMeasuredPosts',
      value: ({ metrics: { erCoverage } }) => erCoverage?.measuredPosts,
      isShown: ({ er, posts }) => er && posts,
    },
    {
      name: 'savesMeasuredPosts',
      value: ({ metrics: { savesCoverage } }) => savesCoverage?.measuredPosts,
      isShown: ({ saves, posts }) => saves && posts,
    },
    { name: 'reasons', value: ({ reasons }) => reasons?.join(' '), isShown: ({ counters }) => counters },
    { name: 'lastScannedAt', value: ({ lastScannedAt }) => lastScannedAt, isShown: ({ times }) => times },
    { name: 'nextScanAt', value: ({ nextScanAt }) => nextScanAt, isShown: ({ times }) => times },
  ],
};

/** "views: HIDDEN; saves: NOT_OFFERED" */
const pairsOf = (reasons: ReportPost['reasons']): string =>
  Object.entries(reasons)
    .map(([counter, reason]) => `${counter}: ${reason}`)
    .join('; ');
