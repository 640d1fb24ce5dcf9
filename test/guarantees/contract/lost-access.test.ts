import { beforeAll, expect, test } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import type { ErrorCode } from '../../../schema/shared/errors.ts';
import type { Reply } from '../../support/client.ts';
import { caseOf } from '../../support/contract/cases.ts';
import { expectRefusal } from '../../support/contract/expectations.ts';
import type { World } from '../../support/contract/operation-case.ts';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import { type RawRequest, sendRaw } from '../../support/contract/raw.ts';
import { bearer, oneRouteOfEach, type Route, requestTo, routesOf } from '../../support/contract/routes.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth, sample } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let world: World;
ownMarket(async (own) => {
  stack = own.stack;
  world = { market: own.market, listing: await own.market.aListing(), socialUrl: stack.socialUrl };
});

let advertiser: Person;
let staff: Person;
let creator: Person;
beforeAll(async () => {
  const { aPerson } = peopleOf(stack.baseUrl, world.market);
  [advertiser, staff, creator] = await Promise.all([
    aPerson({ fundsCents: 100_000_000 }),
    // Some of the objects that staff decides about are made by the person and then given to another user.
    aPerson({ roles: ['ADVERTISER', 'STAFF'] }),
    aPerson({ roles: ['CREATOR'] }),
  ]);
});

interface Succeeded {
  readonly route: Route;
  readonly request: RawRequest;
  readonly first: Reply;
}

test('refuses a replay to an owner who has lost the role or is suspended, until that ends', async () => {
  const firsts: Succeeded[] = [];
  const repeatable = operations.filter(({ idempotency }) => idempotency !== 'none');
  for (const route of sample(depth(oneRouteOfEach, routesOf)(repeatable), 16)) {
    const { access, role, name } = route.operation;
    const person = access === 'staff' ? staff : role === 'CREATOR' ? creator : advertiser;
    const credential = bearer(route.via === 'key' ? person.apiKey : person.token);
    const ready = await caseOf(name).ready(world, person);
    const request = requestTo(route, { ...ready, credential, keys: [crypto.randomUUID()] });
    firsts.push({ route, request, first: await sendRaw(stack.baseUrl, request) });
  }
  const again = (look: (one: Succeeded, reply: Reply) => void) =>
    Promise.all(firsts.map(async (one) => look(one, await sendRaw(stack.baseUrl, one.request))));
  const refusesAll = (codeAt: (route: Route) => ErrorCode | null) =>
    again(({ route, request }, reply) => {
      const code = codeAt(route);
      if (code !== null) expectRefusal(reply, code, request.target, route.operation.name, route);
    });
  await change("roles = '{}'");
  await refusesAll(({ operation: { access, role } }) => {
    if (access === 'staff') return 'insufficient_scope';
    // The others are for users of any role.
    return role === undefined ? null : 'ROLE_NOT_ALLOWED';
  });
  await change(`roles = '{ADVERTISER,CREATOR,STAFF}', suspended_at = now()`);
  await refusesAll(() => 'ACCOUNT_ACCESS_DENIED');
  await change('suspended_at = null');
  await again(({ route, first }, { body, headers }) => {
    const { saved = (answer: Reply['body']) => answer } = caseOf(route.operation.name);
    expect({ content: saved(body), isReplay: headers.get('idempotent-replayed') }, route.operation.name).toEqual({
      content: saved(first.body),
      isReplay: 'true',
    });
  });
});

/** An isolate trusts a cached key and its owner for one second. */
async function change(assignment: string): Promise<void> {
  const ids = [advertiser.id, staff.id, creator.id];
  await world.market.pool.query(`update users set ${assignment} where id = any ($1)`, [ids]);
  await controlOf(stack.controlUrl).moveOn(1_100);
}
