import { beforeAll, describe, expect } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import type { ErrorCode } from '../../../schema/shared/errors.ts';
import { isMutation, type Operation } from '../../../schema/shared/operation.ts';
import type { Reply } from '../client.ts';
import { caseOf } from './cases.ts';
import { type Asked, bearer, type Door, doorsOf, type Prepared, pathOf, requestTo, type Via } from './doors.ts';
import { expectRefusal } from './expectations.ts';
import type { Person } from './people.ts';
import { sendRaw } from './raw.ts';
import { type Cast, castOfFile } from './world.ts';

/** One route of one operation, with a request that succeeds. */
export interface Standing {
  readonly door: Door;
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
  ask(changes?: Partial<Asked>): Promise<Reply>;
  /** Sends the request, and expects the declared refusal with this code. */
  refuses(code: ErrorCode, label: string, changes: Partial<Asked>): Promise<Reply>;
  /** The credential of a person for this route. */
  shows(person: Person): Asked['credential'];
}

/** Declares for each route of these operations the tests of `about`. */
export function walk(about: (at: Standing) => void, through: (operation: Operation) => boolean = () => true) {
  const assembled = castOfFile();
  const { cast, baseUrl } = assembled;
  for (const door of doorsOf(operations.filter(through)))
    describe(`${door.operation.name} at ${door.path}`, () => {
      const at = standingAt(door, cast, baseUrl);
      beforeAll(at.prepare);
      about(at);
    });
  return assembled;
}

function standingAt(door: Door, cast: () => Cast, baseUrl: string): Standing & { prepare(): Promise<void> } {
  const { operation, via } = door;
  let ready: Prepared = {};
  const isStaff = operation.access === 'staff';
  const isCreator = operation.role === 'CREATOR';
  const caller = () => (isStaff ? cast().staff : isCreator ? cast().creator : cast().advertiser);
  const shows: Standing['shows'] = (person) =>
    via === 'none' ? [] : bearer(via === 'key' ? person.apiKey : person.token);
  const fresh: Standing['fresh'] = (person = caller()) => caseOf(operation.name).ready(cast(), person);
  const ask: Standing['ask'] = (changes = {}) =>
    sendRaw(baseUrl, requestTo(door, { ...ready, credential: shows(caller()), ...changes }));
  return {
    ...{ door, operation, via, cast, caller, shows, fresh, ask },
    isMutation: isMutation(operation),
    otherCaller: () => (isStaff ? cast().otherStaff : isCreator ? cast().otherCreator : cast().stranger),
    ready: () => ready,
    async prepare() {
      ready = await fresh();
    },
    async refuses(code, label, changes) {
      const reply = await ask(changes);
      expectRefusal(reply, code, pathOf(door.path, ready.params), label, door);
      return reply;
    },
  };
}

/** Expects equal bodies and equal header names. The rate limit header is ignored, because slow Redis omits it. */
export const expectAlike = (replies: readonly Reply[]): void => {
  const names = (headers: Headers) => [...headers.keys()].filter((name) => name !== 'ratelimit');
  const seen = replies.map(({ text, headers }) => JSON.stringify([text, names(headers)]));
  expect([...new Set(seen)]).toHaveLength(1);
};
