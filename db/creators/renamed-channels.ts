import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { build, changesOne, guard, json, select, type TypeOf } from '../query.ts';
import { isAccountUsable } from '../social-accounts/grant-access.ts';
import { channels } from '../tables/channels.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { holdAddress } from './channels.ts';

const renamedJson = json({
  id: channels.id,
  platform: channels.platform,
  canonicalUrl: channels.canonicalUrl,
  version: channels.version,
  /** The present name of the account. */
  handle: socialAccounts.handle,
  externalId: socialAccounts.externalId,
});

/** A native channel whose account has another name at its platform now. */
export type RenamedChannel = TypeOf<typeof renamedJson>;

/** Native channels whose accounts have other names now, in the order of their ids from the one after `afterId`. */
export const readRenamedChannels = async (db: Db, afterId: number, limit: number): Promise<RenamedChannel[]> => {
  const rows = await db.read(
    select(
      { channel: renamedJson },
      sql`from ${channels} join ${socialAccounts} on ${socialAccounts.id} = ${channels.socialAccountId}
        where ${channels.id} > ${afterId} and ${channels.kind} = 'NATIVE' and ${channels.status} <> 'REMOVED'
          and lower(ltrim(${socialAccounts.handle}, '@')) <> lower(${channels.handle}) and ${isAccountUsable}
        order by ${channels.id} limit ${limit}`,
    ),
  );
  return rows.map(({ channel }) => channel);
};

const other = alias(channels, 'other');

interface Address {
  readonly handle: string;
  readonly canonicalUrl: string;
}

/**
 * Moves a channel to another address, and marks the catalog entry of everyone with a channel at the former or the new address as due, because the
 * channel proves its address. VERSION_CONFLICT if the channel has changed since it was read; CHANNEL_EXISTS if the creator has a channel at the
 * new address, or somebody else has proven one.
 */
export const moveChannel = (
  { id, platform, canonicalUrl: former, version }: RenamedChannel,
  { handle, canonicalUrl }: Address,
  at: Date,
): SQLWrapper[] => [
  // In one order, because two channels can exchange their addresses.
  ...[former, canonicalUrl].sort().map((address) => holdAddress({ platform, canonicalUrl: address })),
  guard(
    sql`not exists (select from ${channels} ${other} join ${channels} on ${channels.id} = ${id}
      where ${other.platform} = ${platform} and ${other.canonicalUrl} = ${canonicalUrl} and ${other.status} <> 'REMOVED'
        and ${other.ownership} = 'VERIFIED' and ${channels.ownership} = 'VERIFIED')`,
    'CHANNEL_EXISTS',
  ),
  changesOne(
    build
      .update(channels)
      .set({ handle, canonicalUrl, version: version + 1, updatedAt: at })
      .where(and(eq(channels.id, id), eq(channels.version, version), sql`${channels.status} <> 'REMOVED'`)),
  ),
  sql`select catalog_mark_due(array(select distinct ${channels.creatorId} from ${channels}
    where ${channels.platform} = ${platform} and ${channels.canonicalUrl} in (${former}, ${canonicalUrl})
      and ${channels.status} <> 'REMOVED'), ${at}::timestamptz, true)`,
];
