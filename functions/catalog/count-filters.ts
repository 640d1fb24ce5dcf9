import { type ListCount, listCounts } from '../../db/catalog/filter-counts.ts';
import { generations } from '../../db/catalog/generations.ts';
import { factsOf, type Query } from '../../db/query.ts';
import { closedFilters, countedValues, type FilterCounts, openFilters } from '../../schema/catalog/filter-counts.ts';
import { missing } from '../../schema/shared/errors.ts';
import type { GuestCtx } from '../context.ts';
import { etagOf } from '../platform/hash.ts';
import type { GuestVersion } from './version.ts';

const everyone = '';

/** The counts of all filter values. `filterCountsOf` makes the answer of its rows. */
export const filterCounts: () => Query<ListCount> = () =>
  listCounts(
    [everyone, ...Object.entries(closedFilters).flatMap(([name, values]) => values.map((value) => `${name}=${value}`))],
    openFilters,
    countedValues,
  );

export function filterCountsOf(rows: readonly ListCount[]): FilterCounts {
  const known = new Map(rows.map(({ list, creators }) => [list, creators]));
  const of = (list: string) => known.get(list) ?? 0;
  const closed = Object.entries(closedFilters).map(([name, values]) => ({
    name,
    values: values.map((value) => ({ value, creators: of(`${name}=${value}`) })),
  }));
  const open = openFilters.map((name) => ({
    name,
    values: rows.flatMap(({ list, creators }) =>
      list.startsWith(`${name}=`) ? [{ value: list.slice(name.length + 1), creators }] : [],
    ),
  }));
  return { creators: of(everyone), filters: [...closed, ...open] };
}

/** The counts of the filters, in an answer that the edge caches. */
export async function countFilters({ db }: GuestCtx): Promise<GuestVersion> {
  const [[read], rows] = await db.readBoth(factsOf({ generations }), filterCounts());
  const body = JSON.stringify({ data: filterCountsOf(rows) });
  return { generations: (read ?? missing('the generations')).generations, etag: await etagOf(body), body };
}
