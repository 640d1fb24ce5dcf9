import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { array, type Db } from '../client.ts';
import { atOnceOr, available, type Held, isHeld, type Leasable, leaseDue } from '../leases.ts';
import { build, query } from '../query.ts';
import { channels } from '../tables/channels.ts';
import { ownershipClaims } from '../tables/ownership.ts';
import { type OwnershipRecord, ownershipJson, ownershipTables } from './ownership.ts';

const { channelId: idColumn, submittedAt, firstSubmittedAt, leasedUntil } = ownershipClaims;

const checkable: Leasable<typeof ownershipClaims> = {
  table: ownershipClaims,
  id: idColumn,
  leasedUntil,
  availableAt: atOnceOr(leasedUntil),
};

export interface DueChecks {
  readonly at: Date;
  readonly young: { readonly submittedSince: Date; readonly leasedUntil: Date };
  readonly old: { readonly leasedUntil: Date };
  readonly platforms: readonly Platform[];
  readonly limit: number;
  /** Restricts the check to this channel. */
  readonly channelId?: number | undefined;
}

export interface DueCheck {
  readonly claim: OwnershipRecord;
  readonly leasedUntil: Date;
}

/** Leases the channels whose platform is to be called for the code now. Only one run leases each until the pause has passed. */
export function leaseChecks(db: Db, { young, old, ...due }: DueChecks): Promise<DueCheck[]> {
  const rows = sql`
    select ${idColumn} as id
    from ${ownershipClaims} join ${channels} on ${channels.id} = ${idColumn}
    where ${firstSubmittedAt} is not null and ${ownershipClaims.decidedAt} is null
      and ${channels.ownership} = 'PENDING_REVIEW' and ${channels.status} = 'ACTIVE'
      and ${channels.platform} = any (${array(due.platforms)}) and ${ownershipClaims.codeExpiresAt} > ${due.at}
      ${due.channelId === undefined ? sql`` : sql`and ${idColumn} = ${due.channelId}`}
      and ${ownershipClaims.checksLeft} > 0 and ${available(checkable, due, sql`${firstSubmittedAt}, ${idColumn}`)}`;
  const until = sql`case when ${submittedAt} > ${young.submittedSince}
    then ${young.leasedUntil}::timestamptz else ${old.leasedUntil}::timestamptz end`;
  return db.read(
    query(
      { claim: ownershipJson, leasedUntil: sql<Date>`leased.leased_until` },
      (columns) => sql`
        with leased as (${leaseDue(checkable, rows, until)} returning ${idColumn}, ${leasedUntil})
        select ${columns} from ${ownershipTables} join leased on leased.channel_id = ${channels.id}`,
    ),
  );
}

export type CheckOutcome = 'FOUND' | 'NOT_FOUND' | 'UNASKABLE';

const changesOf = (outcome: CheckOutcome, at: Date): PgUpdateSetSource<typeof ownershipClaims> =>
  outcome === 'UNASKABLE'
    ? { checksLeft: 0 }
    : {
        checkedAt: at,
        isCodeFound: outcome === 'FOUND',
        checksLeft: sql`greatest(${ownershipClaims.checksLeft} - 1, 0)`,
      };

/** Stores the outcome of the check that was leased, unless the channel was submitted again since. The lease stays: it is the pause. */
export async function recordCheck(db: Db, held: Held, outcome: CheckOutcome, at: Date): Promise<void> {
  await db.transaction([build.update(ownershipClaims).set(changesOf(outcome, at)).where(isHeld(checkable, held))]);
}
