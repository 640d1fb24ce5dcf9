import { eq, type SQLWrapper } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import { array } from '../client.ts';
import { build, guard } from '../query.ts';
import { factoryAccounts } from '../tables/factories.ts';
import { factoryAccountTags, tags } from '../tables/factory-tags.ts';
import { heldFactory } from './factories.ts';
import { lockOwner } from './tags.ts';

export interface AccountTags {
  readonly ownerId: number;
  readonly factoryId: number;
  readonly accountId: number;
  readonly tagIds: readonly number[];
}

/** Replaces the tags of an account, in the order of their ids. The account and all the tags must still exist. */
export const replaceAccountTags = ({ ownerId, factoryId, accountId, tagIds }: AccountTags): SQLWrapper[] => [
  lockOwner(ownerId),
  heldFactory(factoryId),
  guard(
    sql`exists (select from ${factoryAccounts} where ${factoryAccounts.id} = ${accountId} and ${factoryAccounts.factoryId} = ${factoryId})`,
    'VERSION_CONFLICT',
  ),
  build.delete(factoryAccountTags).where(eq(factoryAccountTags.accountId, accountId)),
  sql`with added as (
      insert into ${factoryAccountTags} (${sql.identifier('account_id')}, ${sql.identifier('tag_id')})
      select ${accountId}, ${tags.id} from ${tags} where ${tags.ownerId} = ${ownerId} and ${tags.id} = any (${array(tagIds)}::bigint[])
      order by ${tags.id} returning 1)
    ${guard(sql`(select count(*) from added) = ${tagIds.length}`, 'VERSION_CONFLICT')}`,
];
