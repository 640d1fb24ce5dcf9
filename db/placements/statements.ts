import { and, eq, isNull, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Party } from '../../schema/shared/enums.ts';
import { array } from '../client.ts';
import { limitCode } from '../failures.ts';
import { build, guard } from '../query.ts';
import { disputes } from '../tables/assignments.ts';
import { privateUploads } from '../tables/uploads.ts';
import { eventsTotal } from './assignment-events.ts';

/** Counts one more statement of the party; the limit `statements_of_party` refuses it when there are `max`. The assignment is locked. */
export function countStatement(assignmentId: number, party: Party, max: number): SQL {
  const name = party === 'ADVERTISER' ? 'advertiserStatements' : 'creatorStatements';
  const counted = build
    .update(disputes)
    .set({ [name]: sql`${disputes[name]} + 1` })
    .where(and(eq(disputes.assignmentId, assignmentId), sql`${disputes[name]} < ${max}`));
  return sql`with counted as (${counted.getSQL()} returning 1)
    ${guard(sql`exists (select from counted)`, limitCode('statements_of_party'))}`;
}

/** Makes the files part of the statement whose event is the latest one. VERSION_CONFLICT unless all are VERIFIED and part of none. */
export function attachToStatement(assignmentId: number, uploadIds: readonly string[], at: Date): SQLWrapper {
  const attached = build
    .update(privateUploads)
    .set({ statementSeq: sql`${eventsTotal(assignmentId)}`, updatedAt: at })
    .where(
      and(
        sql`${privateUploads.id} in (select id from held)`,
        eq(privateUploads.status, 'VERIFIED'),
        isNull(privateUploads.statementSeq),
      ),
    );
  const held = sql`select ${privateUploads.id} from ${privateUploads}
    where ${privateUploads.id} = any (${array(uploadIds)}::uuid[]) order by ${privateUploads.id} for no key update`;
  return sql`with held as (${held}), attached as (${attached.getSQL()} returning 1)
    ${guard(sql`(select count(*) from attached) = ${uploadIds.length}`, 'VERSION_CONFLICT')}`;
}
