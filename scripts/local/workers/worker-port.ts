import type { StackTime } from '../clock.ts';
import type { QueueMessage } from '../queues.ts';

/** The control interface of a Worker that runs with inside/local.ts. */
export class WorkerPort {
  readonly url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.url = url;
    this.#token = token;
  }

  /** A Worker that does not answer in time is down or being rebuilt: it reads the time when it starts. */
  setClock = (time: StackTime): Promise<unknown> => this.#order('clock', time, AbortSignal.timeout(2_000));

  untilNothingIsDeferred = (): Promise<unknown> => this.#order('deferred', {});

  giveUp = (mostMs?: number): Promise<unknown> => this.#order('give-up', { mostMs });

  runCron = (cron: string): Promise<unknown> => this.#order('scheduled', { cron });

  /** Returns the ids of the messages to retry. */
  consume = async (queue: string, messages: readonly QueueMessage[]): Promise<readonly string[]> => {
    const { again } = await this.#order('queue', { queue, messages });
    return Array.isArray(again) ? again : [];
  };

  async #order(order: string, body: object, signal: AbortSignal | null = null): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.url}/.local/${order}`, {
      method: 'POST',
      headers: { authorization: this.#token },
      body: JSON.stringify(body),
      signal,
    });
    if (!answer.ok) throw new Error(`the Worker answered ${answer.status} to ${order}: ${await answer.text()}`);
    const told: unknown = await answer.json();
    return typeof told === 'object' && told !== null ? { ...told } : {};
  }
}
