import * as z from 'zod';
import { pathId } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { fileAnswer } from '../shared/page.ts';
import { factoryFilters } from './factory-filters.ts';
import { maxExportedRows } from './factory-terms.ts';
import { read } from './operation-parts.ts';

const description =
  `Returns a CSV file (RFC 4180, UTF-8 with a byte order mark) of at most ${maxExportedRows} rows. Each cell has quotes, also those of the header. ` +
  'Cells of unknown values are empty.';

const exported = {
  ...read,
  params: () => z.object({ id: pathId() }),
  contentType: 'text/csv',
  answer: fileAnswer,
  errors: [],
  rate: 'export',
} as const;

const postFilters = lazy(() => {
  const { accountSort: _, ...filters } = factoryFilters();
  return z.object(filters);
});
export type PostFilters = z.output<ReturnType<typeof postFilters>>;

const accountFilters = lazy(() => {
  const { postSort: _, ...filters } = factoryFilters();
  return z.object(filters);
});
export type AccountFilters = z.output<ReturnType<typeof accountFilters>>;

export const ExportFactoryPosts = declare({
  ...exported,
  name: 'ExportFactoryPosts',
  path: '/factories/{id}/posts/export',
  summary: 'Export the posts of a content factory as CSV',
  description,
  query: postFilters,
});

export const ExportFactoryAccounts = declare({
  ...exported,
  name: 'ExportFactoryAccounts',
  path: '/factories/{id}/accounts/export',
  summary: 'Export the accounts of a content factory as CSV',
  description,
  query: accountFilters,
});
