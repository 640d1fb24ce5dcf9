import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { isMutation } from '../../schema/shared/operation.ts';
import { caseOf } from '../support/contract/cases.ts';
import { sendRaw } from '../support/contract/raw.ts';
import { bearer, type Prepared, requestTo, routesOf } from '../support/contract/routes.ts';
import { castOfFile } from '../support/contract/world.ts';

const { cast, baseUrl, market } = castOfFile();

const mutations = operations.filter((operation) => operation.access === 'staff' && isMutation(operation));
const [first] = mutations;

const rowsOf = async (requestId: string) =>
  (
    await market.pool.query(
      `select actor_id::int as actor, operation, object, data from staff_actions where request_id = $1`,
      [requestId],
    )
  ).rows;

const send = (name: string, prepared: Prepared, requestId: string, key: string = randomUUID()) => {
  const [route] = routesOf(mutations.filter((operation) => operation.name === name));
  if (route === undefined) throw new Error(`no mutation ${name}`);
  const parts = { ...prepared, credential: bearer(cast().staff.token), more: [['X-Request-Id', requestId] as const] };
  return sendRaw(baseUrl, requestTo(route, route.operation.idempotency === 'none' ? parts : { ...parts, keys: [key] }));
};

describe('the audit log', () => {
  test.each(mutations.map(({ name, path }) => [name, path] as const))(
    'has one row of each %s that succeeded, and none of its replay',
    async (name, path) => {
      const prepared = await caseOf(name).ready(cast(), cast().staff);
      const [requestId, key] = [`log-${randomUUID()}`, randomUUID()];
      const { status } = await send(name, prepared, requestId, key);
      expect(status).toBeLessThan(300);
      const [, kind = '', parameter = ''] = /([^/]+)\/\{(\w+)\}/.exec(path) ?? [];
      const { [parameter]: id, ...parts } = prepared.params ?? {};
      expect(await rowsOf(requestId)).toEqual([
        {
          actor: cast().staff.id,
          operation: name,
          object: `${kind}/${id}`,
          data: { ...parts, ...Object(prepared.body) },
        },
      ]);
      const isKeyed = mutations.find((one) => one.name === name)?.idempotency !== 'none';
      const again = `log-${randomUUID()}`;
      // The replay of an announcement prolongs the upload, which is a change.
      if (isKeyed && name !== 'CreatePostProofUpload') await send(name, prepared, again, key);
      expect(await rowsOf(again)).toEqual([]);
    },
  );

  test('has no row of a request that was refused', async () => {
    const requestId = `log-${randomUUID()}`;
    const { status } = await send(
      'SuspendUser',
      { params: { id: String(cast().staff.id) }, body: { suspended: false } },
      requestId,
    );
    expect(status).toBe(403);
    expect(await rowsOf(requestId)).toEqual([]);
  });

  test('is never changed', async () => {
    expect(first).toBeDefined();
    await expect(market.pool.query('delete from staff_actions')).rejects.toThrow('append-only');
  });
});
