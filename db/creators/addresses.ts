import { and, eq, isNull, ne, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { generations } from '../catalog/generations.ts';
import { isListed } from '../catalog/refresh.ts';
import { array, type Db } from '../client.ts';
import { build, changesOne, facts, json, jsonList, type TypeOf } from '../query.ts';
import { catalogCreators, catalogDue } from '../tables/catalog.ts';
import { creatorAddresses, creators, formerAddresses } from '../tables/creators.ts';

const { name, creatorId, chosenAt, releasedAt } = creatorAddresses;

/** The current name of a creator, or null: a field. */
export const addressOf = (of: SQLWrapper): SQL<string | null> =>
  sql`(select ${name} from ${creatorAddresses} where ${creatorId} = ${of} and ${releasedAt} is null)`;

/** Whether the creator has the name or had it before; false: another one, also an erased one; null: nobody. A field of the facts. */
export const isOwnName = (of: number, wanted: string | null): SQL<boolean | null> =>
  sql`coalesce(
    (select ${creatorId} = ${of} from ${creatorAddresses} where ${name} = ${wanted}::text),
    (select false from ${formerAddresses} where ${formerAddresses.nameSha256} = sha256(convert_to(${wanted}::text, 'UTF8'))))`;

/** How many names the creator has had: a field of the facts. */
export const countOfNames = (of: number): SQL<number> =>
  sql`(select count(*)::int from ${creatorAddresses} where ${creatorId} = ${of})`;

/** Gives the creator this name alone, or none. VERSION_CONFLICT ends the transaction when another creator has taken it meanwhile. */
export const changeAddress = (of: number, wanted: string | null, at: Date): readonly SQLWrapper[] => [
  // Two changes of one creator wait for each other.
  sql`select from ${creators} where ${creators.userId} = ${of} for no key update`,
  build
    .update(creatorAddresses)
    .set({ releasedAt: at })
    .where(and(eq(creatorId, of), isNull(releasedAt), wanted === null ? undefined : ne(name, wanted))),
  ...(wanted === null ? [] : [choose(of, wanted, at)]),
  sql`select catalog_advance_generations(array(
    select get_byte(uuid_send(${creators.publicId}), 0) >> 4 from ${creators} where ${creators.userId} = ${of}))`,
];

const choose = (of: number, wanted: string, at: Date): SQL =>
  changesOne(
    build
      .insert(creatorAddresses)
      .values({ name: wanted, creatorId: of, chosenAt: at, releasedAt: null })
      .onConflictDoUpdate({
        target: name,
        set: { releasedAt: null, chosenAt: sql`excluded.${sql.identifier(chosenAt.name)}` },
        setWhere: eq(creatorId, of),
      }),
  );

/** The publicId of the published creator with this name, or null: a field. */
export const publicIdAt = (wanted: SQLWrapper): SQL<string | null> => sql`(
  select coalesce(${catalogCreators.publicId}, ${catalogDue.publicId}) from ${creatorAddresses}
  left join ${catalogCreators} on ${catalogCreators.creatorId} = ${creatorId}
  left join ${catalogDue} on ${catalogDue.creatorId} = ${creatorAddresses.creatorId}
  where ${name} = ${wanted} and ${releasedAt} is null and ${isListed(creatorId)})`;

/** The publicId of the published creator with this name, or null. */
export const readAddress = (db: Db, wanted: string): Promise<{ generations: string; publicId: string | null }> =>
  facts(db, { generations, publicId: publicIdAt(sql`${wanted}`) });

const namedJson = json({ name: sql<string>`wanted.name`, publicId: publicIdAt(sql`wanted.name`) });

/** Each of these names with the publicId of its published creator, or null: a field of the facts. */
export const publicIdsAt = (names: readonly string[]): SQL<readonly TypeOf<typeof namedJson>[]> =>
  jsonList(namedJson, sql`from unnest(${array(names)}::text[]) as wanted(name)`);
