import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportVisit, type Visit } from '../../../functions/campaigns/tracking-links/report-visit.ts';
import type { Bindings } from '../../../functions/env.ts';
import { botAgents, browserAgents } from '../../support/user-agents.ts';

const [browser = ''] = browserAgents;
const [bot = ''] = botAgents;
const poster = { linkId: 1, salt: '11'.repeat(32) };
const bio = { linkId: 2, salt: '22'.repeat(32) };
const at = new Date('2026-11-24T17:15:00.000Z');
const visit: Visit = { target: poster, at, address: '203.0.113.7', userAgent: browser };

interface Click {
  readonly kind: string;
  readonly linkId: number;
  readonly at: string;
  readonly visitor: string;
}

/** A queue that keeps its batches, and fails for those that `refuses` selects. */
function aQueue(refuses: (batch: number) => boolean = () => false) {
  const batches: Click[][] = [];
  let tried = 0;
  const sendBatch = async (messages: { body: unknown }[]) => {
    tried += 1;
    if (refuses(tried)) throw new Error('the queue is away');
    batches.push(messages.map(({ body }) => body as Click));
  };
  const deferred: Promise<unknown>[] = [];
  const bindings: Bindings = { CLICKS: { sendBatch } };
  return {
    batches,
    report: (given: Visit) => reportVisit(given, bindings, (work) => deferred.push(work)),
    async settle() {
      await vi.advanceTimersByTimeAsync(200);
      vi.useRealTimers();
      await Promise.all(deferred);
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a message has only the link, the time and two digests: of the visitor, and of the address', async () => {
  const queue = aQueue();
  queue.report(visit);
  await queue.settle();
  const key = await crypto.subtle.importKey(
    'raw',
    Buffer.from(poster.salt, 'hex'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const digestOf = async (text: string) =>
    Buffer.from(await crypto.subtle.sign('HMAC', key, Buffer.from(text))).toString('base64url');
  const digests = { visitor: await digestOf(`203.0.113.7\n${browser}`), network: await digestOf('203.0.113.7') };
  expect(queue.batches).toEqual([[{ kind: 'count-click', linkId: 1, at: at.toISOString(), ...digests }]]);
});

test('a visitor has one digest at a link, and another one at each other link', async () => {
  const queue = aQueue();
  for (const target of [poster, poster, bio]) queue.report({ ...visit, target });
  await queue.settle();
  const [first, second, other] = queue.batches.flat().map(({ visitor }) => visitor);
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

test('visits at the same time are sent together, and those of bots are not sent', async () => {
  const queue = aQueue();
  for (let n = 0; n < 250; n += 1) {
    queue.report({ ...visit, address: `198.51.100.${n}` });
    queue.report({ ...visit, userAgent: bot });
  }
  await queue.settle();
  expect(queue.batches.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(new Set(queue.batches.flat().map(({ visitor }) => visitor)).size).toBe(250);
});

test('a batch that the queue refuses is not sent again, and the others are sent', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const queue = aQueue((batch) => batch === 1);
  for (let n = 0; n < 150; n += 1) queue.report(visit);
  await queue.settle();
  expect(queue.batches.map(({ length }) => length)).toEqual([50]);
  expect(JSON.stringify(logged.mock.calls)).toContain('clicks.not-queued');
  logged.mockRestore();
});

test('visits are sent by a later request when the request that gathers them has died', async () => {
  const queue = aQueue();
  queue.report(visit);
  vi.clearAllTimers();
  vi.setSystemTime(Date.now() + 1_000);
  queue.report(visit);
  vi.setSystemTime(Date.now() + 1_000);
  queue.report(visit);
  await vi.advanceTimersByTimeAsync(200);
  vi.useRealTimers();
  await vi.waitFor(() => expect(queue.batches.flat()).toHaveLength(3));
});
