import * as z from 'zod';
import { platforms, queryEnum } from '../shared/enums.ts';
import { pathId } from '../shared/ids.ts';
import { periodQuery } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { words } from '../shared/text.ts';
import { accountSorts, postSorts } from './factory-terms.ts';

/** An order of a list. */
export interface Sort<Name extends string> {
  readonly by: Name;
  readonly isDescending: boolean;
}

/** A sort in a query, with a leading - for descending. */
const sort = <const Name extends string>(names: readonly Name[], what: string, byDefault: string) => {
  const allowed = names.flatMap((name) => [name, `-${name}`]);
  return z
    .enum(allowed, `must be one of ${allowed.join(', ')}`)
    .transform((text): Sort<Name> => {
      const isDescending = text.startsWith('-');
      return { by: (isDescending ? text.slice(1) : text) as Name, isDescending };
    })
    .optional()
    .meta({
      type: 'string',
      enum: allowed,
      description: `Order of ${what}, by default ${byDefault}. Unknown values are last in both directions.`,
    });
};

/** The filters of summaries, accounts, posts and reports. */
export const factoryFilters = lazy(() => ({
  ...periodQuery(),
  platform: queryEnum(platforms).optional().describe('Platform of the accounts and posts.'),
  search: words(100)
    .min(2)
    .optional()
    .describe('Text in the title or a hashtag of a post, or in the handle of its account. Case is ignored.'),
  tag: pathId().optional().describe('Id of a tag that the account has.'),
  factoryAccountId: pathId().optional().describe('Id of an account of the factory.'),
  accountSort: sort(accountSorts, 'accounts', '-views'),
  postSort: sort(postSorts, 'posts', '-publishedAt'),
}));

const filters = lazy(() => z.object(factoryFilters()));
export type FactoryFilters = z.output<ReturnType<typeof filters>>;
