import { expect, test, vi } from 'vitest';
import { operations } from '../../functions/operations.ts';
import type { Reply } from '../support/client.ts';
import { caseOf, cases } from '../support/contract/cases.ts';
import { expectAnswer, expectLimits } from '../support/contract/expectations.ts';
import { bearer, oneRouteOfEach, routesOf, withUnknownField } from '../support/contract/routes.ts';
import { expectAlike, walk } from '../support/contract/walk.ts';
import { depth, diagonal, isFullDepth, isOnDiagonal } from '../support/stack/depth.ts';
import { pollTimeout } from '../support/stack/poll-timeout.ts';

/** An answer between two equal ones, so that a change by another test does not count as an effect of the credential. */
async function beside(send: () => Promise<Reply>, sendOtherwise: () => Promise<Reply>) {
  for (let tries = 0; ; tries++) {
    const [plain, shown, after] = [await send(), await sendOtherwise(), await send()];
    if ((plain.status === after.status && plain.text === after.text) || tries === 100) return { plain, shown };
  }
}

// The walk continues in contract/: credentials, bodies, paths, replays, lost roles.
test('every operation has a case in the contract walk, and every case an operation', () => {
  const names = operations.map(({ name }) => name);
  for (const name of names) expect(caseOf(name).ready, name).toBeTypeOf('function');
  expect(names).toEqual(expect.arrayContaining(Object.keys(cases)));
});

walk((at) => {
  const { route, operation, via } = at;
  /** At the quick depth each operation gets some of the malformed values, its neighbour others, because one reader reads all. */
  const row = operations.indexOf(operation);
  const someOf = <T>(values: readonly T[]) => diagonal(values, row);
  /** At the quick depth every third operation, its neighbour at another turn, because one guard checks all. */
  const isAtTurn = (turn: number) => isOnDiagonal(row, turn, 3);

  // Before the test that can delete the object of the request.
  if (operation.params)
    test('returns the same bytes for a foreign, an unknown and a malformed id', async () => {
      const [[name, own] = ['', '']] = Object.entries(at.ready().params ?? {});
      const absent = /\D/.test(own) ? crypto.randomUUID() : '9007199254740991';
      const malformed = ['0', '-1', '1.5', '007', '1e3', 'me', '%00', '%E0%A4', '9007199254740993', '9'.repeat(300)];
      const isOwned = operation.access === 'participant' || operation.access === 'token';
      const foreign = isOwned && isFullDepth ? [(await at.fresh(at.otherCaller())).params?.[name] ?? ''] : [];
      const ids = [absent, ...someOf([`${absent}x`, ...malformed]), ...foreign];
      const refuses = (id: string) =>
        at.refuses('RESOURCE_NOT_FOUND', `id ${id.slice(0, 40)}`, { params: { ...at.ready().params, [name]: id } });
      const byOther = () => at.refuses('RESOURCE_NOT_FOUND', 'by another', { credential: at.shows(at.otherCaller()) });
      expectAlike(await Promise.all([...ids.map(refuses), ...(isOwned ? [byOther()] : [])]));
    });

  test('succeeds as declared: with its status, exactly its fields and its headers', async () => {
    // The other tests of the route need a request that is refused, or a read.
    const fresh = isFullDepth ? await at.fresh() : at.ready();
    const query = [fresh.query, 'unheardOf=1'].filter(Boolean).join('&');
    const reply = await at.send({ ...fresh, query, more: [['X-Request-Id', 'the-walk_1.2']] });
    expectAnswer(reply, route, 'success');
    expect(reply.headers.get('x-request-id')).toBe('the-walk_1.2');
    expect(reply.headers.get('idempotent-replayed')).toBeNull();
  });

  if (!at.isMutation)
    test.runIf(isAtTurn(0))('answers HEAD like GET, without the body', async () => {
      const got = await at.send();
      const head = await at.send({ method: 'HEAD' });
      expect({ status: head.status, text: head.text }).toEqual({ status: got.status, text: '' });
      expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'));
    });

  const inQuery = Object.keys(Object(Object(operation.query?.()).shape));
  if (inQuery.includes('limit'))
    test('limits limit and cursor', async () => {
      const limits = someOf(['101', '0', '-1', '1.5', '', 'all', '1e1', '%00', '0020']);
      const queries = limits.map((limit) => `limit=${limit}`);
      await Promise.all(queries.map((query) => at.refuses('VALIDATION_FAILED', query, { query })));
      const { query: _, ...ready } = at.ready();
      for (const limit of someOf(['1', '100', '007']))
        expectAnswer(await at.send({ ...ready, query: `limit=${limit}` }), route, limit);
      const malformed = ['', '0', 'x', '-1', '9007199254740993', '9007199254740991', crypto.randomUUID(), '%00'];
      const names = inQuery.filter((name) => /cursor$/i.test(name));
      const cursors = names.flatMap((name) => someOf(malformed).map((cursor) => `${name}=${cursor}`));
      await Promise.all(cursors.map((query) => at.refuses('INVALID_CURSOR', query, { query })));
      if (isAtTurn(0))
        await at.refuses('VALIDATION_FAILED', 'a fault beside the cursor', { query: `limit=0&${names[0]}=x` });
    });

  if (via === 'none')
    test('ignores credentials', async () => {
      const ignored = [bearer('nonsense'), bearer(at.cast().suspended.apiKey), [['X-API-Key', '']] as const];
      for (const credential of someOf(ignored)) {
        const { shown, plain } = await beside(
          () => at.send(),
          () => at.send({ credential }),
        );
        expect(shown).toMatchObject({ status: plain.status, text: plain.text });
      }
    });
  else {
    test.runIf(isAtTurn(1))('returns with a refusal the rate limit that counted it, and the remainder', async () => {
      const body = at.isMutation ? { body: withUnknownField(at.ready()) } : {};
      const missing = await at.send({ credential: [] });
      expect(missing.headers.get('ratelimit-policy'), 'a missing credential does not count').toBeNull();
      // Redis is skipped for five seconds after a timeout.
      await vi.waitFor(
        async () => {
          const refused = await at.send({ ...body, query: 'limit=0' });
          const wrong = await at.send({ credential: bearer('nonsense') });
          expectLimits(refused, operation.rate, 'refused');
          expectLimits(wrong, 'wrongKeys', 'wrong credential');
          for (const { headers } of [refused, wrong]) expect(headers.get('ratelimit')).not.toBeNull();
        },
        { ...pollTimeout, interval: 1_000 },
      );
    });

    const zeros = () => Object.fromEntries(Object.keys(at.ready().params ?? {}).map((name) => [name, '0']));
    const code = async (changes: Parameters<typeof at.send>[0]) => (await at.send(changes)).body?.code;
    const wrongRole = () => at.shows(operation.access === 'staff' ? at.caller() : at.cast().roleless);

    test.runIf(isAtTurn(2))('reports the first of several faults in the order of checks', async () => {
      const { suspended, mint } = at.cast();
      const isByKey = via === 'key';
      const readOnly = isByKey ? suspended.readOnlyKey : await mint({ sub: `${suspended.id}`, scope: 'read' });
      const malformed = { params: zeros(), keys: [], ...(at.isMutation && { bytes: '{' }) };
      expect(await code({ ...malformed, credential: bearer('nonsense') })).toBe(
        isByKey ? 'API_KEY_INVALID' : 'JWT_INVALID',
      );
      if (at.isMutation) {
        const scope = isByKey ? 'API_KEY_MISSING_SCOPE' : 'insufficient_scope';
        expect(await code({ ...malformed, credential: bearer(readOnly) })).toBe(scope);
        expect(await code({ ...malformed, credential: wrongRole() })).toBe('VALIDATION_FAILED');
      }
      if (operation.idempotency === 'required')
        expect(await code({ params: zeros(), keys: [], credential: wrongRole() })).toBe('IDEMPOTENCY_KEY_REQUIRED');
      if (operation.params) expect(await code({ params: zeros() })).toBe('RESOURCE_NOT_FOUND');
    });

    if (operation.role)
      test('refuses a caller without the role, also for an object that does not exist', async () => {
        expect(await code({ params: zeros(), credential: wrongRole() })).toBe('ROLE_NOT_ALLOWED');
      });
  }
}, depth(oneRouteOfEach, routesOf)(operations));
