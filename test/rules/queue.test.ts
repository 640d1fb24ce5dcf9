import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type QueueName, queueNames } from '../../functions/env.ts';
import { attemptsIn, openQueue, queueOf } from '../../functions/platform/queue.ts';
import type { Job } from '../../schema/shared/jobs.ts';

const queues: Readonly<Record<QueueName, readonly Job[]>> = {
  JOBS: [
    ...([
      { kind: 'sweep-idempotency-keys' },
      { kind: 'sweep-identity' },
      { kind: 'sweep-connections' },
      { kind: 'take-due-connections' },
      { kind: 'take-due-platform-work' },
      { kind: 'sweep-stats-sessions' },
      { kind: 'sweep-uploads' },
    ] as const),
    ...([{ kind: 'expire-unaccepted' }, { kind: 'approve-unanswered' }, { kind: 'record-deadline-events' }] as const),
    ...([
      { kind: 'cancel-old-drafts' },
      { kind: 'sweep-quotes' },
      { kind: 'read-outbox' },
      { kind: 'send-due-messages' },
    ] as const),
    { kind: 'sweep-messages' },
    { kind: 'follow-renames', afterId: 0 },
    { kind: 'rebuild-catalog' },
    { kind: 'summarize-analytics' },
  ],
  PLATFORMS: [
    ...(['measure-posts', 'measure-channels', 'read-audiences', 'refresh-pictures'] as const).map((kind) => ({
      ...{ kind, platform: 'YOUTUBE' as const, accountId: null, leaseEnd: '2026-11-24T17:15:00.000Z', ids: [1] },
    })),
    { kind: 'check-ownership' },
    { kind: 'check-accounts' },
    { kind: 'renew-connections', leaseEnd: '2026-11-24T17:15:00.000Z', ids: [1] },
  ],
  MESSAGES: [{ kind: 'send-message', messageId: 7, channel: 'WEBHOOK' }],
  MAILS: [{ kind: 'send-message', messageId: 8, channel: 'MAIL' }],
  CLICKS: [{ kind: 'count-click', linkId: 9, at: '2026-11-24T17:15:00.000Z', visitor: 'digest' }],
};

test('calls, emails, platform requests and clicks each have their own queue', async () => {
  const sent: [QueueName, unknown][] = [];
  const bindings = Object.fromEntries(
    queueNames.map((name) => [
      name,
      { sendBatch: async (messages: { body: unknown }[]) => sent.push(...named(name, messages)) },
    ]),
  );
  await openQueue(bindings)(Object.values(queues).flat());
  for (const name of queueNames) {
    for (const job of queues[name]) expect([job, queueOf(job)]).toEqual([job, name]);
    expect(sent.filter(([to]) => to === name).map(([, body]) => body)).toEqual(queues[name]);
  }
});

test('a job for a queue that the edge function has no binding of fails, and is not lost silently', async () => {
  const sendBatch = async () => undefined;
  const enqueue = openQueue({ JOBS: { sendBatch } });
  await expect(enqueue(queues.JOBS)).resolves.toBeUndefined();
  await expect(enqueue(queues.MESSAGES)).rejects.toThrow('The binding MESSAGES is missing');
});

const named = (name: QueueName, messages: readonly { body: unknown }[]) =>
  messages.map(({ body }): [QueueName, unknown] => [name, body]);

test('each environment has all queues, each with a producer and a consumer', () => {
  const toml = readFileSync(new URL('../../wrangler.toml', import.meta.url), 'utf8');
  for (const name of queueNames)
    for (const suffix of ['', '-staging', '-production']) {
      const queue = `castline-${name.toLowerCase()}${suffix}`;
      expect(toml.match(new RegExp(`binding = "${name}",?\\s+queue = "${queue}"`, 'g')), queue).toHaveLength(1);
      expect(toml.match(new RegExp(`queue = "${queue}",?\\s+max_batch_size`, 'g')), queue).toHaveLength(1);
    }
});

test('a dead letter names the number of attempts that wrangler.toml allows', () => {
  const toml = readFileSync(new URL('../../wrangler.toml', import.meta.url), 'utf8');
  for (const name of queueNames) {
    const consumers = new RegExp(
      `queue = "castline-${name.toLowerCase()}(?:-staging|-production)?",?\\s+max_batch_size[^\\[}]*max_retries = (\\d+)`,
      'g',
    );
    const retries = [...toml.matchAll(consumers)].map(([, count]) => Number(count));
    expect(retries).toEqual([1, 1, 1].map((first) => attemptsIn(name) - first));
  }
});
