import { expect, vi } from 'vitest';
import type { Client } from '../client.ts';
import { clientOf } from '../client.ts';
import { controlOf } from '../stack/control.ts';
import { pollTimeout } from '../stack/poll-timeout.ts';
import { startStack } from '../stack/stack.ts';
import { created, type Market, marketOf } from './market.ts';
import { type Call, type Receiver, startReceiver } from './receiver.ts';

export interface Owner {
  readonly id: number;
  readonly api: Client;
}

export interface Endpoint {
  readonly id: number;
  readonly path: string;
  readonly secret: string;
  readonly owner: Owner;
}

let made = 0;

/** A stack for one test file, with a trusted receiver. */
export async function startHooks(vars: Record<string, string> = {}) {
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const receiver = await startReceiver(now);
  const gone = await startReceiver();
  await gone.stop();
  const trusted = `${receiver.origin} ${gone.origin}`;
  // A hanging call ends only when its test ends it.
  const stack = await startStack({ vars: { WEBHOOK_TRUSTED_ORIGINS: trusted, WEBHOOK_TIMEOUT_MS: '25000', ...vars } });
  const market = marketOf(stack);
  const control = controlOf(stack.controlUrl);
  const everyMinute = () => control.run('read-outbox', 'send-due-messages');
  return {
    ...hooksOf({ receiver, market, baseUrl: stack.baseUrl, now }),
    ...{ receiver, stack, market, control, now, later, stop },
    /** A trusted origin without a listener. */
    deadOrigin: gone.origin,
    everyMinute,
    everyMinuteHanging,
  };

  /** The same while the receiver of this endpoint hangs: each call times out as soon as it has begun. */
  async function everyMinuteHanging(path: string) {
    const before = receiver.callsTo(path).length;
    const turn = everyMinute();
    await vi.waitFor(() => expect(receiver.callsTo(path).length).toBeGreaterThan(before), pollTimeout);
    await control.endTimeouts();
    await turn;
  }

  /** Moves the clock, and returns when all work due by then is done. */
  async function later(seconds: number) {
    const to = new Date(now().getTime() + seconds * 1_000);
    await control.moveClock(to);
    aheadMs = to.getTime() - Date.now();
    await control.untilQueuesAreEmpty();
  }

  async function stop() {
    await market.close();
    await stack.stop();
    await receiver.stop();
  }
}

export interface NewEndpoint {
  readonly owner?: Owner;
  readonly kinds?: readonly string[];
  /** By default a unique path of the receiver. */
  readonly url?: string;
}

interface Parts {
  readonly receiver: Receiver;
  readonly market: Market;
  readonly baseUrl: string;
  /** The time of the stack. */
  readonly now: () => Date;
}

/** The actions of endpoint owners, and the state of their deliveries. */
export function hooksOf({ receiver, market, baseUrl, now }: Parts) {
  async function anOwner(): Promise<Owner> {
    const id = await market.aUser(['ADVERTISER']);
    return { id, api: clientOf(baseUrl, await market.aKey(id)) };
  }

  async function anEndpoint({ owner, url, ...body }: NewEndpoint = {}): Promise<Endpoint> {
    const of = owner ?? (await anOwner());
    made += 1;
    const path = `/hooks/${made}?token=receiver-token`;
    const { id, secret } = created(
      await of.api.post('/webhook-endpoints', { url: url ?? receiver.origin + path, ...body }),
    ).body.data;
    return { id, secret, path, owner: of };
  }

  const pathOf = ({ id }: Endpoint) => `/webhook-endpoints/${id}`;
  const seen = async (endpoint: Endpoint) => (await endpoint.owner.api.get(pathOf(endpoint))).body.data;
  const deliveries = async (endpoint: Endpoint, query = '') =>
    (await endpoint.owner.api.get(`${pathOf(endpoint)}/deliveries${query}`)).body.data;
  const act = (endpoint: Endpoint, action: string) => endpoint.owner.api.post(`${pathOf(endpoint)}/${action}`);

  /** Inserts an event message that is due at once. */
  async function aMessage(endpoint: Endpoint, { kind = 'assignment.accepted', attempts = 0 } = {}): Promise<number> {
    const body = JSON.stringify({ type: kind, timestamp: new Date().toISOString(), data: { n: 1 } });
    const { id } = await market.one(
      `insert into messages (channel, recipient_id, endpoint_id, kind, body, attempts, due_at, created_at)
       values ('WEBHOOK', $1, $2, $3, $4, $5, now() - interval '1 minute', now()) returning id`,
      [endpoint.owner.id, endpoint.id, kind, body, attempts],
    );
    return Number(id);
  }

  const message = (id: number) => market.one('select * from messages where id = $1', [id]);
  /** Call it just before sending. The result says whether an attempt is due so many seconds after the send. */
  function sentFromNow() {
    const startedAt = now().getTime();
    return (dueAt: Date, min: number, max: number): void => {
      expect(dueAt.getTime()).toBeGreaterThanOrEqual(startedAt + min * 1_000);
      expect(dueAt.getTime()).toBeLessThanOrEqual(now().getTime() + max * 1_000);
    };
  }
  /** Makes the message due and ends the backoff of its endpoint. */
  async function fallsDue(id: number): Promise<void> {
    await market.pool.query(
      'update webhook_endpoints set backoff_until = null where id = (select endpoint_id from messages where id = $1)',
      [id],
    );
    const due = `update messages set due_at = now() - interval '1 minute' where id = $1 and status = 'PENDING'`;
    await market.pool.query(due, [id]);
  }
  const untilCalled = (path: string, times = 1): Promise<readonly Call[]> =>
    vi.waitFor(() => {
      expect(receiver.callsTo(path).length).toBeGreaterThanOrEqual(times);
      return receiver.callsTo(path);
    }, pollTimeout);
  /** The stored message after this number of attempts. */
  const untilRecorded = (id: number, attempts = 1) =>
    vi.waitFor(async () => {
      const recorded = await message(id);
      expect(recorded.attempts).toBeGreaterThanOrEqual(attempts);
      expect(recorded.last_status !== null || recorded.last_error !== null || recorded.ended_at !== null).toBe(true);
      return recorded;
    }, pollTimeout);
  return {
    ...{
      anOwner,
      anEndpoint,
      pathOf,
      seen,
      deliveries,
      act,
      aMessage,
      message,
      fallsDue,
      untilCalled,
      untilRecorded,
      sentFromNow,
    },
  };
}

export type Hooks = Awaited<ReturnType<typeof startHooks>>;
