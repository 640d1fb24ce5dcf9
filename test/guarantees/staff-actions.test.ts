import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { unrecordedReads } from '../../functions/staff-actions.ts';
import { isMutation } from '../../schema/shared/operation.ts';
import { caseOf } from '../support/contract/cases.ts';
import { sendRaw } from '../support/contract/raw.ts';
import { bearer, type Prepared, requestTo, routesOf } from '../support/contract/routes.ts';
import { castOfFile } from '../support/contract/world.ts';

const { cast, baseUrl, market } = castOfFile();

const ofStaff = operations.filter(({ access }) => access === 'staff');
const mutations = ofStaff.filter(isMutation);
const reads = ofStaff.filter((operation) => !isMutation(operation));
const [first] = mutations;

const rowsOf = async (requestId: string) =>
  (
    await market.pool.query(
      `select actor_id::int as actor, operation, object, is_read as "isRead", data from staff_actions where request_id = $1`,
      [requestId],
    )
  ).rows;

const send = (name: string, prepared: Prepared, requestId: string, key: string = randomUUID()) => {
  const [route] = routesOf(ofStaff.filter((operation) => operation.name === name));
  if (route === undefined) throw new Error(`no operation ${name}`);
  const parts = { ...prepared, credential: bearer(cast().staff.token), more: [['X-Request-Id', requestId] as const] };
  return sendRaw(
    baseUrl,
    requestTo(
      route,
      route.operation.idempotency === 'none' || !isMutation(route.operation) ? parts : { ...parts, keys: [key] },
    ),
  );
};

describe('the audit log', () => {
  test.each(mutations.map(({ name, path }) => [name, path] as const))(
    'has one row of each change %s that succeeded, and none of its replay',
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
          isRead: false,
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

  test.each(reads.filter(({ name }) => !(name in unrecordedReads)).map(({ name, path }) => [name, path] as const))(
    'has one row of each read %s',
    async (name, path) => {
      const prepared = await caseOf(name).ready(cast(), cast().staff);
      const requestId = `log-${randomUUID()}`;
      expect((await send(name, prepared, requestId)).status).toBeLessThan(400);
      const [, kind = '', parameter = ''] = /([^/]+)\/\{(\w+)\}/.exec(path) ?? [];
      const object = kind === '' ? path.split('/').at(-1) : `${kind}/${Object(prepared.params)[parameter]}`;
      const rows = await rowsOf(requestId);
      expect(rows).toMatchObject([{ actor: cast().staff.id, operation: name, object, isRead: true }]);
    },
  );

  test('keeps no text that staff has searched for', async () => {
    const requestId = `log-${randomUUID()}`;
    const { status } = await send('ListUsers', { query: 'search=nina@example.com&limit=2' }, requestId);
    expect(status).toBe(200);
    expect((await rowsOf(requestId)).map(({ data }) => data)).toEqual([{ search: true, by: 'EMAIL', limit: 2 }]);
  });

  test('shows reads and changes, and changes alone', async () => {
    await cast().staff.twin.get(`/staff/users/${cast().advertiser.id}`);
    const listed = async (query: string) =>
      (await cast().staff.twin.get(`/staff/audit-log?limit=50${query}`)).body.data.map(
        ({ isRead }: { isRead: boolean }) => isRead,
      );
    expect(new Set(await listed('&changes=true'))).toEqual(new Set([false]));
    expect(await listed(`&object=users/${cast().advertiser.id}`)).toContain(true);
  });

  test('has each read but those of a short list with reasons', () => {
    expect(Object.keys(unrecordedReads).sort()).toEqual(['GetServiceStatus', 'ListControls', 'ListDeadLetters']);
    for (const name of Object.keys(unrecordedReads)) expect(reads.map((read) => read.name)).toContain(name);
  });

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
