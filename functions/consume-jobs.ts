import { openDb } from '../db/client.ts';
import { causeOf } from '../db/failures.ts';
import { type Job, job } from '../schema/shared/jobs.ts';
import type { JobCtx, JobResult } from './context.ts';
import type { Bindings } from './env.ts';
import { log } from './log.ts';
import { type Enqueue, openQueue } from './platform/queue.ts';
import { type CountedJob, countedKinds, crons, type Sent } from './schedule.ts';
import { settingsReader } from './settings/index.ts';

export interface Message {
  readonly id: string;
  readonly body: unknown;
  readonly attempts: number;
  ack(): void;
  retry(): void;
}

export interface Batch {
  readonly queue: string;
  readonly messages: readonly Message[];
}

type OtherJob = Exclude<Job, CountedJob>;

const settingsOf = settingsReader('jobs');
const verbs = () => import('./job-verbs.ts');

/** Enqueues the jobs of a cron trigger. The queue's consumer runs them, one message at a time. */
export async function enqueueDue(cron: string, bindings: Bindings): Promise<void> {
  const due = crons[cron];
  if (!due) throw new Error(`no jobs are known for the cron expression ${cron}`);
  await openQueue(bindings)(due);
}

/** Acknowledges each message by itself. A failed one is retried and ends in the dead-letter queue, whose messages are stored. */
export async function consume(batch: Batch, bindings: Bindings): Promise<void> {
  const enqueue = openQueue(bindings);
  if (batch.queue.endsWith('-dead')) return consumeDead(batch.messages, bindings, enqueue);
  const counted: [Message, CountedJob][] = [];
  const others: [Message, OtherJob][] = [];
  for (const message of batch.messages) {
    const { data, error } = job().safeParse(message.body);
    if (data === undefined) retry(message, error);
    else if (isCounted(data)) counted.push([message, data]);
    else others.push([message, data]);
  }
  for (const kind of countedKinds) {
    const ofKind = counted.filter(([, { kind: own }]) => own === kind);
    if (ofKind.length > 0) await countTogether(kind, ofKind, bindings, enqueue);
  }
  for (const [message, parsed] of others) {
    try {
      const result = await run(bindings, enqueue, async (ctx) => (await verbOf(parsed))(ctx, parsed));
      if (result.isMore) await enqueue([parsed]);
      message.ack();
      logMessage('info', 'job.done', message, result);
    } catch (error) {
      retry(message, error);
    }
  }
}

function retry(message: Message, error: unknown): void {
  logMessage('error', 'job.failed', message, causeOf(error));
  message.retry();
}

/** Stores the dead messages of a batch, or retries all of them. */
async function consumeDead(messages: readonly Message[], bindings: Bindings, enqueue: Enqueue): Promise<void> {
  for (const message of messages) logMessage('error', 'job.dead', message, {});
  try {
    await run(bindings, enqueue, async (ctx) => (await verbs()).keepDead(ctx, messages));
    for (const message of messages) message.ack();
  } catch (error) {
    log('error', 'job.dead-not-stored', { messages: messages.length, ...causeOf(error) });
    for (const message of messages) message.retry();
  }
}

const isCounted = (parsed: Job): parsed is CountedJob => countedKinds.some((kind) => kind === parsed.kind);

/** Counts the messages of a kind together, or retries all of them. */
async function countTogether(
  kind: CountedJob['kind'],
  counted: readonly (readonly [Message, CountedJob])[],
  bindings: Bindings,
  enqueue: Enqueue,
): Promise<void> {
  const line = { messages: counted.length, job: { kind } };
  const sent = counted.map(([{ id }, parsed]) => ({ ...parsed, messageId: id }));
  try {
    const done = await run(bindings, enqueue, async (ctx) => (await counterOf(kind))(ctx, sent));
    for (const [message] of counted) message.ack();
    log('info', 'job.done', { ...line, done });
  } catch (error) {
    log('error', 'job.failed', { ...line, ...causeOf(error) });
    for (const [message] of counted) message.retry();
  }
}

/** Safe: the table maps each kind to the counter of messages of that kind. */
const counterOf = async (kind: CountedJob['kind']) =>
  (await verbs()).countedTogether[kind] as (ctx: JobCtx, sent: readonly Sent<CountedJob>[]) => Promise<number>;

/** A message is acknowledged after the work that its job has deferred. */
async function run<Result>(
  bindings: Bindings,
  enqueue: Enqueue,
  work: (ctx: JobCtx) => Promise<Result>,
): Promise<Result> {
  const settings = settingsOf(bindings);
  const at = new Date();
  const deferred: (Promise<unknown> | null)[] = [];
  const defer = (later: Promise<unknown> | null) => void deferred.push(later);
  try {
    return await work({ db: openDb(settings), settings, now: () => at, enqueue, defer });
  } finally {
    await Promise.all(deferred);
  }
}

/** Safe: the table maps each kind to the verb for jobs of that kind. */
async function verbOf({ kind }: OtherJob): Promise<(ctx: JobCtx, parsed: OtherJob) => Promise<JobResult>> {
  return (await verbs()).jobs[kind] as (ctx: JobCtx, parsed: OtherJob) => Promise<JobResult>;
}

const logMessage = (level: 'info' | 'error', event: string, { id, body, attempts }: Message, more: object) =>
  log(level, event, { message: id, attempts, job: withoutVisitor(body), ...more });

/** The digests of a visitor are logged nowhere. */
const withoutVisitor = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'visitor' in body
    ? { ...body, visitor: undefined, network: undefined }
    : body;
