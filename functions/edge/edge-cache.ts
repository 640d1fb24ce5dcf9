import { type Db, openDb } from '../../db/client.ts';
import { Unreachable } from '../../db/failures.ts';
import { isUnavailable } from '../../schema/shared/errors.ts';
import type { RequestCtx } from '../context.ts';
import { callerAddress } from '../http/address.ts';
import { policyHeader } from '../http/rate-limit.ts';
import { type Execution, requestIdOf } from '../http/request-context.ts';
import { isolateCache } from '../isolate-cache.ts';
import type { CommonSettings } from '../settings/index.ts';
import { openByteCache, type Stored } from './byte-cache.ts';
import type { CacheKey, Read, Version } from './cache-key.ts';
import { edgeAnswer, storedHeaders } from './edge-answer.ts';
import { Generation, generationOf } from './generation.ts';
import type { GuestLimit } from './guest-limit.ts';
import { keepShared, readShared } from './shared-cache.ts';

const capacityBytes = 16 * 1024 * 1024;
const maxCacheKeys = 4_096;
const maxCacheKeyLength = 1_024;

/** A two-level cache of guest answers: this isolate's memory and the Cache API. Both use the cache key and the generation. */
export class EdgeCache {
  readonly #memory = openByteCache(capacityBytes);
  readonly #generation = new Generation();
  /** The cache key of each path and query as sent. */
  readonly #cacheKeys = isolateCache<string, CacheKey>(maxCacheKeys);
  readonly #reading = new Map<string, Reading>();
  readonly #readGenerations: (db: Db) => Promise<string>;
  /** The limit for reads that this cache answers. */
  readonly limit: GuestLimit;

  constructor(readGenerations: (db: Db) => Promise<string>, limit: GuestLimit) {
    this.#readGenerations = readGenerations;
    this.limit = limit;
  }

  /** The answer in the memory of this isolate, if its generation is trusted. It waits for no route, no Postgres and no Redis. */
  hit(request: Request, settings: CommonSettings, execution: Pick<Execution, 'waitUntil'>): Response | null {
    if (request.method !== 'GET') return null;
    const cacheKey = this.#cacheKeys.get(asSent(request));
    if (cacheKey === undefined) return null;
    const now = Date.now();
    const stored = this.#inMemory(cacheKey, now);
    const address = callerAddress(request);
    if (stored === null || this.limit.blockedFor(address, now) !== null) return null;
    const defer = (work: Promise<unknown>) => execution.waitUntil(work);
    this.#keepFresh(now, () => openDb(settings), defer);
    this.limit.countAfter(address, settings, defer);
    const answer = edgeAnswer(request, stored);
    answer.headers.set('x-request-id', requestIdOf(request));
    return answer;
  }

  /** The answer from this isolate or from the Cache API; null on a miss. */
  async find(ctx: RequestCtx, request: Request, cacheKey: CacheKey): Promise<Stored | null> {
    this.#remember(asSent(request), cacheKey);
    const now = ctx.now().getTime();
    const here = this.#inMemory(cacheKey, now);
    if (here !== null) {
      this.#keepFresh(now, () => ctx.db, ctx.defer);
      return here;
    }
    const generation = this.#generation.trusted(cacheKey.scope, now);
    if (generation === null) return null;
    // Another request may have stored it while this one looked in the Cache API.
    return (await this.#fromShared(ctx, cacheKey, generation)) ?? this.#inMemory(cacheKey, Date.now());
  }

  /** The answer from Postgres. Concurrent requests for the same key share one read. */
  async read(ctx: RequestCtx, cacheKey: CacheKey, read: Read): Promise<Stored> {
    const now = ctx.now().getTime();
    const running = this.#reading.get(cacheKey.key);
    // A read that began over a second ago may have missed a revocation that must be visible now.
    if (running !== undefined && now - running.startedAt < 1_000) {
      const stored = await outcomeOf(running);
      if (stored !== null) return stored;
    }
    const own: Reading = { startedAt: now, isOver: false, stored: null };
    this.#reading.set(cacheKey.key, own);
    const loading = this.#load(ctx, cacheKey, read, own);
    // Other requests wait for this read, so it continues when its own caller disconnects.
    ctx.defer(
      loading.then(
        (stored) => keepShared(ctx.settings.BASE_URL, cacheKey, stored),
        () => undefined,
      ),
    );
    return loading;
  }

  async #load(ctx: RequestCtx, cacheKey: CacheKey, read: Read, own: Reading): Promise<Stored> {
    try {
      own.stored = await this.#readOnce(ctx, cacheKey, read);
      return own.stored;
    } finally {
      own.isOver = true;
      if (this.#reading.get(cacheKey.key) === own) this.#reading.delete(cacheKey.key);
    }
  }

  async #readOnce(ctx: RequestCtx, cacheKey: CacheKey, read: Read): Promise<Stored> {
    const now = ctx.now().getTime();
    const known = this.#memory.get(cacheKey.key) ?? null;
    try {
      const version = await read(known);
      if (cacheKey.scope !== 'static') this.#generation.learn(version.generations, now);
      const generation = generationOf(version.generations, cacheKey.scope);
      const stored =
        version.body === null && known !== null
          ? { ...known, generation }
          : this.#pack(ctx, describedBy(cacheKey, version), generation, bytesOf(version), version.etag);
      this.#memory.set(cacheKey.key, stored);
      return stored;
    } catch (error) {
      const fallback = error instanceof Unreachable ? await this.#lastKnown(ctx, cacheKey, now) : null;
      if (fallback !== null) return fallback;
      if (!isUnavailable(error)) this.#memory.delete(cacheKey.key);
      throw error;
    }
  }

  /** The answer of the last generation, while that one may still be served. */
  async #lastKnown(ctx: RequestCtx, cacheKey: CacheKey, requestedAt: number): Promise<Stored | null> {
    if (cacheKey.scope !== 'static' && !this.#generation.extendTrust(Date.now(), requestedAt)) return null;
    const generation = this.#generation.last(cacheKey.scope);
    if (generation === null) return null;
    const known = this.#memory.get(cacheKey.key);
    return known?.generation === generation ? known : this.#fromShared(ctx, cacheKey, generation);
  }

  #inMemory({ key, scope }: CacheKey, now: number): Stored | null {
    const generation = this.#generation.trusted(scope, now);
    if (generation === null) return null;
    const stored = this.#memory.get(key);
    return stored?.generation === generation ? stored : null;
  }

  async #fromShared(ctx: RequestCtx, cacheKey: CacheKey, generation: string): Promise<Stored | null> {
    const found = await readShared(ctx.settings.BASE_URL, cacheKey, generation);
    if (found === null) return null;
    const stored = this.#pack(ctx, cacheKey, generation, found.body, found.etag);
    this.#memory.set(cacheKey.key, stored);
    return stored;
  }

  #pack(ctx: RequestCtx, cacheKey: CacheKey, generation: string, body: Uint8Array<ArrayBuffer>, etag: string): Stored {
    const headers = storedHeaders(etag, cacheKey, policyHeader(ctx.settings, this.limit.kind));
    return { body, etag, ...headers, generation, isRedirect: cacheKey.isRedirect };
  }

  #keepFresh(now: number, db: () => Db, defer: RequestCtx['defer']): void {
    if (this.#generation.isDue(now)) defer(this.#generation.refresh(() => this.#readGenerations(db()), now));
  }

  #remember(sent: string, cacheKey: CacheKey): void {
    if (sent.length <= maxCacheKeyLength) this.#cacheKeys.set(sent, cacheKey);
  }
}

/** A read that other requests wait for. It holds plain data: in workerd a request must not await a promise of another one. */
interface Reading {
  readonly startedAt: number;
  isOver: boolean;
  /** Null when the read failed: each waiting request then reads for itself. */
  stored: Stored | null;
}

const pollMs = 4;
/** Longer than any call to Postgres. */
const maxPolls = 2_500;

async function outcomeOf(reading: Reading): Promise<Stored | null> {
  for (let polls = 0; !reading.isOver && polls < maxPolls; polls++)
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  return reading.stored;
}

const encoder = new TextEncoder();

const bytesOf = ({ body }: Version): Uint8Array<ArrayBuffer> =>
  body instanceof Uint8Array ? body : encoder.encode(body ?? '');

const describedBy = (cacheKey: CacheKey, { contentType, headers }: Version): CacheKey => ({
  ...cacheKey,
  ...(contentType !== undefined && { contentType }),
  ...(headers !== undefined && { headers: { ...cacheKey.headers, ...headers } }),
});

const asSent = (request: Request): string => request.url.slice(request.url.indexOf('/', 8));
