import type { Db } from '../db/client.ts';
import { recordAction } from '../db/desk/staff-actions.ts';
import { examined } from '../db/statements.ts';
import type { Operation } from '../schema/shared/operation.ts';
import type { Ctx } from './context.ts';

interface ActionInput {
  readonly params: unknown;
  readonly body: unknown;
}

/**
 * The context of a mutation by staff: its first commit also writes a row to the audit log. So a change without a row does not exist, and a
 * request that changes nothing has none.
 */
export function recording(ctx: Ctx, operation: Operation, input: ActionInput): Ctx {
  const action = recordAction({
    actorId: ctx.actor.userId,
    operation: operation.name,
    object: objectOf(operation, input.params),
    requestId: ctx.requestId,
    at: ctx.now(),
    data: withoutSecrets({ ...partsOf(operation, input.params), ...Object(input.body) }),
  });
  let isRecorded = false;
  const db: Db = {
    async transaction(statements) {
      if (isRecorded || statements.length === 0) return ctx.db.transaction(statements);
      // Last, because the commit locks the row of the Idempotency-Key first.
      await ctx.db.transaction([...statements, action.statement]);
      isRecorded = true;
    },
    async read(wanted) {
      const { query, isChange } = examined(wanted);
      if (isRecorded || !isChange) return ctx.db.read(query);
      const [rows] = await ctx.db.readBoth(query, action);
      isRecorded = true;
      return rows;
    },
    readBoth: (one, other) => ctx.db.readBoth(one, other),
  };
  return { ...ctx, db };
}

const objectIn = ({ path }: Operation): { kind: string; name: string } => {
  const [, kind = '', name = ''] = /([^/]+)\/\{(\w+)\}/.exec(path) ?? [];
  return { kind, name };
};

/** The first object in the path: `/staff/users/{id}/suspension` is about `users/42`. */
function objectOf(operation: Operation, params: unknown): string {
  const { kind, name } = objectIn(operation);
  return `${kind}/${Object(params)[name] ?? ''}`;
}

/** The other parameters of the path, such as the id of a part of the object. */
function partsOf(operation: Operation, params: unknown): Readonly<Record<string, unknown>> {
  const { [objectIn(operation).name]: _, ...parts } = Object(params);
  return parts;
}

const secretNames = /secret|password|token/i;

/** The data as JSON text. No operation of staff takes a secret: this holds also for later ones. */
const withoutSecrets = (data: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(data, (name, value: unknown) => {
    if (secretNames.test(name)) return undefined;
    return typeof value === 'bigint' ? value.toString() : value;
  });
