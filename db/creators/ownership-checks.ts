import { and, eq } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { array, type Db } from '../client.ts';
import { build, query } from '../query.ts';
import { channels } from '../tables/channels.ts';
import { ownershipClaims } from '../tables/ownership.ts';
import { type OwnershipRecord, ownershipJson, ownershipTables } from './ownership.ts';

export interface DueChecks {
  readonly at: Date;
  readonly young: { readonly submittedSince: Date; readonly claimedBefore: Date };
  readonly old: { readonly claimedBefore: Date };
  readonly platforms: readonly Platform[];
  readonly limit: number;
  /** Restricts the check to this channel. */
  readonly channelId?: number | undefined;
}

/** Leases the channels whose platform is to be called for the code now. Only one run leases each until the pause has passed. */
export async function leaseChecks(db: Db, { at, young, old, ...due }: DueChecks): Promise<OwnershipRecord[]> {
  const claim = build
    .update(ownershipClaims)
    .set({ claimedAt: at })
    .from(sql`due`)
    .where(sql`${ownershipClaims.channelId} = due.channel_id`);
  const rows = await db.read(
    query(
      { claim: ownershipJson },
      (columns) => sql`
        with due as (
          select ${ownershipClaims.channelId} as channel_id
          from ${ownershipClaims} join ${channels} on ${channels.id} = ${ownershipClaims.channelId}
          where ${ownershipClaims.firstSubmittedAt} is not null and ${ownershipClaims.decidedAt} is null
            and ${channels.ownership} = 'PENDING_REVIEW' and ${channels.status} = 'ACTIVE'
            and ${channels.platform} = any (${array(due.platforms)}) and ${ownershipClaims.codeExpiresAt} > ${at}
            ${due.channelId === undefined ? sql`` : sql`and ${ownershipClaims.channelId} = ${due.channelId}`}
            and ${ownershipClaims.checksLeft} > 0 and (${ownershipClaims.claimedAt} is null or ${ownershipClaims.claimedAt} <
              case when ${ownershipClaims.submittedAt} > ${young.submittedSince}
                then ${young.claimedBefore}::timestamptz else ${old.claimedBefore} end)
          order by ${ownershipClaims.firstSubmittedAt}, ${ownershipClaims.channelId} limit ${due.limit}
          for update of ${ownershipClaims} skip locked),
        claimed as (${claim.getSQL()} returning ${ownershipClaims.channelId} as channel_id)
        select ${columns} from ${ownershipTables} join claimed on claimed.channel_id = ${channels.id}`,
    ),
  );
  return rows.map((row) => row.claim);
}

export type CheckOutcome = 'ANSWERED' | 'UNASKABLE';

const changes = {
  ANSWERED: {
    checkedAt: sql`${ownershipClaims.claimedAt}`,
    checksLeft: sql`greatest(${ownershipClaims.checksLeft} - 1, 0)`,
  },
  UNASKABLE: { checksLeft: 0 },
};

/** Stores the outcome of the check that was leased at that time, unless the channel was submitted again since. */
export async function recordCheck(db: Db, channelId: number, claimedAt: Date, outcome: CheckOutcome): Promise<void> {
  await db.transaction([
    build
      .update(ownershipClaims)
      .set(changes[outcome])
      .where(and(eq(ownershipClaims.channelId, channelId), eq(ownershipClaims.claimedAt, claimedAt))),
  ]);
}
