import type { Sort } from '../../../schema/factories/factory-filters.ts';
import type { AccountSort, HideableField, PostSort } from '../../../schema/factories/factory-terms.ts';
import { invalid, type Refusal } from '../../../schema/shared/errors.ts';
import { type Shown, shownBeside } from './shown.ts';

/** The order of the accounts: as requested, or by default. Refuses a sort by a hidden field. */
export function accountSortOf(
  requested: Sort<AccountSort> | undefined,
  hidden: ReadonlySet<HideableField>,
): Sort<AccountSort | 'handle'> {
  const shown = shownBeside(hidden);
  if (requested !== undefined) return visible('accountSort', requested, shown);
  return shown.views ? { by: 'views', isDescending: true } : { by: 'handle', isDescending: false };
}

/** The order of the posts: as requested, or the newest first. Refuses a sort by a hidden field. */
export function postSortOf(requested: Sort<PostSort> | undefined, hidden: ReadonlySet<HideableField>): Sort<PostSort> {
  const shown = shownBeside(hidden);
  if (requested !== undefined && !shown.posts) throw hiddenHere('postSort');
  if (requested !== undefined) return visible('postSort', requested, shown);
  return { by: 'publishedAt', isDescending: true };
}

/** Whether a report shows the field of a sort. Otherwise the order of the list would reveal the hidden values. */
const isSortShown = (by: AccountSort | PostSort, shown: Shown): boolean =>
  ({
    ...{ views: shown.views, likes: shown.likes, comments: shown.comments, saves: shown.saves },
    ...{ er: shown.er, posts: shown.posts, lastScanned: shown.times, publishedAt: shown.posts },
  })[by];

function visible<By extends AccountSort | PostSort>(path: string, sort: Sort<By>, shown: Shown): Sort<By> {
  if (!isSortShown(sort.by, shown)) throw hiddenHere(path);
  return sort;
}

/** The refusal of a parameter that refers to a hidden field. */
export const hiddenHere = (path: string): Refusal => invalid(path, 'refers to a field that this report hides');
