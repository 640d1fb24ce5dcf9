import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations } from '../../functions/operations.ts';
import type { Operation } from '../../schema/shared/operation.ts';
import { caseOf } from '../support/contract/cases.ts';
import type { Person } from '../support/contract/people.ts';
import { sendRaw } from '../support/contract/raw.ts';
import { bearer, type Prepared, requestTo, routesOf } from '../support/contract/routes.ts';
import { castOfFile } from '../support/contract/world.ts';

const { cast, baseUrl } = castOfFile();

/** Where a body names an object: the names of properties, with [] for the entries of a list. */
type Path = readonly string[];

interface Named {
  readonly operation: Operation;
  readonly path: Path;
  readonly isNumber: boolean;
}

const pathOf = ({ operation, path }: Named): string => `${operation.name}.${path.join('.')}`;

/** Ids that the case of an operation cannot name, with the test that names them. */
const elsewhere: Readonly<Record<string, string>> = {
  'ProposeChange.results.[].deliverableId': 'test/api/placements/assignments/proposal-dates.test.ts',
  'UpdateDeliverable.uploadIds.[]': 'test/api/placements/assignments/deliver.test.ts',
  'CreateProofUpload.deliverableId': 'test/api/placements/assignments/uploads.test.ts',
  'CreateChannel.socialAccountId': 'test/api/creators/channels/native-channel.test.ts',
  // Compared with the order that the caller has read: another list is 409.
  'ReorderPortfolio.expectedPictureIds.[]': 'test/api/creators/portfolio/portfolio.test.ts',
};
/** Objects that every user may name: those of the catalog, and campaigns. */
const shown = [
  'SubmitPost.campaignId',
  'QuoteOffer.creatorPublicId',
  'CreateOrder.items.[].serviceListingId',
  'UpdateOrder.items.[].serviceListingId',
];

const all = operations.flatMap((operation) => (operation.body ? [...idsOf(operation)] : []));
const named = all.filter((one) => elsewhere[pathOf(one)] === undefined);

test('every exception names an id of a body', () => {
  expect(all.map(pathOf)).toEqual(expect.arrayContaining([...Object.keys(elsewhere), ...shown]));
});

describe.each(named.map((one) => [one.operation.name, one.path.join('.'), one] as const))(
  'the id in the body of %s at %s',
  (_, __, { operation, path, isNumber }) => {
    const role = operation.access === 'staff' ? 'staff' : operation.role === 'CREATOR' ? 'creator' : 'advertiser';

    test('is refused alike when nobody has it, when it is too large, and when another user has it', async () => {
      const [own, other] = [cast()[role], role === 'creator' ? cast().otherCreator : cast().otherUser];
      const requested = await ready(operation, own);
      const isShown = operation.access === 'staff' || shown.includes(pathOf({ operation, path, isNumber }));
      const another = isShown ? undefined : valueAt((await ready(operation, other)).body, path);
      const ids = isNumber
        ? [9_007_199_254_740_991, 2_000_000_000, 2 ** 53, 2 ** 63, 1e300]
        : [randomUUID(), '00000000-0000-0000-0000-000000000000'];
      const answers = await Promise.all(
        [...ids, ...(another === undefined || another === null ? [] : [another])].map((id) =>
          send(operation, own, requested, withId(requested.body, path, id)),
        ),
      );
      for (const { status, text } of answers)
        expect({ status, text: sameText(text) }).toEqual({ status: 404, text: sameText(answers[0]?.text ?? '') });
    });
  },
);

const sameText = (text: string): string => text.replace(/"(?:requestId|instance)":"[^"]*",?/g, '');

async function ready(operation: Operation, person: Person): Promise<Prepared> {
  return caseOf(operation.name).ready(cast(), person);
}

async function send(operation: Operation, person: Person, requested: Prepared, body: unknown) {
  const route = routesOf([operation]).find(({ via }) => via === 'token');
  if (route === undefined) throw new Error(`${operation.name} has no route with a token`);
  const { credential = bearer(person.token) } = requested;
  return sendRaw(baseUrl, requestTo(route, { ...requested, credential, bytes: JSON.stringify(body) }));
}

function valueAt(body: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined || body === undefined || body === null) return body;
  return valueAt(name === '[]' ? (Array.isArray(body) ? body[0] : undefined) : Object(body)[name], rest);
}

function withId(body: unknown, [name, ...rest]: Path, id: unknown): unknown {
  if (name === undefined) return id;
  if (name !== '[]') return { ...Object(body), [name]: withId(Object(body)[name], rest, id) };
  const [first, ...others] = Array.isArray(body) ? body : [];
  return [withId(first, rest, id), ...others];
}

/** Every id in the body of an operation, also in parts that are optional. */
function* idsOf(operation: Operation): Generator<Named> {
  const schema = z.toJSONSchema(operation.body?.() ?? z.unknown(), {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  });
  const seen = new Set<string>();
  for (const [path, type] of walk(schema, []))
    if (!seen.has(path.join('.')) && seen.add(path.join('.')))
      yield { operation, path, isNumber: type === 'integer' || type === 'number' };
}

function* walk(schema: unknown, path: Path): Generator<readonly [Path, unknown]> {
  if (typeof schema !== 'object' || schema === null) return;
  const { type, items, properties, anyOf, oneOf, allOf } = schema as Record<string, unknown>;
  for (const part of [anyOf, oneOf, allOf].flatMap((parts) => (Array.isArray(parts) ? parts : [])))
    yield* walk(part, path);
  if (items !== undefined) yield* walk(items, [...path, '[]']);
  for (const [name, inner] of Object.entries(Object(properties))) yield* walk(inner, [...path, name]);
  const name = path.findLast((part) => part !== '[]') ?? '';
  if (/(?:^id|Ids?)$/.test(name) && (type === 'integer' || type === 'number' || type === 'string')) yield [path, type];
}
