import { beforeAll, describe, expect } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import type { ErrorCode } from '../../../schema/shared/errors.ts';
import { isMutation, type Operation } from '../../../schema/shared/operation.ts';
import { exampleOf } from '../../../scripts/openapi/examples/index.ts';
import type { Reply } from '../client.ts';
import { caseOf } from './cases.ts';
import { expectRefusal } from './expectations.ts';
import type { Person } from './people.ts';
import { sendRaw } from './raw.ts';
import {
  bearer,
  type Prepared,
  pathOf,
  type RequestParts,
  type Route,
  requestTo,
  routesOf,
  type Via,
} from './routes.ts';
import { type Cast, castOfFile } from './world.ts';

/** One route of one operation, with a request that succeeds. */
export interface RouteUnderTest {
  readonly route: Route;
  readonly operation: Operation;
  readonly via: Via;
  readonly isMutation: boolean;
  cast(): Cast;
  /** A permitted caller, and another one. */
  caller(): Person;
  otherCaller(): Person;
  ready(): Prepared;
  /** One more request that succeeds, of the caller or of the given person. */
  fresh(person?: Person): Promise<Prepared>;
  /** Sends the caller's request with these changes. */
  send(changes?: Partial<RequestParts>): Promise<Reply>;
  /** Sends the request, and expects the declared refusal with this code. */
  refuses(code: ErrorCode, label: string, changes: Partial<RequestParts>): Promise<Reply>;
  /** The credential of a person for this route. */
  shows(person: Person): RequestParts['credential'];
}

/**
 * Declares for each of the routes the tests of `about`. A route whose operation needs no request that succeeds has one with the body of its
 * example, to an object that does not exist: the credential, the body and the key are checked before the object is looked for.
 */
export function walk(
  about: (at: RouteUnderTest) => void,
  routes: readonly Route[] = routesOf(operations),
  needsSuccess: (operation: Operation) => boolean = () => true,
) {
  const assembled = castOfFile();
  const { cast, baseUrl } = assembled;
  for (const route of routes)
    describe(`${route.operation.name} at ${route.path}`, () => {
      const at = routeUnderTest(route, cast, baseUrl, needsSuccess(route.operation));
      beforeAll(at.prepare);
      about(at);
    });
  return assembled;
}

function routeUnderTest(
  route: Route,
  cast: () => Cast,
  baseUrl: string,
  needsSuccess: boolean,
): RouteUnderTest & { prepare(): Promise<void> } {
  const { operation, via } = route;
  let ready: Prepared = {};
  const isStaff = operation.access === 'staff';
  const isCreator = operation.role === 'CREATOR';
  const caller = () => (isStaff ? cast().staff : isCreator ? cast().creator : cast().advertiser);
  const shows: RouteUnderTest['shows'] = (person) =>
    via === 'none' ? [] : bearer(via === 'key' ? person.apiKey : person.token);
  const fresh: RouteUnderTest['fresh'] = (person = caller()) => caseOf(operation.name).ready(cast(), person);
  const send: RouteUnderTest['send'] = (changes = {}) =>
    sendRaw(baseUrl, requestTo(route, { ...ready, credential: shows(caller()), ...changes }));
  return {
    ...{ route, operation, via, cast, caller, shows, fresh, send },
    isMutation: isMutation(operation),
    otherCaller: () => (isStaff ? cast().otherStaff : isCreator ? cast().otherCreator : cast().otherUser),
    ready: () => ready,
    async prepare() {
      ready = needsSuccess ? await fresh() : toNothing(route);
    },
    async refuses(code, label, changes) {
      const reply = await send(changes);
      expectRefusal(reply, code, pathOf(route.path, ready.params), label, route);
      return reply;
    },
  };
}

function toNothing({ operation, path }: Route): Prepared {
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '7']));
  const { body } = exampleOf(operation);
  return { params, ...(operation.body && { body }) };
}

/** Expects equal bodies and equal header names. The rate limit header is ignored, because slow Redis omits it. */
export const expectAlike = (replies: readonly Reply[]): void => {
  const names = (headers: Headers) => [...headers.keys()].filter((name) => name !== 'ratelimit');
  const seen = replies.map(({ text, headers }) => JSON.stringify([text, names(headers)]));
  expect([...new Set(seen)]).toHaveLength(1);
};
