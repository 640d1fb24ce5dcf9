import type * as z from 'zod';
import { notFound, Refusal } from '../../schema/shared/errors.ts';
import { uuid } from '../../schema/shared/ids.ts';
import { isMutation, type Operation, pathsOf, type Shape } from '../../schema/shared/operation.ts';
import type { Actor, ApiCtx, Ctx } from '../context.ts';
import type { ServiceBinding } from '../env.ts';
import { Replay, runOnce } from '../idempotency.ts';
import { cookieSession, suspensionOf } from '../identity/account/index.ts';
import type { KeyValue } from '../platform/key-value.ts';
import type { ApiSettings } from '../settings/index.ts';
import { type Entry, enter, withoutBody } from './admission.ts';
import { sessionCredential } from './authenticate.ts';
import { fingerprintOf } from './idempotency-key.ts';
import { refuseInvalid } from './parse-input.ts';
import type { PendingChecks } from './pending-checks.ts';
import { count } from './rate-limit.ts';
import type { ApiEnv, RequestContext } from './request-context.ts';
import { type ParticipantGroup, type Route, refuseOthers } from './route.ts';
import { isPreview } from './visitor.ts';

/** The routes of the API by the names of their operations. */
export type Runs = ReadonlyMap<string, Route['run']>;

export const runsOf = (groups: readonly object[]): Runs =>
  new Map(groups.filter(isOfRoutes).flatMap(({ runs }) => runs.map(({ operation, run }) => [operation.name, run])));

const isOfRoutes = (group: object): group is Pick<ParticipantGroup, 'runs'> => 'runs' in group;

/** What a page gives an operation, as text or JSON. The operation's schemas parse it. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** Calls the operations of the API as the user of a page: with their guards, and with the same answers. */
export interface PageApi {
  readonly actor: Actor;
  readonly now: Date;
  /** The JSON of the answer. */
  read<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
    operation: Operation<P, Q, B, A>,
    input?: CallInput,
  ): Promise<z.output<A>>;
  /** The answer itself, such as a file. */
  answer(operation: Operation, input?: CallInput): Promise<Response>;
  /** The reads so far, as requests of the API: the path with its query, and the credential that it takes. */
  readonly requests: readonly ApiRequest[];
}

export interface ApiRequest {
  readonly path: string;
  readonly by: 'key' | 'token';
}

/** A page on its way to its answer. */
export interface PageCall {
  /** Runs the reads of a page. They may run twice, when the user has changed since this isolate has last seen it. */
  load<T>(read: (api: PageApi) => Promise<T>): Promise<T>;
  /** Runs the operation of a form; at most once for `onceBy`, for an operation that takes no Idempotency-Key. */
  send(operation: Operation, input: CallInput, onceBy?: string): Promise<unknown>;
  /** Called when the answer is known. */
  end(isDone: boolean): void;
  readonly setCookies: readonly string[];
}

export interface PageRequest {
  readonly request: Request;
  readonly context: RequestContext<ApiSettings>;
  readonly auth: ServiceBinding | undefined;
  readonly headers: ApiEnv['Variables']['answerHeaders'];
  readonly runs: Runs;
  /** The operation that a file is the answer of. */
  readonly file?: Operation;
  /** The operation that a form sends, its input, and the key that it carries. */
  readonly sent?: { readonly operation: Operation; readonly input: CallInput; readonly key: string | null };
}

/** Opens a page for the user of the session. Null without a session. Refuses a user whose session a suspension has ended. */
export async function openPage({
  request,
  context,
  auth,
  headers,
  runs,
  sent,
  file,
}: PageRequest): Promise<PageCall | null> {
  const { guest, keyValue, address } = context;
  const session = await cookieSession({ headers: request.headers, isPreview: isPreview(request) }, guest, auth);
  if (session === null) return sent === undefined ? null : anonymous(context);
  const entry: Entry = {
    credential: sessionCredential(session, guest),
    rate: (sent?.operation ?? file)?.rate ?? 'read',
    status: sent?.operation.success ?? 200,
    headers,
    readEnvelope: async () => (sent === undefined ? withoutBody : envelopeOf(sent)),
    async refuseCredential() {
      const { isAllowed, retryAfterSeconds } = await count(keyValue, guest.settings, 'guest', address);
      if (!isAllowed) return new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds });
      return session.suspension() ?? new Refusal('JWT_INVALID');
    },
  };
  const checks = await entered(entry, guest, keyValue);
  if (checks === null) return null;
  return {
    setCookies: session.setCookies,
    load: (read) =>
      checks.run(async (ctx) => {
        await refuseSuspended(ctx);
        const own = { ...ctx, staffReads: [] };
        const shown = await read(apiOf(own, runs));
        if (own.staffReads.length > 0) await (await import('../staff-actions.ts')).recordReads(own);
        return shown;
      }),
    send: (operation, input, onceBy) => send({ checks, runs, onceBy: onceBy ?? null }, operation, input),
    end: (isDone) => guest.defer(checks.end(isDone)),
  };
}

/** A form without a session counts as a guest's request, and changes nothing. */
async function anonymous({ keyValue, guest, address }: PageRequest['context']): Promise<null> {
  const { isAllowed, retryAfterSeconds } = await count(keyValue, guest.settings, 'guest', address);
  if (isAllowed) return null;
  throw new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds });
}

/** Null if the session has ended. */
async function entered(entry: Entry, guest: ApiCtx, keyValue: KeyValue): Promise<PendingChecks | null> {
  try {
    return (await enter(entry, guest, keyValue)).checks;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'JWT_INVALID') return null;
    throw error;
  }
}

function keyOf(given: string): string {
  const { data } = uuid().safeParse(given);
  if (data === undefined) throw new Refusal('IDEMPOTENCY_KEY_REQUIRED');
  return data;
}

async function envelopeOf({ operation, input, key }: NonNullable<PageRequest['sent']>) {
  if (operation.idempotency === 'none') return withoutBody;
  const { data } = uuid().safeParse(key ?? '');
  const { params = {}, body = {} } = input;
  if (data === undefined) return { ...withoutBody, refusal: new Refusal('IDEMPOTENCY_KEY_REQUIRED') };
  return { ...withoutBody, body, key: data, fingerprint: await fingerprintOf(operation, params, body) };
}

function apiOf(ctx: Ctx, runs: Runs): PageApi {
  const requests: ApiRequest[] = [];
  const answered = (operation: Operation, input: CallInput = {}) => {
    requests.push(requestOf(operation, input));
    if (isMutation(operation)) throw new Error(`a page reads, but ${operation.name} changes`);
    refuse(operation, ctx);
    return runOf(runs, operation)(ctx, parsed(operation, input));
  };
  return {
    actor: ctx.actor,
    now: ctx.now(),
    requests,
    read: async (operation, input) => asJson(await answered(operation, input)),
    async answer(operation, input) {
      const given = await answered(operation, input);
      return given instanceof Response ? given : Response.json(given);
    },
  };
}

function requestOf(operation: Operation, { params = {}, query = {} }: CallInput): ApiRequest {
  const [first = ''] = pathsOf(operation);
  const path = first.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const values = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one): [string, string][] => (one === undefined ? [] : [[name, String(one)]])),
  );
  const search = new URLSearchParams(values).toString();
  return { path: search === '' ? path : `${path}?${search}`, by: operation.access === 'participant' ? 'key' : 'token' };
}

interface Sending {
  readonly checks: PendingChecks;
  readonly runs: Runs;
  readonly onceBy: string | null;
}

async function send({ checks, runs, onceBy }: Sending, operation: Operation, input: CallInput): Promise<unknown> {
  try {
    const answer = await checks.run(async (ctx) => {
      await refuseSuspended(ctx);
      refuse(operation, ctx);
      const run = async (own: Ctx) => runOf(runs, operation)(own, parsed(operation, input));
      return onceBy === null ? run(ctx) : runOnce(ctx, keyOf(onceBy), run);
    });
    return asJson(answer);
  } catch (error) {
    if (error instanceof Replay) return JSON.parse(error.saved.body);
    throw error;
  }
}

/** A session that this isolate trusts may be that of a user who was suspended within the last second. */
async function refuseSuspended({ db, actor }: Ctx): Promise<void> {
  if (actor.isSuspended) throw await suspensionOf(db, actor.userId);
}

function refuse(operation: Operation, ctx: Ctx): void {
  if (operation.access === 'staff' && !ctx.actor.roles.includes('STAFF')) throw new Refusal('ROLE_NOT_ALLOWED');
  refuseOthers(operation, ctx);
}

function runOf(runs: Runs, { name }: Operation): Route['run'] {
  const run = runs.get(name);
  if (run === undefined) throw new Error(`no route of this edge function serves ${name}`);
  return run;
}

/** The input as the routes of the API parse it: first query and body, then the ids in the path. */
function parsed({ params, query, body }: Operation, input: CallInput) {
  const checkedQuery = query && checked(query(), input.query ?? {}, 'query');
  const checkedBody = body && checked(body(), input.body ?? {}, 'json');
  const ids = params?.().safeParse(input.params ?? {});
  if (ids?.success === false) throw notFound();
  return asInput({ params: ids?.data, query: checkedQuery, body: checkedBody ?? {} });
}

function checked(shape: Shape, value: unknown, target: 'query' | 'json'): unknown {
  const result = shape.safeParse(value);
  refuseInvalid({ ...result, target, data: value });
  return result.data;
}

/** Safe: the schemas of the operation have parsed each part. */
const asInput = (input: { params: unknown; query: unknown; body: unknown }) => input as Parameters<Route['run']>[1];

/** Safe: the contract tests compare each answer with the schema of its operation. */
const asJson = <T>(answer: object): T => JSON.parse(JSON.stringify(answer)) as T;
