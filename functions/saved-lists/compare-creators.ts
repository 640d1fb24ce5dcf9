import { publicIdsAt } from '../../db/creators/addresses.ts';
import { facts } from '../../db/query.ts';
import { comparedEntries } from '../../db/saved-lists/saved-lists.ts';
import type { CatalogEntry } from '../../schema/catalog/catalog.ts';
import type { Ctx } from '../context.ts';

interface Comparison {
  readonly data: { publicId: string; entry: CatalogEntry | null }[];
  readonly unknownNames: string[];
}

/** The current entries of these creators, in their order; null for one without a public page. A creator is a publicId, or a name with its @. */
export async function compareCreators(ctx: Ctx, wanted: readonly string[]): Promise<Comparison> {
  const names = wanted.filter(isName).map((one) => one.slice(1));
  const publicIds = wanted.filter((one) => !isName(one));
  const { named, entries } = await facts(ctx.db, {
    named: publicIdsAt(names),
    entries: comparedEntries(publicIds, names),
  });
  const idOf = new Map(named.map(({ name, publicId }) => [`@${name}`, publicId]));
  const entryOf = new Map(entries.map(({ publicId, entry }) => [publicId, entry]));
  const found = wanted.flatMap((one) => (isName(one) ? (idOf.get(one) ?? []) : [one]));
  return {
    data: [...new Set(found)].map((publicId) => ({ publicId, entry: entryOf.get(publicId) ?? null })),
    unknownNames: wanted.filter((one) => isName(one) && (idOf.get(one) ?? null) === null),
  };
}

const isName = (wanted: string): boolean => wanted.startsWith('@');
