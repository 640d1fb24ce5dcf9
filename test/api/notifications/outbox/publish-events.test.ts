import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { assignmentsOf, aVod, type Work } from '../../../support/market/assignments.ts';
import type { Market } from '../../../support/market/market.ts';
import { everyMinute, messagesOf } from '../../../support/market/messages.ts';
import { depth, isFullDepth } from '../../../support/stack/depth.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let assignments: ReturnType<typeof assignmentsOf>;
let messages: ReturnType<typeof messagesOf>;
ownMarket(async (own) => {
  ({ stack, market } = own);
  assignments = assignmentsOf(market, stack.baseUrl);
  messages = messagesOf(market, stack);
});
afterEach(() => market.expectSoundLedger());

const subjects = async (userId: number) => (await messages.mailsTo(userId)).map(({ subject }) => subject);
const suspend = (userId: number) => market.pool.query('update users set suspended_at = now() where id = $1', [userId]);

async function anEndpoint(ownerId: number, kinds: readonly string[] | null = null, changes = {}): Promise<number> {
  const row = { status: 'ENABLED', disabled_at: null, deleted_at: null, ...changes };
  const { id } = await market.one(
    `insert into webhook_endpoints (owner_id, url, kinds, sealed_secret, status, disabled_at, deleted_at, created_at, updated_at)
     values ($1, 'https://hooks.castline.example/', $2, $3, $4, $5, $6, now(), now()) returning id::int`,
    [ownerId, kinds, randomBytes(64), row.status, row.disabled_at, row.deleted_at],
  );
  return id;
}

const callsOf = async (endpointId: number) =>
  (
    await market.pool.query(
      `select kind, recipient_id::int as "recipientId", event_id::int as "eventId", body from messages where endpoint_id = $1 order by id`,
      [endpointId],
    )
  ).rows;

/** Adds this number of events to an assignment, each with its outbox row. */
const moreEvents = ({ id }: Work, count: number) =>
  market.pool.query(
    `with received as (
       insert into assignment_events (assignment_id, seq, kind, actor, at)
       select $1, (select max(seq) from assignment_events where assignment_id = $1) + n, 'assignment.accepted', 'CREATOR', now()
       from generate_series(1, $2) n returning id)
     insert into outbox (topic, payload, created_at)
     select 'assignment', jsonb_build_object('eventId', id, 'kind', 'assignment.accepted', 'assignmentId', $1), now() from received`,
    [id, count],
  );

test('each party gets every email of an order once, within seconds, without cron', async () => {
  const work = await assignments.assignmentIn('CHANGES_REQUESTED', { cents: 12_345 });
  await assignments.must(assignments.act(work, work.creator.api, 'change-proposals'));
  await assignments.must(assignments.act(work, work.creator.api, 'submit'));
  await assignments.must(assignments.act(work, work.advertiser.api, 'approve'));
  await messages.allIsSent();
  const name = `assignment ${work.id}`;
  expect(await subjects(work.advertiser.id)).toEqual(
    expect.arrayContaining([
      `Castline: the creator has accepted ${name}`,
      `Castline: ${name} is submitted`,
      `Castline: a new deadline proposed for ${name}`,
    ]),
  );
  expect((await subjects(work.creator.id)).sort()).toEqual([
    `Castline: ${name} is approved, and you are paid`,
    `Castline: changes requested for ${name}`,
    `Castline: new order for you, ${name}`,
  ]);
  expect(await subjects(work.advertiser.id)).toHaveLength(4);
  const texts = async (userId: number) => (await messages.mailsTo(userId)).map(({ text }) => text).join('\n');
  expect(await texts(work.creator.id)).toContain('111.105 USDT were added to your balance');
  expect(await texts(work.advertiser.id)).not.toContain('USDT');
  for (const userId of [work.creator.id, work.advertiser.id]) {
    const text = await texts(userId);
    expect(text).toContain(`${stack.baseUrl}/cabinet/work/${work.id}`);
    expect(text).not.toMatch(/Show the product|The logo is missing|castline_live|@/);
  }
});

const instances = depth('two', 'three');
// More than one batch.
const eventCount = depth(110, 150);

test(`${instances} overlapping runs on ${instances} instances send every event once`, async () => {
  const work = await assignments.anAssignment();
  await messages.allIsSent();
  const workers = [stack.baseUrl, await messages.control.anotherInstance()];
  if (isFullDepth) workers.push(await messages.control.anotherInstance());
  await messages.control.resetCounts();
  await moreEvents(work, eventCount);
  await Promise.all(workers.map((url) => messages.control.fireCron(everyMinute, url)));
  await messages.allIsSent();
  expect(
    await messages.counted(`select count(*) from messages where recipient_id = $1 and status = 'DELIVERED'`, [
      work.advertiser.id,
    ]),
  ).toBe(eventCount);
  expect(await subjects(work.advertiser.id)).toHaveLength(eventCount);
  expect((await messages.control.counts()).mail).toBe(eventCount);
  expect(
    await messages.counted('select count(*) from messages where recipient_id = $1 and attempts <> 1', [
      work.advertiser.id,
    ]),
  ).toBe(0);
  // No run tried to publish an event of another run: the table would have stopped it with an error.
  expect(readFileSync(stack.logFile, 'utf8')).not.toContain('"job.failed"');
});

test('each enabled endpoint that subscribed to the kind is called once, with only the data of its reader', async () => {
  const work = await assignments.assignmentIn('ACCEPTED');
  await messages.allIsSent();
  const all = await anEndpoint(work.creator.id);
  const some = await anEndpoint(work.advertiser.id, ['assignment.submitted', 'assignment.disputed']);
  const off = await anEndpoint(work.creator.id, null, { status: 'DISABLED', disabled_at: new Date() });
  const gone = await anEndpoint(work.creator.id, null, { deleted_at: new Date() });
  const strange = await anEndpoint(await market.aUser(['CREATOR']));
  const { path, deliverable } = await firstResult(work);
  const secret = 'CANARY-note';
  await assignments.must(
    work.creator.api.put(path, {
      expectedVersion: deliverable.version,
      url: aVod().url,
      note: secret,
    }),
  );
  await assignments.must(assignments.act(work, work.creator.api, 'submit'));
  await assignments.must(
    assignments.act(work, work.advertiser.api, 'issues', {
      reason: 'CANARY-reason',
      description: 'CANARY-description',
    }),
  );
  await messages.allIsSent();
  const toCreator = await callsOf(all);
  expect(toCreator.map(({ kind }) => kind)).toEqual([
    'deliverable.updated',
    'assignment.submitted',
    'assignment.disputed',
  ]);
  const toAdvertiser = await callsOf(some);
  expect(toAdvertiser.map(({ kind }) => kind)).toEqual(['assignment.submitted', 'assignment.disputed']);
  expect([...(await callsOf(off)), ...(await callsOf(gone)), ...(await callsOf(strange))]).toEqual([]);
  const events = (await work.creator.api.get(`${assignments.pathOf(work)}/events`)).body.data.slice(-3);
  expect(toCreator.map(({ body }) => JSON.parse(body))).toEqual(
    events.map(({ id, seq, kind, actor, at }: Record<string, unknown>) => ({
      type: kind,
      timestamp: at,
      data: {
        eventId: id,
        seq,
        assignmentId: work.id,
        orderId: work.orderId,
        actor,
        role: 'CREATOR',
        data: kind === 'deliverable.updated' ? { deliverableId: deliverable.id, position: 1 } : {},
      },
    })),
  );
  expect(JSON.parse(toAdvertiser[0].body).data.role).toBe('ADVERTISER');
  const sent = JSON.stringify([
    toCreator,
    toAdvertiser,
    await messages.mailsTo(work.advertiser.id),
    await messages.mailsTo(work.creator.id),
  ]);
  expect(sent).not.toMatch(/CANARY|Show the product|videos\/2012345679/);
});

async function firstResult(work: Work) {
  const [deliverable] = (await work.creator.api.get(`${assignments.pathOf(work)}/deliverables`)).body.data;
  return { deliverable, path: `${assignments.pathOf(work)}/deliverables/${deliverable.id}` };
}

test('a suspended party gets no notification, and the other party does', async () => {
  const work = await assignments.anAssignment();
  await messages.allIsSent();
  await anEndpoint(work.creator.id);
  const before = await subjects(work.creator.id);
  await suspend(work.creator.id);
  await assignments.must(assignments.act(work, work.advertiser.api, 'cancel'));
  const other = await assignments.anAssignment();
  await assignments.must(assignments.act(other, other.creator.api, 'decline'));
  await messages.allIsSent();
  expect(await subjects(other.advertiser.id)).toHaveLength(1);
  expect(await subjects(work.creator.id)).toEqual(before);
  expect(
    await messages.counted(`select count(*) from messages where recipient_id = $1 and kind = 'assignment.cancelled'`, [
      work.creator.id,
    ]),
  ).toBe(0);
});

test('a rolled-back change sends nothing, and of two racing changes only the winner is sent', async () => {
  const poor = await market.anAdvertiser({ fundsCents: 1 });
  const listing = await market.aListing();
  const refused = await market.checkOut(poor, await market.aQuote(poor, listing));
  expect(refused.body.code).toBe('INSUFFICIENT_FUNDS');
  const work = await assignments.anAssignment();
  const { version } = await assignments.seenBy(work.creator.api, work);
  const race = await Promise.all(
    [1, 2, 3, 4].map(() => work.creator.api.post(`${assignments.pathOf(work)}/decline`, { expectedVersion: version })),
  );
  expect(race.filter(({ status }) => status === 200)).toHaveLength(1);
  await messages.look();
  await messages.allIsSent();
  expect(await subjects(work.advertiser.id)).toHaveLength(1);
  expect(await subjects(listing.creator.id)).toEqual([]);
  expect(await messages.counted('select count(*) from messages where recipient_id = $1', [work.advertiser.id])).toBe(1);
});

test('requests do not wait for an email provider that is down, and every email arrives once afterwards', async () => {
  await messages.control.mail('refuse');
  const work = await assignments.assignmentIn('APPROVED');
  await messages.allIsSent();
  expect(await subjects(work.creator.id)).toEqual([]);
  await messages.control.mail('up');
  await messages.later(400);
  await Promise.all([messages.look(), messages.look()]);
  expect(await subjects(work.creator.id)).toHaveLength(2);
  expect(await subjects(work.advertiser.id)).toHaveLength(2);
});

test('a party that has switched off emails about work gets webhook calls and no emails, and the other party gets both', async () => {
  const creator = await market.aCreator();
  await market.pool.query(`update users set muted_topics = '{work}' where id = $1`, [creator.id]);
  const endpoint = await anEndpoint(creator.id);
  const work = await assignments.assignmentIn('ACCEPTED', { creator });
  await messages.allIsSent();
  expect((await callsOf(endpoint)).map(({ kind }) => kind)).toContain('assignment.funded');
  expect(await subjects(creator.id)).toEqual([]);
  expect(await subjects(work.advertiser.id)).toEqual([`Castline: the creator has accepted assignment ${work.id}`]);
});
