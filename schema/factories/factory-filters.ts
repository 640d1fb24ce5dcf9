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

/**
 * Two visible characters, or one that says something alone: of Chinese, Japanese or Korean, also of half width, or after U+FFDC, where the rare
 * ideographs and emoji are. Every dialect of the OpenAPI document can write this range.
 */
const searched = /\S.*\S|[々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿ｦ-ﾝ]|[^ -ￜ]/u;

/** The filters of summaries, accounts, posts and reports. */
export const factoryFilters = lazy(() => ({
  ...periodQuery(),
  platform: queryEnum(platforms).optional().describe('Platform of the accounts and posts.'),
  search: words(100)
    .regex(searched, 'must have at least 2 characters, or one Chinese, Japanese or Korean character or emoji')
    .meta({ pattern: searched.source })
    .optional()
    .describe(
      'Text in the title or a hashtag of a post, or in the handle of its account: at least 2 characters, or one Chinese, Japanese or Korean character or emoji. ' +
        'Begin it with # for the beginning of a hashtag, or with @ for the beginning of a handle. Case, accents, widths of characters, vowel marks, the kind of ' +
        'kana, and the difference between traditional and simplified Chinese are ignored.',
    ),
  tag: pathId().optional().describe('Id of a tag that the account has.'),
  factoryAccountId: pathId().optional().describe('Id of an account of the factory.'),
  accountSort: sort(accountSorts, 'accounts', '-views'),
  postSort: sort(postSorts, 'posts', '-publishedAt'),
}));

const filters = lazy(() => z.object(factoryFilters()));
export type FactoryFilters = z.output<ReturnType<typeof filters>>;
