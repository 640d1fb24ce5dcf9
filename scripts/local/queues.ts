import { randomUUID } from 'node:crypto';
import type { LocalClock } from './clock.ts';

/** A queue as `[[queues.consumers]]` of wrangler.toml describes it. */
export interface QueueConfig {
  readonly name: string;
  readonly maxBatchSize: number;
  readonly maxRetries: number;
  readonly retryDelaySeconds: number;
  readonly deadLetterQueue: string | undefined;
}

export interface QueueMessage {
  readonly id: string;
  readonly timestamp: number;
  /** From 1. */
  readonly attempts: number;
  readonly body: unknown;
}

/** The ids of the messages to retry. */
export type Consume = (queue: string, messages: readonly QueueMessage[]) => Promise<readonly string[]>;

interface Waiting extends QueueMessage {
  /** In milliseconds of the stack's clock. */
  readonly dueAt: number;
}

/**
 * Cloudflare Queues in one process, with batches, delayed retries and dead letters. A delay ends by the clock of the
 * stack, a batch does not wait to become full, and each queue delivers one batch at a time. Messages are lost when it
 * stops.
 */
export class LocalQueues {
  readonly #configs: ReadonlyMap<string, QueueConfig>;
  readonly #clock: LocalClock;
  readonly #consume: Consume;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #busy = new Set<string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #forgetMoves: () => void;
  #watchers: (() => void)[] = [];
  #isStopped = false;
  #isHeld = false;

  constructor(configs: readonly QueueConfig[], clock: LocalClock, consume: Consume) {
    this.#configs = new Map(configs.map((config) => [config.name, config]));
    this.#clock = clock;
    this.#consume = consume;
    this.#forgetMoves = clock.onMove(() => {
      for (const name of this.#waiting.keys()) this.#dispatch(name);
    });
  }

  send(queue: string, bodies: readonly unknown[], delaySeconds = 0): void {
    if (!this.#configs.has(queue)) throw new Error(`wrangler.toml has no consumer of a queue ${queue}`);
    const timestamp = this.#clock.now().getTime();
    const dueAt = timestamp + delaySeconds * 1_000;
    if (Number.isNaN(dueAt)) throw new Error('a delay is a number of seconds');
    this.#add(
      queue,
      bodies.map((body) => ({ id: randomUUID(), timestamp, attempts: 1, body, dueAt })),
    );
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Held queues accept messages and deliver none. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    for (const name of this.#waiting.keys()) this.#dispatch(name);
  }

  /** Forgets all messages, and delivers those that arrive from now on. */
  clear(): void {
    for (const name of this.#waiting.keys()) this.#waiting.set(name, []);
    this.hold(false);
  }

  /** Resolves once no queue has a message that is due or being consumed. */
  whenEmpty(): Promise<void> {
    if (this.#isEmpty()) return Promise.resolve();
    return new Promise((resolve) => this.#watchers.push(resolve));
  }

  stop(): void {
    this.#isStopped = true;
    this.#forgetMoves();
    for (const watcher of this.#watchers.splice(0)) watcher();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #add(queue: string, messages: readonly Waiting[]): void {
    const waiting = this.#waiting.get(queue);
    // A copy for each message would take a second of CPU for 10,000 of them.
    if (waiting === undefined) this.#waiting.set(queue, [...messages]);
    else waiting.push(...messages);
    this.#dispatch(queue);
  }

  /** Delivers due messages, one batch at a time, and sets an alarm for the others. */
  #dispatch(queue: string): void {
    if (this.#isStopped || this.#isHeld || this.#busy.has(queue)) return;
    const waiting = this.#waiting.get(queue) ?? [];
    const now = this.#clock.now().getTime();
    const due = waiting.filter(({ dueAt }) => dueAt <= now).slice(0, this.#configs.get(queue)?.maxBatchSize);
    if (due.length > 0) {
      this.#waiting.set(
        queue,
        waiting.filter((message) => !due.includes(message)),
      );
      this.#busy.add(queue);
      void this.#deliver(queue, due);
      return;
    }
    clearTimeout(this.#timers.get(queue));
    if (waiting.length > 0) {
      const nextMs = Math.min(...waiting.map(({ dueAt }) => dueAt)) - now;
      this.#timers.set(queue, setTimeout(() => this.#dispatch(queue), Math.min(nextMs, longestTimerMs)).unref());
    }
    if (this.#isEmpty()) for (const watcher of this.#watchers.splice(0)) watcher();
  }

  async #deliver(queue: string, batch: readonly Waiting[]): Promise<void> {
    const all = batch.map(({ id }) => id);
    const again = new Set(await this.#consume(queue, batch).catch(() => all));
    this.#busy.delete(queue);
    for (const message of batch) if (again.has(message.id)) this.#retry(queue, message);
    this.#dispatch(queue);
  }

  #retry(queue: string, message: Waiting): void {
    const { maxRetries = 0, retryDelaySeconds = 0, deadLetterQueue } = this.#configs.get(queue) ?? {};
    const now = this.#clock.now().getTime();
    if (message.attempts <= maxRetries)
      this.#add(queue, [{ ...message, attempts: message.attempts + 1, dueAt: now + retryDelaySeconds * 1_000 }]);
    else if (deadLetterQueue !== undefined) this.#add(deadLetterQueue, [{ ...message, attempts: 1, dueAt: now }]);
  }

  #isEmpty(): boolean {
    const now = this.#clock.now().getTime();
    return this.#busy.size === 0 && [...this.#waiting.values()].every((all) => all.every(({ dueAt }) => dueAt > now));
  }
}

// The limit of setTimeout: a longer timer would fire at once.
const longestTimerMs = 2 ** 31 - 1;
