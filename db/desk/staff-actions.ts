import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { StaffActionView } from '../../schema/desk/audit-log.ts';
import { cursorGuard } from '../client.ts';
import { build, json, type Query, query, select, type TypeOf } from '../query.ts';
import { users } from '../tables/identity.ts';
import { staffActions } from '../tables/staff-actions.ts';

export interface NewAction {
  readonly actorId: number;
  readonly operation: string;
  readonly object: string;
  readonly requestId: string;
  readonly at: Date;
  readonly isRead: boolean;
  /** JSON text. */
  readonly data: string;
}

/** Adds an action to the audit log. */
export const recordAction = ({ data, ...action }: NewAction): Query<{ readonly id: number }> =>
  query(
    { id: staffActions.id },
    (columns) =>
      sql`${build
        .insert(staffActions)
        .values({ ...action, data: sql`${data}::jsonb` })
        .getSQL()} returning ${columns}`,
  );

const actionJson = json({
  id: staffActions.id,
  at: staffActions.at,
  actorId: staffActions.actorId,
  /** Null for a user who does not exist any more. */
  actorName: sql<string | null>`(select ${users.name} from ${users} where ${users.id} = ${staffActions.actorId})`,
  isRead: staffActions.isRead,
  operation: staffActions.operation,
  object: staffActions.object,
  requestId: staffActions.requestId,
  data: sql<StaffActionView['data']>`${staffActions.data}`,
});

export type ActionRecord = TypeOf<typeof actionJson>;

export interface ActionsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly changes?: 'true' | undefined;
  readonly actorId?: number | undefined;
  readonly operation?: string | undefined;
  readonly object?: string | undefined;
}

/** The actions of staff, newest first. A cursor that is no action is INVALID_CURSOR. */
export function actionsPage({
  limit,
  cursor,
  changes,
  actorId,
  operation,
  object,
}: ActionsPage): Query<{ readonly action: ActionRecord }> {
  const { id } = staffActions;
  const conditions: readonly SQL[] = [
    ...(changes === undefined ? [] : [sql`not ${staffActions.isRead}`]),
    ...(actorId === undefined ? [] : [sql`${staffActions.actorId} = ${actorId}`]),
    ...(operation === undefined ? [] : [sql`${staffActions.operation} = ${operation}`]),
    ...(object === undefined ? [] : [sql`${staffActions.object} = ${object}`]),
    ...(cursor === undefined
      ? []
      : [sql`${id} < ${cursor}`, cursorGuard(sql`${staffActions} where ${id} = ${cursor}`)]),
    sql`true`,
  ];
  return select(
    { action: actionJson },
    sql`from ${staffActions} where ${sql.join([...conditions], sql` and `)} order by ${id} desc limit ${limit + 1}`,
  );
}
