import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Market } from '../../../support/market/market.ts';
import { messagesOf } from '../../../support/market/messages.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let messages: ReturnType<typeof messagesOf>;
ownMarket(async (own) => {
  ({ stack, market } = own);
  messages = messagesOf(market, stack);
});

const aUser = () => market.aUser(['CREATOR']);
const mailCount = async () => (await messages.control.counts()).mail;

test('cron sends a message that the queue lost, and three concurrent runs send it once', async () => {
  const userId = await aUser();
  const id = await messages.aMail(userId);
  const before = await mailCount();
  await Promise.all([messages.look(), messages.look(), messages.look()]);
  expect(await messages.stateOf(id)).toMatchObject({
    status: 'DELIVERED',
    attempts: 1,
    lastStatus: 200,
    lastError: null,
  });
  const later = await messages.aMail(userId, { subject: 'Later' });
  await messages.look();
  expect(await messages.stateOf(later)).toMatchObject({ status: 'DELIVERED' });
  expect((await messages.mailsTo(userId)).map(({ subject }) => subject)).toEqual(['A subject', 'Later']);
  expect((await mailCount()) - before).toBe(2);
});

test('a message waits while the email provider is down, and arrives once soon after', async () => {
  const userId = await aUser();
  const id = await messages.aMail(userId);
  await messages.control.mail('refuse');
  await messages.look();
  expect(await messages.stateOf(id)).toMatchObject({ status: 'PENDING', attempts: 1, lastStatus: null });
  await messages.control.mail('up');
  // The queue redelivers it after five seconds, without cron.
  await messages.later(6);
  expect(await messages.stateOf(id)).toMatchObject({
    status: 'DELIVERED',
    attempts: 2,
    lastStatus: 200,
    lastError: null,
  });
  expect(await messages.mailsTo(userId)).toHaveLength(1);
});

test('three concurrent requests to send a message send it once, under one lease', async () => {
  await messages.control.mail('hang');
  const id = await messages.aMail(await aUser());
  const before = await mailCount();
  const requested = { kind: 'send-message', messageId: id, channel: 'MAIL' };
  const deliveries = Promise.all([1, 2, 3].map(() => messages.control.deliver([requested])));
  const done = () =>
    readFileSync(stack.logFile, 'utf8')
      .split('\n')
      .filter((line) => isDone(line, id)).length;
  // Two runs find it leased; the third one waits for the provider.
  await expect.poll(done).toBe(2);
  await expect.poll(mailCount).toBe(before + 1);
  await messages.control.endTimeouts();
  await deliveries;
  expect(done()).toBe(3);
  expect(await messages.stateOf(id)).toMatchObject({ status: 'PENDING', attempts: 1, lastStatus: null });
  expect((await mailCount()) - before).toBe(1);
  await messages.control.mail('up');
  await messages.later(6);
  expect(await messages.stateOf(id)).toMatchObject({ status: 'DELIVERED', attempts: 2 });
});

const isDone = (line: string, messageId: number) =>
  line.includes('"job.done"') && line.includes(`"messageId":${messageId},`);

test('a message whose sender died is sent again after its lease, and one key makes it one email', async () => {
  const userId = await aUser();
  const id = await messages.aMail(userId);
  await messages.look();
  expect(await messages.stateOf(id)).toMatchObject({ status: 'DELIVERED' });
  // The state of the database when the sender dies between sending the email and recording it.
  const leaseEnds = new Date((await messages.control.now()).getTime() + 60_000);
  await market.pool.query(
    `update messages set status = 'PENDING', ended_at = null, last_status = null, due_at = $2 where id = $1`,
    [id, leaseEnds],
  );
  const before = await mailCount();
  const other = await messages.aMail(userId, { subject: 'Another' });
  await messages.look();
  expect(await messages.stateOf(other)).toMatchObject({ status: 'DELIVERED' });
  expect(await messages.stateOf(id)).toMatchObject({ status: 'PENDING', attempts: 1 });
  expect((await mailCount()) - before).toBe(1);
  await messages.later(90);
  await messages.look();
  expect(await messages.stateOf(id)).toMatchObject({ status: 'DELIVERED', attempts: 2 });
  expect((await mailCount()) - before).toBe(2);
  expect((await messages.mailsTo(userId)).map(({ subject }) => subject)).toEqual(['A subject', 'Another']);
});

test('the tenth attempt is the last', async () => {
  const id = await messages.aMail(await aUser());
  await messages.control.mail('refuse');
  await market.pool.query('update messages set attempts = 8 where id = $1', [id]);
  await messages.look();
  expect(await messages.stateOf(id)).toMatchObject({ status: 'PENDING', attempts: 9 });
  const { hours } = await market.one(
    'select extract(epoch from due_at - $2) / 3600 as hours from messages where id = $1',
    [id, await messages.control.now()],
  );
  expect(Number(hours)).toBeGreaterThan(23.9);
  expect(Number(hours)).toBeLessThan(26.5);
  await messages.later(26.5 * 3_600);
  await messages.look();
  expect(await messages.stateOf(id)).toMatchObject({ status: 'FAILED', attempts: 10 });
  await messages.control.mail('up');
});

test('a user who was suspended meanwhile or has no address gets no email', async () => {
  const suspended = await aUser();
  const nameless = await aUser();
  const ids = [await messages.aMail(suspended), await messages.aMail(nameless)] as const;
  await market.pool.query(`update users set suspended_at = now() where id = $1`, [suspended]);
  await market.pool.query(`update users set email = id || '@external.invalid', external_subject = id where id = $1`, [
    nameless,
  ]);
  await messages.look();
  expect(await messages.stateOf(ids[0])).toMatchObject({ status: 'CANCELLED', attempts: 1 });
  expect(await messages.stateOf(ids[1])).toMatchObject({ status: 'FAILED', attempts: 1 });
  expect([...(await messages.mailsTo(suspended)), ...(await messages.mailsTo(nameless))]).toEqual([]);
});

test('a message whose sender dies each time fails after ten attempts', async () => {
  const userId = await aUser();
  const id = await messages.aMail(userId);
  await market.pool.query('update messages set attempts = 10 where id = $1', [id]);
  await messages.look();
  expect(await messages.stateOf(id)).toMatchObject({
    status: 'FAILED',
    attempts: 10,
    lastError: 'the results of the attempts are unknown',
  });
  expect(await messages.mailsTo(userId)).toEqual([]);
});
