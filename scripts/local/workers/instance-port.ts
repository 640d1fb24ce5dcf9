import type { StackTime } from '../clock.ts';
import { exchange } from '../exchange.ts';
import type { QueueMessage } from '../queues.ts';

/** Sends control commands to an instance of the edge functions (see inside/wrapped.ts). */
export class InstancePort {
  readonly url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.url = url;
    this.#token = token;
  }

  /** An instance that does not respond in time is down or being rebuilt. It reads the time when it starts. */
  setClock = (time: StackTime): Promise<unknown> => this.#send('clock', time, AbortSignal.timeout(2_000));

  /** For an instance with one Worker. */
  readSettings = (): Promise<unknown> => this.#send('settings', {});

  untilNothingIsDeferred = (): Promise<unknown> => this.#send('deferred', {});

  endTimeouts = (maxMs?: number): Promise<unknown> => this.#send('end-timeouts', { maxMs });

  runCron = (cron: string): Promise<unknown> => this.#send('scheduled', { cron });

  /** Returns the ids of the messages to retry. */
  consume = async (queue: string, messages: readonly QueueMessage[]): Promise<readonly string[]> => {
    const { retried } = await this.#send('queue', { queue, messages });
    return Array.isArray(retried) ? retried : [];
  };

  async #send(command: string, given: object, signal?: AbortSignal): Promise<Record<string, unknown>> {
    const { status, bytes } = await exchange(`${this.url}/.local/${command}`, {
      method: 'POST',
      headers: { authorization: this.#token },
      body: JSON.stringify(given),
      signal,
    });
    const text = bytes.toString('utf8');
    if (status !== 200) throw new Error(`the instance answered ${status} to ${command}: ${text}`);
    const reply: unknown = JSON.parse(text);
    return typeof reply === 'object' && reply !== null ? { ...reply } : {};
  }
}
