import { expect, test } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import { isMutation, type Operation } from '../../../schema/shared/operation.ts';
import { expectAnswer } from '../../support/contract/expectations.ts';
import { bearer, oneRouteOfEach, routesOf, withUnknownField } from '../../support/contract/routes.ts';
import { walk } from '../../support/contract/walk.ts';
import { wrongKeys, wrongTokens } from '../../support/contract/wrong-credentials.ts';
import { depth, diagonal, isFullDepth, isOnDiagonal, sample } from '../../support/stack/depth.ts';

/** At the quick depth some operations refuse every wrong credential, and the others a missing one, because one reader reads all. */
const withAllFaults = sample(operations, 16);
/** At the quick depth every third operation, its neighbour at another turn. */
const isAtTurn = (operation: Operation, turn: number) => isOnDiagonal(operations.indexOf(operation), turn, 3);
/** A credential is refused before the object is looked for, but not before a query. */
const needsSuccess = (operation: Operation) =>
  withAllFaults.includes(operation) ||
  operation.access === 'guest' ||
  operation.query?.().safeParse({}).success === false ||
  (!isMutation(operation) && isAtTurn(operation, 1));

walk(
  (at) => {
    const { route, operation, via } = at;
    if (via === 'none') {
      test('requires no credential', async () => expectAnswer(await at.send(), route, 'nobody'));
      return;
    }
    const isByKey = via === 'key';
    const isOfAll = withAllFaults.includes(operation);
    const invalid = isByKey ? 'API_KEY_INVALID' : 'JWT_INVALID';

    test('refuses a call without a valid credential', async () => {
      const wrong = isByKey ? await wrongKeys(at.cast()) : await wrongTokens(at.cast());
      const tried = isOfAll ? wrong : wrong.slice(0, 1);
      await Promise.all(tried.map(([label, credential]) => at.refuses(invalid, label, { credential })));
    });

    test.runIf(isOfAll)('refuses a repeated credential', async () => {
      const [line] = at.shows(at.caller());
      await at.refuses(invalid, 'Authorization twice', { credential: line ? [line, line] : [] });
      if (!isByKey) return;
      const { apiKey } = at.caller();
      await at.refuses(invalid, 'X-API-Key twice', {
        credential: [
          ['X-API-Key', apiKey],
          ['X-API-Key', apiKey],
        ],
      });
      const { apiKey: other } = at.otherCaller();
      await at.refuses(invalid, 'two different keys', { credential: [...bearer(apiKey), ['X-API-Key', other]] });
      await at.refuses(invalid, 'a key beside nonsense', {
        credential: [
          ['X-API-Key', apiKey],
          ['Authorization', 'x'],
        ],
      });
    });

    if (isByKey)
      test.runIf(isOfAll)('accepts a key in either header, and any case of the scheme', async () => {
        const { apiKey } = at.caller();
        const ways = [
          [['X-API-Key', apiKey]],
          [['authorization', `bearer ${apiKey}`]],
          [...bearer(apiKey), ['X-API-Key', apiKey]],
        ];
        for (const credential of ways as [string, string][][]) {
          if (!at.isMutation) expectAnswer(await at.send({ credential }), route, `${credential}`);
          else
            await at.refuses('VALIDATION_FAILED', `${credential}`, { credential, body: withUnknownField(at.ready()) });
        }
      });

    test.runIf(at.isMutation || needsSuccess(operation))('refuses changes by a read-only credential', async () => {
      const { id, readOnlyKey } = at.caller();
      const credential = bearer(isByKey ? readOnlyKey : await at.cast().mint({ sub: `${id}`, scope: 'read' }));
      if (!at.isMutation) expectAnswer(await at.send({ credential }), route, 'read reaches every GET');
      else await at.refuses(isByKey ? 'API_KEY_MISSING_SCOPE' : 'insufficient_scope', 'read alone', { credential });
    });

    // A change by a token with the scope read is the case of the test before.
    if (!isByKey)
      test.runIf(isOfAll || !at.isMutation)('refuses a token without the scope', async () => {
        const { mint } = at.cast();
        const sub = `${at.caller().id}`;
        const needed = at.isMutation ? 'write' : 'read';
        const other = at.isMutation ? 'read' : 'write';
        const wrong = [other, '', 'openid profile', needed.toUpperCase()];
        for (const scope of isOfAll ? wrong : [other])
          await at.refuses('insufficient_scope', scope, { credential: bearer(await mint({ sub, scope })) });
        if (!isOfAll) return;
        const fresh = await at.fresh();
        const caller = `${fresh.callerId ?? sub}`;
        const reply = await at.send({
          ...fresh,
          credential: bearer(await mint({ sub: caller, scope: `openid ${needed}` })),
        });
        expect(reply.status, reply.text).toBe(operation.success);
      });

    test.runIf(isOfAll || isAtTurn(operation, 0))('refuses a suspended owner', async () => {
      const { suspended, suspendedStaff } = at.cast();
      const credential = at.shows(operation.access === 'staff' ? suspendedStaff : suspended);
      await at.refuses('ACCOUNT_ACCESS_DENIED', 'suspended', { credential });
    });

    // At the quick depth contract.test.ts has the other roles.
    if (operation.access === 'staff' || (operation.role && (isOfAll || isFullDepth)))
      test('refuses a caller without the role', async () => {
        const { roleless, advertiser } = at.cast();
        if (operation.access !== 'staff')
          await at.refuses('ROLE_NOT_ALLOWED', 'no role', { credential: at.shows(roleless) });
        else
          for (const person of isOfAll
            ? [roleless, advertiser]
            : diagonal([roleless, advertiser], operations.indexOf(operation)))
            await at.refuses('insufficient_scope', 'no staff', { credential: at.shows(person) });
      });
  },
  depth(oneRouteOfEach, routesOf)(operations),
  needsSuccess,
);
