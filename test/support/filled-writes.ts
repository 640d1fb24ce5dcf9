import { isMutation, type Operation } from '../../schema/shared/operation.ts';
import { textPaths, withText } from './canaries.ts';
import { caseOf } from './contract/cases.ts';
import type { World } from './contract/operation-case.ts';
import type { Person } from './contract/people.ts';
import { sendRaw } from './contract/raw.ts';
import { bearer, type Prepared, requestTo, routesOf } from './contract/routes.ts';
import type { Market } from './market/market.ts';

/** The canary of an operation: each column that has it shows where it came from. */
export const canaryOf = (mark: string, { name }: Operation): string => mark + name.toLowerCase();

/** Sends a write with a canary in each text that its body takes: in all of them at once, or, if the service refuses that, in each alone. */
export async function fillWrite(
  world: World & { readonly baseUrl: string },
  person: Person,
  operation: Operation,
  canary: string,
): Promise<void> {
  const [, route = missingRoute(operation)] = [null, ...routesOf([operation]).filter(({ via }) => via === 'token')];
  const ready = () => caseOf(operation.name).ready(world, person);
  const isAccepted = async (prepared: Prepared, body: unknown): Promise<boolean> => {
    const parts = { credential: bearer(person.token), ...prepared, ...(body !== undefined && { body }) };
    return (await sendRaw(world.baseUrl, requestTo(route, parts))).status < 400;
  };
  const schema = operation.body?.();
  const first = await ready();
  const paths = schema === undefined ? [] : textPaths(schema, first.body, canary);
  const filled = paths.reduce((body, path) => (schema && withText(schema, body, path, canary)) ?? body, first.body);
  if (await isAccepted(first, filled)) return;
  for (const path of paths) {
    const again = await ready();
    const body = schema && withText(schema, again.body, path, canary);
    if (body !== null) await isAccepted(again, body);
  }
}

function missingRoute({ name }: Operation): never {
  throw new Error(`${name} takes no token`);
}

/** Ends all work of a user, past the checks of the service, so that the account can be deleted. */
export async function endWorkOf({ pool }: Market, userId: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of [
      `update placement_assignments set status = 'CANCELLED', ended_at = now() where $1 in (advertiser_id, creator_id) and ended_at is null`,
      `update campaigns set status = 'CANCELLED', pause_reason = null, ended_at = now() where status in ('RUNNING', 'PAUSED')
         and (advertiser_id = $1 or id in (select campaign_id from campaign_posts where creator_id = $1))`,
      'update campaign_creators set paid_cents = earned_cents where creator_id = $1',
      'update ledger_accounts set balance = 0 where owner_id = $1',
      `update users set roles = array_remove(roles, 'STAFF') where id = $1`,
    ])
      await client.query(statement, [userId]);
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}

/** The operations that change something, but for the deletion itself. */
export const writes = (operations: readonly Operation[]): Operation[] =>
  operations.filter(
    (operation) => isMutation(operation) && operation.name !== 'DeleteMe' && operation.access !== 'guest',
  );
