import { type Db, openDb } from '../../db/client.ts';
import { Unreachable } from '../../db/failures.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import type { RequestCtx } from '../context.ts';
import { callerAddress } from '../http/address.ts';
import { policyHeader } from '../http/rate-limit.ts';
import { type Execution, requestIdOf } from '../http/request-context.ts';
import { isolateCache } from '../isolate-cache.ts';
import type { CommonSettings } from '../settings/index.ts';
import { openByteCache, type Stored } from './byte-cache.ts';
import { edgeAnswer, storedHeaders } from './edge-answer.ts';
import { Generation, generationOf } from './generation.ts';
import type { GuestLimit } from './guest-limit.ts';
import type { Question, Read, Version } from './guest-question.ts';
import { keepShared, readShared } from './shared-cache.ts';

const capacityBytes = 16 * 1024 * 1024;
const maxQuestions = 4_096;
const longestQuestion = 1_024;

/** Guest answers of this isolate, with the Cache API behind them; both under the question and the generation. */
export class EdgeCache {
  readonly #memory = openByteCache(capacityBytes);
  readonly #generation = new Generation();
  /** Path and query as they were sent -> the question they mean. */
  readonly #questions = isolateCache<string, Question>(maxQuestions);
  readonly #reading = new Map<string, Reading>();
  readonly #readGenerations: (db: Db) => Promise<string>;
  /** Of those who read what is kept here. */
  readonly limit: GuestLimit;

  constructor(readGenerations: (db: Db) => Promise<string>, limit: GuestLimit) {
    this.#readGenerations = readGenerations;
    this.limit = limit;
  }

  /** The answer when it is here and sure to be true: no route, no parsing, no Postgres and no Redis. */
  hit(request: Request, settings: CommonSettings, execution: Pick<Execution, 'waitUntil'>): Response | null {
    if (request.method !== 'GET') return null;
    const question = this.#questions.get(asSent(request));
    if (question === undefined) return null;
    const now = Date.now();
    const stored = this.#inMemory(question, now);
    const address = callerAddress(request);
    if (stored === null || this.limit.blockedFor(address, now) !== null) return null;
    const defer = (work: Promise<unknown>) => execution.waitUntil(work);
    this.#keepFresh(now, () => openDb(settings), defer);
    this.limit.countAfter(address, settings, defer);
    const answer = edgeAnswer(request, stored);
    answer.headers.set('x-request-id', requestIdOf(request));
    return answer;
  }

  /** The answer out of this isolate or of this place, or null: it must be read. */
  async find(ctx: RequestCtx, request: Request, question: Question): Promise<Stored | null> {
    this.#remember(asSent(request), question);
    const now = ctx.now().getTime();
    const here = this.#inMemory(question, now);
    if (here !== null) {
      this.#keepFresh(now, () => ctx.db, ctx.defer);
      return here;
    }
    const generation = this.#generation.trusted(question.scope, now);
    if (generation === null) return null;
    // Another request may have read it while this one looked there.
    return (await this.#fromShared(ctx, question, generation)) ?? this.#inMemory(question, Date.now());
  }

  /** The answer from Postgres, read once however many ask for it at the same time. */
  async read(ctx: RequestCtx, question: Question, read: Read): Promise<Stored> {
    const now = ctx.now().getTime();
    const running = this.#reading.get(question.key);
    // An older read may not have seen what was revoked a second ago.
    if (running !== undefined && now - running.startedAt < 1_000) {
      const stored = await outcomeOf(running);
      if (stored !== null) return stored;
    }
    const own: Reading = { startedAt: now, isOver: false, stored: null };
    this.#reading.set(question.key, own);
    const loading = this.#load(ctx, question, read)
      .then((stored) => {
        own.stored = stored;
        return stored;
      })
      .finally(() => {
        own.isOver = true;
        if (this.#reading.get(question.key) === own) this.#reading.delete(question.key);
      });
    // Others wait for it, even when this request's caller has gone.
    ctx.defer(loading.catch(() => {}));
    return loading;
  }

  async #load(ctx: RequestCtx, question: Question, read: Read): Promise<Stored> {
    const now = ctx.now().getTime();
    const known = this.#memory.get(question.key) ?? null;
    try {
      const version = await read(known);
      if (question.scope !== 'static') this.#generation.learn(version.generations, now);
      const generation = generationOf(version.generations, question.scope);
      const stored =
        version.body === null && known !== null
          ? { ...known, generation }
          : this.#pack(ctx, describedBy(question, version), generation, bytesOf(version), version.etag);
      this.#memory.set(question.key, stored);
      ctx.defer(keepShared(ctx.settings.BASE_URL, question, stored));
      return stored;
    } catch (error) {
      const standing = error instanceof Unreachable ? await this.#lastKnown(ctx, question, now) : null;
      if (standing !== null) return standing;
      if (!isUnavailable(error)) this.#memory.delete(question.key);
      throw error;
    }
  }

  /** What was read in the last generation, while that one stands. */
  async #lastKnown(ctx: RequestCtx, question: Question, askedAt: number): Promise<Stored | null> {
    if (question.scope !== 'static' && !this.#generation.stand(Date.now(), askedAt)) return null;
    const generation = this.#generation.last(question.scope);
    if (generation === null) return null;
    const known = this.#memory.get(question.key);
    return known?.generation === generation ? known : this.#fromShared(ctx, question, generation);
  }

  #inMemory({ key, scope }: Question, now: number): Stored | null {
    const generation = this.#generation.trusted(scope, now);
    if (generation === null) return null;
    const stored = this.#memory.get(key);
    return stored?.generation === generation ? stored : null;
  }

  async #fromShared(ctx: RequestCtx, question: Question, generation: string): Promise<Stored | null> {
    const found = await readShared(ctx.settings.BASE_URL, question, generation);
    if (found === null) return null;
    const stored = this.#pack(ctx, question, generation, found.body, found.etag);
    this.#memory.set(question.key, stored);
    return stored;
  }

  #pack(ctx: RequestCtx, question: Question, generation: string, body: Uint8Array<ArrayBuffer>, etag: string): Stored {
    const headers = storedHeaders(etag, question, policyHeader(ctx.settings, this.limit.kind));
    return { body, etag, headers, generation };
  }

  #keepFresh(now: number, db: () => Db, defer: RequestCtx['defer']): void {
    if (this.#generation.isDue(now)) defer(this.#generation.refresh(() => this.#readGenerations(db()), now));
  }

  #remember(sent: string, question: Question): void {
    if (sent.length <= longestQuestion) this.#questions.set(sent, question);
  }
}

/** A read that others wait for. Plain data: a promise of one request must not be awaited by another one in workerd. */
interface Reading {
  readonly startedAt: number;
  isOver: boolean;
  /** Null when it failed: each who waited then reads for itself. */
  stored: Stored | null;
}

const pollMs = 4;
/** Longer than a call to Postgres may take. */
const mostPolls = 2_500;

async function outcomeOf(reading: Reading): Promise<Stored | null> {
  for (let polls = 0; !reading.isOver && polls < mostPolls; polls++)
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  return reading.stored;
}

const encoder = new TextEncoder();

const bytesOf = ({ body }: Version): Uint8Array<ArrayBuffer> =>
  body instanceof Uint8Array ? body : encoder.encode(body ?? '');

const describedBy = (question: Question, { contentType, headers }: Version): Question => ({
  ...question,
  ...(contentType !== undefined && { contentType }),
  ...(headers !== undefined && { headers: { ...question.headers, ...headers } }),
});

const asSent = (request: Request): string => request.url.slice(request.url.indexOf('/', 8));

const isUnavailable = (error: unknown): boolean => error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE';
