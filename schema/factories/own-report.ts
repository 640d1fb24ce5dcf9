import * as z from 'zod';
import { pathId } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, listOf } from '../shared/page.ts';
import { factory } from './factory.ts';
import { factoryAccount } from './factory-account.ts';
import { factorySummary } from './factory-metrics.ts';
import { factoryPost } from './factory-post.ts';
import { type HideableField, hideableFields } from './factory-terms.ts';
import { read } from './operation-parts.ts';
import { report, reportQuery } from './report-shape.ts';
import { factoryTag, tagGroup } from './tags.ts';

const params = lazy(() => z.object({ id: pathId() }));
const path = '/factories/{id}';

export const GetFactoryDashboard = declare({
  ...read,
  name: 'GetFactoryDashboard',
  path: `${path}/dashboard`,
  summary: 'Get a content factory with its metrics',
  description:
    'Returns the settings of the factory, and what GetFactorySummary, ListFactoryAccounts and ListFactoryPosts return for the same ' +
    'filters, from one moment.',
  params,
  query: reportQuery,
  answer: () =>
    dataOf(
      z
        .strictObject({
          factory: factory().describe('The settings of the factory, with the sums of all its posts.'),
          summary: factorySummary().describe('Sums over the posts that match the filters.'),
          accounts: listOf(factoryAccount()).describe('A page of the accounts that match the filters.'),
          posts: listOf(factoryPost()).describe('A page of the posts that match the filters.'),
        })
        .meta({ id: 'FactoryDashboard' }),
    ),
  errors: ['INVALID_CURSOR'],
});

export const GetFactorySettings = declare({
  ...read,
  name: 'GetFactorySettings',
  path: `${path}/settings`,
  summary: 'Get the settings of a content factory',
  description: 'Returns the factory, all tags of the caller sorted by name, and the tag groups of the factory.',
  params,
  answer: () =>
    dataOf(
      z
        .strictObject({
          factory: factory().describe('The settings of the factory, with the sums of all its posts.'),
          tags: z.array(factoryTag()).describe('All tags of the caller, sorted by name.'),
          tagGroups: z.array(tagGroup()).describe('The tag groups of the factory, sorted by name.'),
        })
        .meta({ id: 'FactorySettings' }),
    ),
  errors: [],
});

const hiddenList = lazy(() =>
  z
    .string()
    .regex(new RegExp(`^((${hideableFields.join('|')})(,|$))*$`), `must list some of ${hideableFields.join(', ')}`)
    .transform((text): HideableField[] => hideableFields.filter((field) => text.split(',').includes(field)))
    .optional()
    .meta({
      type: 'string',
      description: 'Fields to hide besides the hiddenFields of the factory, separated by commas.',
      example: 'saves,lastScanned',
    }),
);

export const PreviewFactoryReport = declare({
  ...read,
  name: 'PreviewFactoryReport',
  path: `${path}/report`,
  summary: 'Preview the report of a share link',
  description:
    'Returns the report that the readers of a share link with these hiddenFields would see on its page. It needs no link, and counts no ' +
    'open. Hidden fields are absent. A sort by a hidden field returns 400 VALIDATION_FAILED.',
  params,
  query: () => z.object({ ...reportQuery().shape, hiddenFields: hiddenList() }),
  answer: () =>
    dataOf(
      z
        .strictObject({
          ...report().shape,
          hiddenFields: z
            .array(z.enum(hideableFields))
            .describe('The fields that this report hides: those of the query and of the factory.'),
        })
        .meta({ id: 'FactoryReportPreview' }),
    ),
  errors: ['INVALID_CURSOR'],
});
