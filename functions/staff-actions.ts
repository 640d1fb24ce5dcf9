import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import type { Db } from '../db/client.ts';
import { recordAction } from '../db/desk/staff-actions.ts';
import type { Query } from '../db/query.ts';
import { examined } from '../db/statements.ts';
import { missing } from '../schema/shared/errors.ts';
import { isMutation, type Operation } from '../schema/shared/operation.ts';
import type { Ctx, StaffRead } from './context.ts';
import { log } from './log.ts';

interface ActionInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Reads by staff that are not in the audit log, and why. */
export const unrecordedReads: Readonly<Record<string, string>> = {
  GetServiceStatus: 'It has numbers and names of alarms, and no data of a user.',
  ListDeadLetters: 'It has jobs with the ids of their objects, and no data of a user.',
  ListControls: 'It has the switches of the service, and no data of a user.',
};

/**
 * The context of a mutation by staff: its first commit also writes a row to the audit log. So a change without a row does not exist, and a
 * request that changes nothing has none.
 */
export const recording = (ctx: Ctx, operation: Operation, input: ActionInput): Ctx => ({
  ...ctx,
  db: recordingChange(ctx.db, actionOf(ctx, operation, input)),
});

/**
 * Runs a read by staff, whose row is written after it; with the other reads of a page, at its end. A later read of the page takes the rows
 * along in its round trip. A HEAD request shows no data of the object, so it has no row.
 */
export async function recordedRead<T>(
  ctx: Ctx,
  operation: Operation,
  input: ActionInput,
  run: (own: Ctx) => Promise<T>,
): Promise<T> {
  if (ctx.isHead || operation.name in unrecordedReads) return run(ctx);
  const reads = ctx.staffReads ?? [];
  const others = reads.splice(0);
  reads.push(actionOf(ctx, operation, input));
  const answer = await run(others.length === 0 ? ctx : { ...ctx, db: takingAlong(ctx.db, reads, others) });
  if (ctx.staffReads === undefined) await recordReads({ ...ctx, staffReads: reads });
  return answer;
}

/** Writes the rows of reads that no later read has taken along. A log that cannot be written fails no read. */
export async function recordReads({ db, requestId, staffReads = [] }: Ctx): Promise<void> {
  if (staffReads.length === 0) return;
  await db
    .transaction(staffReads.splice(0).map(({ statement }) => statement))
    .catch((error: unknown) => log('error', 'staff-read.unrecorded', { requestId, cause: String(error) }));
}

/** The first read also writes the rows of the others, and its own. When that fails, all are written later. */
function takingAlong(db: Db, reads: Action[], others: readonly Action[]): Db {
  let isFirst = true;
  async function first<Rows>(along: (rows: readonly SQLWrapper[]) => Promise<Rows>, alone: () => Promise<Rows>) {
    if (!isFirst) return alone();
    isFirst = false;
    const all = [...others, ...reads.splice(0)];
    try {
      return await along(all.map(({ statement }) => statement));
    } catch {
      reads.push(...all);
      return alone();
    }
  }
  return {
    read<Row>(wanted: Query<Row>) {
      const { query } = examined(wanted);
      const along = async ([one, ...more]: readonly SQLWrapper[]) =>
        (await db.readBoth(query, { statement: one ?? missing('the row of a read'), decode: () => null }, more))[0];
      return first(along, () => db.read(query));
    },
    readBoth: (one, other) =>
      first(
        (rows) => db.readBoth(one, other, rows),
        () => db.readBoth(one, other),
      ),
    transaction: (statements) => db.transaction(statements),
  };
}

type Action = StaffRead;

function recordingChange(given: Db, action: Action): Db {
  let isRecorded = false;
  return {
    async transaction(statements) {
      if (isRecorded || statements.length === 0) return given.transaction(statements);
      // Last, because the commit locks the row of the Idempotency-Key first.
      await given.transaction([...statements, action.statement]);
      isRecorded = true;
    },
    async read(wanted) {
      const { query, isChange } = examined(wanted);
      if (isRecorded || !isChange) return given.read(query);
      const [rows] = await given.readBoth(query, action);
      isRecorded = true;
      return rows;
    },
    readBoth: (one, other) => given.readBoth(one, other),
  };
}

function actionOf(ctx: Ctx, operation: Operation, { params, query, body }: ActionInput): Action {
  const isRead = !isMutation(operation);
  const given = isRead ? withoutTexts(Object(query)) : Object(body);
  return recordAction({
    actorId: ctx.actor.userId,
    operation: operation.name,
    object: objectOf(operation, params),
    requestId: ctx.requestId,
    at: ctx.now(),
    isRead,
    data: withoutSecrets({ ...partsOf(operation, params), ...given }),
  });
}

const objectIn = ({ path }: Operation): { kind: string; name: string } => {
  const [, kind = '', name = ''] = /([^/]+)\/\{(\w+)\}/.exec(path) ?? [];
  return { kind, name };
};

/** The first object in the path: `/staff/users/{id}/suspension` is about `users/42`, and `/staff/users` about `users`. */
function objectOf(operation: Operation, params: unknown): string {
  const { kind, name } = objectIn(operation);
  return name === '' ? (operation.path.split('/').at(-1) ?? '') : `${kind}/${Object(params)[name] ?? ''}`;
}

/** The other parameters of the path, such as the id of a part of the object. */
function partsOf(operation: Operation, params: unknown): Readonly<Record<string, unknown>> {
  const { [objectIn(operation).name]: _, ...parts } = Object(params);
  return parts;
}

/** A search may be an address or a name, and the log is kept after the deletion of its account. */
const withoutTexts = (query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, typeof value !== 'string' || token.test(value) ? value : true]),
  );
/** A value of an enumeration, or the id of an object. */
const token = /^(?:[A-Z][A-Z_]*|[a-z-]+\/\d+)$/;

const secretNames = /secret|password|token/i;

/** The data as JSON text. No operation of staff takes a secret: this holds also for later ones. */
const withoutSecrets = (data: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(data, (name, value: unknown) => {
    if (secretNames.test(name)) return undefined;
    return typeof value === 'bigint' ? value.toString() : value;
  });
