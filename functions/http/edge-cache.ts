import { type Db, openDb } from '../../db/client.ts';
import { Refusal } from '../../schema/errors.ts';
import type { GuestCtx } from '../context.ts';
import { type Bindings, settingsOf } from '../env.ts';
import { ByteCache, type Stored } from './byte-cache.ts';
import { blockedGuest, countAfter } from './count-hits.ts';
import { edgeAnswer, storedHeaders } from './edge-answer.ts';
import { Generation, generationOf, type Scope } from './generation.ts';
import { policyHeader } from './rate-limit.ts';
import { requestIdOf } from './request-context.ts';
import { keepShared, readShared } from './shared-cache.ts';

/** What a guest read answers with. */
export interface Version {
  /** The counters of the generation, from the very statement that read the body; none for what never changes. */
  readonly generations: string;
  readonly etag: string;
  /** Null when the caller has this version already. */
  readonly body: string | null;
}

/** One question to the cache: nothing outside the contract reaches its key. */
export interface Question {
  readonly key: string;
  readonly scope: Scope;
  readonly contentType: string;
}

interface Execution {
  waitUntil(work: Promise<unknown>): void;
}

/** Reads the answer; of a known version at most that it still holds. */
export type Read = (known: Stored | null) => Promise<Version>;

const capacityBytes = 16 * 1024 * 1024;
const mostQuestions = 4_096;
const longestQuestion = 1_024;
const patienceMs = 1_500;

/** Guest answers of this isolate, with the Cache API behind them; both under the question and the generation. */
export class EdgeCache {
  readonly #memory = new ByteCache(capacityBytes);
  readonly #generation = new Generation();
  /** Path and query as they were sent -> the question they mean. */
  readonly #questions = new Map<string, Question>();
  readonly #reading = new Map<string, { stored: Promise<Stored>; startedAt: number }>();
  readonly #readGenerations: (db: Db) => Promise<string>;

  constructor(readGenerations: (db: Db) => Promise<string>) {
    this.#readGenerations = readGenerations;
  }

  /** The answer when it is here and sure to be true: no route, no parsing, no Postgres and no Redis. */
  hit(request: Request, bindings: Bindings, execution: Execution): Response | null {
    if (request.method !== 'GET') return null;
    const question = this.#questions.get(asSent(request));
    if (question === undefined) return null;
    const now = Date.now();
    const stored = this.#inMemory(question, now);
    const address = request.headers.get('cf-connecting-ip') ?? 'unknown';
    if (stored === null || blockedGuest(address, now) !== null) return null;
    const settings = settingsOf(bindings);
    const defer = (work: Promise<unknown>) => execution.waitUntil(work);
    this.#keepFresh(now, () => openDb(settings), defer);
    countAfter(address, settings, defer);
    const answer = edgeAnswer(request, stored);
    answer.headers.set('x-request-id', requestIdOf(request));
    return answer;
  }

  /** The answer out of this isolate or of this place, or null: it must be read. */
  async find(ctx: GuestCtx, request: Request, question: Question): Promise<Stored | null> {
    this.#remember(asSent(request), question);
    const now = ctx.now().getTime();
    const here = this.#inMemory(question, now);
    if (here !== null) {
      this.#keepFresh(now, () => ctx.db, ctx.defer);
      return here;
    }
    const generation = this.#generation.trusted(question.scope, now);
    return generation === null ? null : this.#fromShared(ctx, question, generation);
  }

  /** The answer from Postgres, read once however many ask for it at the same time. */
  read(ctx: GuestCtx, question: Question, read: Read): Promise<Stored> {
    const now = ctx.now().getTime();
    const running = this.#reading.get(question.key);
    // An older read may have seen what has been revoked more than a second ago.
    if (running !== undefined && now - running.startedAt < 1_000) return running.stored;
    const stored = this.#load(ctx, question, read).finally(() => {
      if (this.#reading.get(question.key)?.stored === stored) this.#reading.delete(question.key);
    });
    this.#reading.set(question.key, { stored, startedAt: now });
    // Others may wait for it after this request's caller has gone.
    ctx.defer(stored.catch(() => {}));
    return stored;
  }

  async #load(ctx: GuestCtx, question: Question, read: Read): Promise<Stored> {
    const now = ctx.now().getTime();
    const known = this.#memory.get(question.key) ?? null;
    try {
      const version = await patiently(read(known), known !== null);
      if (question.scope !== 'static') this.#generation.learn(version.generations, now);
      const generation = generationOf(version.generations, question.scope);
      const stored =
        version.body === null && known !== null
          ? { ...known, generation }
          : this.#pack(ctx, question, generation, encoder.encode(version.body ?? ''), version.etag);
      this.#memory.set(question.key, stored);
      ctx.defer(keepShared(ctx.settings.BASE_URL, question, stored));
      return stored;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'SERVICE_UNAVAILABLE') throw error;
      const standing = await this.#lastKnown(ctx, question);
      if (standing === null) throw error;
      return standing;
    }
  }

  /** Postgres is down, so nothing can change: the last generation stands. */
  async #lastKnown(ctx: GuestCtx, question: Question): Promise<Stored | null> {
    const now = ctx.now().getTime();
    this.#generation.stand(Math.max(now, Date.now()));
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

  async #fromShared(ctx: GuestCtx, question: Question, generation: string): Promise<Stored | null> {
    const found = await readShared(ctx.settings.BASE_URL, question, generation);
    if (found === null) return null;
    const stored = this.#pack(ctx, question, generation, found.body, found.etag);
    this.#memory.set(question.key, stored);
    return stored;
  }

  #pack(ctx: GuestCtx, question: Question, generation: string, body: Uint8Array<ArrayBuffer>, etag: string): Stored {
    const headers = storedHeaders(etag, question.contentType, policyHeader(ctx.settings, 'guest'));
    return { body, etag, headers, generation };
  }

  #keepFresh(now: number, db: () => Db, defer: GuestCtx['defer']): void {
    if (this.#generation.isDue(now)) defer(this.#generation.refresh(() => this.#readGenerations(db()), now));
  }

  #remember(sent: string, question: Question): void {
    if (sent.length > longestQuestion) return;
    if (this.#questions.size >= mostQuestions) this.#questions.clear();
    this.#questions.set(sent, question);
  }
}

const encoder = new TextEncoder();

const asSent = (request: Request): string => request.url.slice(request.url.indexOf('/', 8));

/** Who has something to stand on does not wait for a database that hangs. */
function patiently<T>(work: Promise<T>, isStanding: boolean): Promise<T> {
  if (!isStanding) return work;
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Refusal('SERVICE_UNAVAILABLE')), patienceMs);
  });
  return Promise.race([work, timeout]);
}
