import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { freshId } from '../../db/fresh-ids.ts';
import { facts } from '../../db/query.ts';
import { insertVerifiedAccount } from '../../db/social-accounts/accounts.ts';
import { insertAudience } from '../../db/social-accounts/audiences.ts';
import { socialAccounts } from '../../db/tables/social-accounts.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { externalIdOf } from '../local/endpoints/social-simulator/youtube/ids.ts';
import type { SeededCreator } from './creators.ts';
import { audienceOf, handleOn } from './offerings.ts';
import type { Accounts } from './shop.ts';

const dayMs = 86_400_000;

/**
 * Two of three creators have a verified account on their first platform, with an audience. No route connects accounts
 * yet, so this writes the rows that a connection would write.
 */
export async function connectAccounts(
  db: Db,
  userId: number,
  creator: SeededCreator,
  index: number,
  at: Date,
): Promise<Accounts> {
  const [platform] = creator.platforms;
  if (platform === undefined || index % 3 === 2) return new Map();
  const handle = handleOn(platform, creator.handle);
  const { known, fresh } = await facts(db, {
    known: sql<number | null>`(select ${socialAccounts.id} from ${socialAccounts}
      where ${socialAccounts.ownerId} = ${userId} and ${socialAccounts.platform} = ${platform} limit 1)::float8`,
    fresh: freshId(socialAccounts),
  });
  if (known === null)
    await db.transaction([
      insertVerifiedAccount(
        { id: fresh, ownerId: userId, platform, handle, externalId: externalIdAt(platform, handle) },
        at,
      ),
      insertAudience(fresh, audienceOf(creator, index, new Date(at.getTime() - 2 * dayMs))),
    ]);
  return new Map([[platform, known ?? fresh]]);
}

/** Copies the available pictures. The real YouTube has none of these accounts: with it the market has no pictures. */
export async function refreshPictures(baseUrl: string, token: string, accounts: Accounts): Promise<void> {
  const id = accounts.get('YOUTUBE');
  if (id === undefined) return;
  const path = `/api/v1/creator/social-accounts/${id}/avatar/refresh`;
  const answer = await fetch(baseUrl + path, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  await answer.body?.cancel();
}

/** YouTube identifies an account by its channel id. */
const externalIdAt = (platform: Platform, handle: string): string =>
  platform === 'YOUTUBE' ? externalIdOf(handle) : `demo-${handle}`;
