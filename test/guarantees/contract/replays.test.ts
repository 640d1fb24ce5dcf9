import { afterEach, beforeAll, expect, test } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import type { Reply } from '../../support/client.ts';
import { caseOf } from '../../support/contract/cases.ts';
import { expectAnswer, expectRefusal } from '../../support/contract/expectations.ts';
import { sendRaw } from '../../support/contract/raw.ts';
import {
  bearer,
  oneRouteOfEach,
  type Prepared,
  pathOf,
  type RequestParts,
  type Route,
  requestTo,
  routesOf,
} from '../../support/contract/routes.ts';
import { type RouteUnderTest, walk } from '../../support/contract/walk.ts';
import { depth, isOnDiagonal, sample } from '../../support/stack/depth.ts';

const isReplay = ({ headers }: Reply) => headers.get('idempotent-replayed') === 'true';

const repeatable = operations.filter(({ idempotency }) => idempotency !== 'none');
const routes = sample(depth(oneRouteOfEach, routesOf)(repeatable), 20);

/** At the quick depth, of the routes that a test is about, every `step`th one from the given one on. */
function isAtTurn(route: Route, turn: number, step: number, isAbout: (route: Route) => boolean = () => true): boolean {
  return isOnDiagonal(routes.filter(isAbout).indexOf(route), turn, step);
}

const hasOther = ({ operation }: Route) => caseOf(operation.name).otherwise !== undefined;
const canFail = ({ operation }: Route) => caseOf(operation.name).mistaken !== undefined;
const hasTarget = ({ operation }: Route) => operation.params !== undefined;
const isOfParticipant = ({ operation }: Route) => operation.access === 'participant';

const { cast, market, baseUrl } = walk((at) => {
  const { route, operation } = at;
  const { otherwise, mistaken, saved } = caseOf(operation.name);
  const content = ({ text, body }: Reply) => (saved ? saved(body) : text);

  // The successful request that each test repeats or changes under its key.
  let requested: Keyed;
  let first: Reply;
  beforeAll(async () => {
    requested = { ...at.ready(), keys: [crypto.randomUUID()] };
    first = await at.send(requested);
  });
  const expectReplay = (reply: Reply) =>
    expect({ content: content(reply), isReplay: isReplay(reply) }).toEqual({
      content: content(first),
      isReplay: true,
    });

  test('replays a success with the same status and body, and marks it as a replay', async () => {
    expectAnswer(first, route, 'first');
    expect(isReplay(first)).toBe(false);
    for (const key of [requested.keys[0].toUpperCase(), requested.keys[0]]) {
      const again = await at.send({ ...requested, keys: [key] });
      expectAnswer(again, route, 'again');
      expectReplay(again);
    }
  });

  test.runIf(isAtTurn(route, 0, 3))(
    'treats bodies with another field order or spacing as the same request',
    async () => {
      const reversed = Object.fromEntries(Object.entries(Object(requested.body)).reverse());
      expectReplay(await at.send({ ...requested, bytes: JSON.stringify(reversed, null, 2) }));
    },
  );

  if (otherwise)
    test.runIf(isAtTurn(route, 0, 3, hasOther))('refuses its key for another body', async () => {
      expectAnswer(first, route, 'first');
      await conflicts(at, { ...requested, ...otherwise(requested) });
    });

  if (operation.params)
    test.runIf(isAtTurn(route, 1, 3, hasTarget))('refuses its key for another target', async () => {
      expectAnswer(first, route, 'first');
      const { params = {} } = await at.fresh();
      await conflicts(at, { ...requested, params });
    });

  test.runIf(isAtTurn(route, 2, 3))('refuses its key for another operation', async () => {
    expectAnswer(first, route, 'first');
    const { twin } = at.caller();
    const name = operation.name === 'CreateOrder' ? 'QuoteOffer' : 'CreateOrder';
    const { body } = await caseOf(name).ready(at.cast(), at.caller());
    const path = name === 'CreateOrder' ? '/placement-orders' : '/placement-offers/quote';
    const reply = await twin.post(path, body, { key: requested.keys[0] });
    expectRefusal(reply, 'IDEMPOTENCY_CONFLICT', path, 'another operation');
  });

  if (mistaken)
    test.runIf(isAtTurn(route, 0, 2, canFail))('keeps the key free after a refused request', async () => {
      const unused = await keyed(at);
      const { code, ...mistake } = mistaken(unused);
      const refused = await at.send({ ...unused, ...mistake });
      expectRefusal(refused, code, pathOf(route.path, unused.params), 'mistaken', route);
      const succeeded = await at.send(unused);
      expectAnswer(succeeded, route, 'after the refusal');
      expect(isReplay(succeeded)).toBe(false);
    });

  test.runIf(isAtTurn(route, 1, 3))('treats the same key of another owner as another key', async () => {
    const other = at.otherCaller();
    const theirs = await at.send({ ...(await at.fresh(other)), keys: requested.keys, credential: at.shows(other) });
    expectAnswer(theirs, route, 'theirs');
    expect(isReplay(theirs)).toBe(false);
    expect(content(await at.send(requested))).toEqual(content(first));
  });

  if (operation.access === 'participant')
    test.runIf(isAtTurn(route, 0, 3, isOfParticipant))(
      'replays the answer to every key and token of the owner',
      async () => {
        const { id, api, twin, token } = at.caller();
        const sent = { body: requested.body, key: requested.keys[0] };
        const path = pathOf(operation.path, requested.params);
        const byOtherRoute = await (at.via === 'key' ? twin : api).send(operation.method.toUpperCase(), path, sent);
        const byOtherKey = await at.send({
          ...requested,
          credential: bearer(at.via === 'key' ? await market.aKey(id) : token),
        });
        for (const reply of [byOtherRoute, byOtherKey]) expectReplay(reply);
      },
    );

  test.runIf(isAtTurn(route, 0, 2))('runs once for three concurrent requests', async () => {
    const contested = await keyed(at);
    const replies = await Promise.all([at.send(contested), at.send(contested), at.send(contested)]);
    expect(new Set(replies.map((reply) => JSON.stringify(content(reply)))).size).toBe(1);
    expect(replies.map(isReplay).sort()).toEqual([false, true, true]);
    for (const reply of replies) expectAnswer(reply, route, 'at once');
  });
}, routes);

afterEach(() => market.expectSoundLedger());

test.each(
  depth(
    oneRouteOfEach,
    routesOf,
  )(repeatable)
    .filter(({ path }) => path.includes('/placement-orders/{id}'))
    .map((route) => ({ route, name: route.path })),
)('a hidden order gives no replay at $name', async ({ route }) => {
  const { advertiser, otherUser } = cast();
  const ready = await caseOf(route.operation.name).ready(cast(), advertiser);
  const credential = bearer(route.via === 'key' ? advertiser.apiKey : advertiser.token);
  const request = requestTo(route, { ...ready, credential, keys: [crypto.randomUUID()] });
  const first = await sendRaw(baseUrl, request);
  expectAnswer(first, route, 'first');
  const give = (to: number) =>
    market.pool.query('update placement_orders set advertiser_id = $2 where id = $1', [ready.params?.id, to]);
  await give(otherUser.id);
  expectRefusal(await sendRaw(baseUrl, request), 'RESOURCE_NOT_FOUND', request.target, 'given away', route);
  await give(advertiser.id);
  expect((await sendRaw(baseUrl, request)).text).toBe(first.text);
});

interface Keyed extends Prepared {
  readonly keys: readonly [string];
}

/** One more request that succeeds, with a key for repetitions. */
const keyed = async (at: RouteUnderTest): Promise<Keyed> => ({ ...(await at.fresh()), keys: [crypto.randomUUID()] });

const conflicts = async (at: RouteUnderTest, requested: Partial<RequestParts>) =>
  expectRefusal(await at.send(requested), 'IDEMPOTENCY_CONFLICT', '', at.operation.name, at.route);
