import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { controlOf } from '../stack/control.ts';
import type { StackAddresses } from '../stack/stack.ts';
import type { Market } from './market.ts';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export const everyMinute = '* * * * *';

/** The sent and pending messages of a stack. */
export function messagesOf(market: Market, { mailDir, controlUrl }: Pick<StackAddresses, 'mailDir' | 'controlUrl'>) {
  const control = controlOf(controlUrl);

  const emailOf = async (userId: number): Promise<string> =>
    (await market.one('select email from users where id = $1', [userId])).email;

  /** A pending email, due since `age`. */
  async function aMail(recipientId: number, { age = '1 minute', subject = 'A subject' } = {}): Promise<number> {
    const { id } = await market.one(
      `insert into messages (channel, recipient_id, kind, body, due_at, created_at)
       values ('MAIL', $1, 'test', $2, now() - $3::interval, now()) returning id::int`,
      [recipientId, JSON.stringify({ subject, text: 'A text.' }), age],
    );
    return id;
  }

  const stateOf = (messageId: number) =>
    market.one(
      'select status, attempts, last_status as "lastStatus", last_error as "lastError" from messages where id = $1',
      [messageId],
    );

  const becomes = (messageId: number, expected: object) =>
    expect.poll(() => stateOf(messageId)).toMatchObject(expected);

  /** All emails to this user that the provider accepted, in order. */
  async function mailsTo(userId: number): Promise<ReceivedMail[]> {
    const email = await emailOf(userId);
    const mails: ReceivedMail[] = readdirSync(mailDir)
      .sort()
      .map((file) => JSON.parse(readFileSync(path.join(mailDir, file), 'utf8')));
    return mails.filter(({ to }) => to.includes(email));
  }

  const counted = async (query: string, ids: readonly unknown[] = []): Promise<number> =>
    Number((await market.one(query, [...ids])).count);

  /** Moves the clock of a stack of one test file, and returns when all work due by then is done. */
  async function later(seconds: number): Promise<void> {
    await control.moveOn(seconds * 1_000);
    await control.untilQueuesAreEmpty();
  }

  /** Returns when every committed event is published and every due message was attempted or deferred by a backoff. */
  async function allIsSent(): Promise<void> {
    await control.untilNothingIsDeferred();
    // The relay reads the outbox within one second, without cron.
    await later(1);
    const counts = {
      waiting: await counted(`select count(*) from outbox where delivered_at is null and topic = 'assignment'`),
      untried: await counted(
        `select count(*) from messages m where status = 'PENDING' and attempts = 0
           and not exists (select from webhook_endpoints w where w.id = m.endpoint_id and w.failures > 0)`,
      ),
    };
    expect(counts).toEqual({ waiting: 0, untried: 0 });
  }

  return {
    control,
    later,
    aMail,
    stateOf,
    becomes,
    mailsTo,
    counted,
    allIsSent,
    look: () => control.run('read-outbox', 'send-due-messages'),
  };
}
