import * as z from 'zod';
import { channelTypes, platforms } from '../shared/enums.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { erSteps, figureSteps, formats } from './catalog-query.ts';

/** The filters with few values. Each has a count, also 0. */
export const closedFilters = {
  platform: platforms,
  format: formats,
  channelType: channelTypes,
  verified: ['true'],
  minFollowers: figureSteps.map(String),
  minViews: figureSteps.map(String),
  minEr: erSteps.map(String),
} as const;

/** The filters of which only the most frequent values are counted. */
export const openFilters = ['topic', 'language', 'geo', 'audienceGeo'] as const;

/** The number of values of an open filter. */
export const countedValues = 50;

export type CountedFilter = keyof typeof closedFilters | (typeof openFilters)[number];

const valueCount = lazy(() =>
  z.strictObject({
    value: z.string().describe('A value that the parameter takes.').meta({ example: 'TWITCH' }),
    creators: z.int().nonnegative().describe('Number of creators in the catalog with this value alone.'),
  }),
);

const filterCounts = lazy(() =>
  z
    .strictObject({
      creators: z.int().nonnegative().describe('Number of creators in the catalog.'),
      filters: z
        .array(
          z.strictObject({
            name: z.string().describe('A parameter of the catalog.').meta({ example: 'platform' }),
            values: z.array(valueCount()).describe('The counted values, each with its number of creators.'),
          }),
        )
        .describe('The counted filters of the catalog.'),
    })
    .meta({ id: 'CatalogFilterCounts' }),
);
export type FilterCounts = z.output<ReturnType<typeof filterCounts>>;

export const CountCatalogFilters = declare({
  name: 'CountCatalogFilters',
  method: 'get',
  path: '/creator-catalog/filters',
  access: 'guest',
  tag: 'Catalog',
  summary: 'Count the creators of each filter value',
  description:
    'Counts the creators of the whole catalog that match each filter value alone. Values of `platform`, `format`, `channelType`, ' +
    '`verified`, `minFollowers`, `minViews` and `minEr` have a count even if it is 0. `topic`, `language`, `geo` and ' +
    '`audienceGeo` have their ' +
    `${countedValues} most frequent values. The answer changes with the catalog.`,
  success: 200,
  answer: () => dataOf(filterCounts()),
  errors: [],
  idempotency: 'none',
  rate: 'guest',
});
