import { expect, test } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import { isMutation, type Operation } from '../../../schema/shared/operation.ts';
import { expectAnswer } from '../../support/contract/expectations.ts';
import { oneRouteOfEach, routesOf, withUnknownField } from '../../support/contract/routes.ts';
import { walk } from '../../support/contract/walk.ts';
import { depth, diagonal, isFullDepth, sample } from '../../support/stack/depth.ts';

const notUtf8 = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);

/** At the quick depth every operation refuses an unknown field, and some of them all other faults, because one reader reads all bodies. */
const mutations = operations.filter(isMutation);
const required = operations.filter(({ idempotency }) => idempotency === 'required');
const withAllFaults = sample(mutations, 12);
const withLargeBodies = sample(mutations, 6);
const reads = sample(
  operations.filter((operation) => !isMutation(operation)),
  12,
);
const needsSuccess = (operation: Operation) =>
  isFullDepth ||
  [...withAllFaults, ...withLargeBodies, ...reads].includes(operation) ||
  (isMutation(operation) && !operation.body);

walk(
  (at) => {
    const { route, operation } = at;
    const isOfAll = withAllFaults.includes(operation);
    const isOfLarge = withLargeBodies.includes(operation);
    if (!at.isMutation) {
      test.runIf(reads.includes(operation))('accepts no body', async () =>
        expectAnswer(await at.send(), route, 'without a body'),
      );
      return;
    }

    test('refuses an invalid body', async () => {
      const json = JSON.stringify(at.ready().body ?? {});
      const faults: [string, string | Uint8Array][] = [
        ['an unknown field', JSON.stringify(withUnknownField(at.ready()))],
        ['cut off', json.slice(0, -1)],
        ['two values', `${json}${json}`],
        ['not JSON', 'amount=1'],
        ['a list', '[]'],
        ['null', 'null'],
        ['a text', '"{}"'],
        ['nested too deep', `{"unheardOf":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
        ['a number beyond all', '{"unheardOf":1e999}'],
        ['not UTF-8', notUtf8],
      ];
      const refuses = async ([label, bytes]: (typeof faults)[number]) => {
        const { body } = await at.refuses('VALIDATION_FAILED', label, { bytes });
        expect(body.issues.length, label).toBeGreaterThan(0);
      };
      await Promise.all((isOfAll ? faults : faults.slice(0, 1)).map(refuses));
    });

    test.runIf(isOfAll)('refuses a body of another type than JSON', async () => {
      const bytes = JSON.stringify(at.ready().body ?? {});
      const others = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', '', null];
      const refuses = (contentType: string | null) =>
        at.refuses('UNSUPPORTED_MEDIA_TYPE', `${contentType}`, { bytes, contentType });
      await Promise.all(others.map(refuses));
      const twice = { bytes, more: [['Content-Type', 'text/plain']] as const };
      await at.refuses('UNSUPPORTED_MEDIA_TYPE', 'two types', twice);
      const reply = await at.send({ ...(await at.fresh()), contentType: 'Application/JSON; charset="utf-8"' });
      expectAnswer(reply, route, 'with parameters');
    });

    if (!operation.body)
      test('treats no body and {} alike', async () => {
        // At the quick depth contract.test.ts sends no body.
        if (isOfAll) expectAnswer(await at.send(await at.fresh()), route, 'none');
        const fresh = isOfAll ? await at.fresh() : at.ready();
        expectAnswer(await at.send({ ...fresh, body: {} }), route, 'empty');
      });

    test.runIf(isOfLarge)('refuses a body over 1 MiB before reading all of it', async () => {
      const tooMany = 1024 * 1024 + 1;
      const chunk = `${tooMany.toString(16)}\r\n${' '.repeat(tooMany)}\r\n`;
      const announced = { more: [['Content-Length', `${tooMany}`]] as const, bytes: '{', isWhole: false };
      const endless = { more: [['Transfer-Encoding', 'chunked']] as const, bytes: chunk, isWhole: false };
      await at.refuses('PAYLOAD_TOO_LARGE', 'announced', announced);
      await at.refuses('PAYLOAD_TOO_LARGE', 'in chunks', endless);
      const fresh = await at.fresh();
      const reply = await at.send({ ...fresh, bytes: JSON.stringify(fresh.body ?? {}).padEnd(1024 * 1024, ' ') });
      expectAnswer(reply, route, '1 MiB exactly');
    });

    if (operation.idempotency === 'required')
      test('requires an Idempotency-Key, once, and as a UUID', async () => {
        const key = crypto.randomUUID();
        const malformed = [[''], ['1'], [`${key}0`], [key.replaceAll('-', '')], [`{${key}}`], [key, key]];
        const faults = [[], ...diagonal(malformed, required.indexOf(operation))];
        await Promise.all(faults.map((keys) => at.refuses('IDEMPOTENCY_KEY_REQUIRED', keys.join(' '), { keys })));
      });
  },
  depth(oneRouteOfEach, routesOf)(operations),
  needsSuccess,
);
