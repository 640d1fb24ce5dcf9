import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { freshId } from '../../db/fresh-ids.ts';
import { facts } from '../../db/query.ts';
import { insertAudience, insertVerifiedAccount } from '../../db/social-accounts/accounts.ts';
import { socialAccounts } from '../../db/tables/social-accounts.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { externalIdOf } from '../local/endpoints/social-simulator/channels.ts';
import type { SeededCreator } from './creators.ts';
import { audienceOf, handleOn } from './offerings.ts';
import type { Accounts } from './shop.ts';

const dayMs = 86_400_000;

/**
 * Two of three creators have proven the account of their first platform, and it has told its audience. No route does that
 * yet, so it is written as the platform's answer would be.
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

/** The pictures that can be had. At a real YouTube nobody has these accounts, and the market does without. */
export async function takePictures(baseUrl: string, token: string, accounts: Accounts): Promise<void> {
  const id = accounts.get('YOUTUBE');
  if (id === undefined) return;
  const path = `/api/v1/creator/social-accounts/${id}/avatar/refresh`;
  const answer = await fetch(baseUrl + path, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  await answer.body?.cancel();
}

/** At YouTube an account is named by its channel's id. */
const externalIdAt = (platform: Platform, handle: string): string =>
  platform === 'YOUTUBE' ? externalIdOf(handle) : `demo-${handle}`;
