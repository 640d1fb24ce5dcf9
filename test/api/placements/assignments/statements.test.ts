import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { assignmentsOf } from '../../../support/market/assignments.ts';
import { marketOf } from '../../../support/market/market.ts';
import { statementsOf } from '../../../support/market/statements.ts';
import { depth } from '../../../support/stack/depth.ts';
import { shared } from '../../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const assignments = assignmentsOf(market, baseUrl);
const { assignmentIn, must, seenBy } = assignments;
const { announce, caseOf, eventsOf, recorded, resolve, say, verified } = statementsOf(assignments);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

describe('a statement', () => {
  test('of either party is in the history that both parties and staff read, and keeps the version and the money', async () => {
    const work = await assignmentIn('DISPUTED');
    const { advertiser, creator } = work;
    const before = await seenBy(creator.api, work);
    const { body } = await must(say(work, creator.api, { text: 'The can is there.' }));
    expect(body.data).toEqual(before);
    expect(before.allowedActions).toEqual(['statements']);
    await must(say(work, advertiser.api, { text: 'It is not.' }));
    expect(await seenBy(creator.api, work)).toEqual(before);
    const events = await eventsOf(work, advertiser.api);
    expect(events.slice(-2)).toMatchObject([
      { actor: 'CREATOR', data: { text: 'The can is there.', uploadIds: [] } },
      { actor: 'ADVERTISER', data: { text: 'It is not.', uploadIds: [] } },
    ]);
    expect(await eventsOf(work, creator.api)).toEqual(events);
    expect((await caseOf(work)).events).toEqual(events);
    for (const { api } of [advertiser, creator])
      expect((await api.get('/me/overview')).body.data.events).toContainEqual(
        expect.objectContaining({ kind: 'assignment.statement_added', assignmentId: work.id }),
      );
  });

  test('has 1 to 5000 characters', async () => {
    const work = await assignmentIn('DISPUTED');
    for (const body of [{}, { text: ' ' }, { text: 'a'.repeat(5_001) }, { text: 'a\u0000b' }])
      expect(refused(await say(work, work.creator.api, body), 'VALIDATION_FAILED').issues).toMatchObject([
        { path: 'text' },
      ]);
    await must(say(work, work.creator.api, { text: '<b>😀</b>'.padEnd(5_000, 'é') }));
  });

  test('that is sent again with its key, even concurrently, is recorded once', async () => {
    const work = await assignmentIn('DISPUTED');
    const key = randomUUID();
    const again = () => say(work, work.advertiser.api, { text: 'Once.' }, key);
    const replies = [...(await Promise.all([again(), again()])), await again()];
    for (const reply of replies)
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 200, text: replies[0]?.text });
    expect(await recorded(work)).toEqual(['ADVERTISER Once.']);
    refused(await say(work, work.advertiser.api, { text: 'Another.' }, key), 'IDEMPOTENCY_CONFLICT');
  });

  test('is refused above 20 of one party, even concurrently, and the other party can add its own 20', async () => {
    const work = await assignmentIn('DISPUTED');
    await market.pool.query('update disputes set creator_statements = 18 where assignment_id = $1', [work.id]);
    const replies = await Promise.all([1, 2, 3, 4].map((n) => say(work, work.creator.api, { text: `${n}` })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toEqual({
      code: 'INVALID_STATE',
      message: 'Each party can add at most 20 statements to a dispute.',
      status: 'LIMIT_REACHED',
      allowedActions: [],
    });
    expect(await recorded(work)).toHaveLength(2);
    await must(say(work, work.advertiser.api, { text: 'Mine.' }));
  });

  test('is an allowed action of a party until its 20th one, and so is the announcement of its files', async () => {
    const work = await assignmentIn('DISPUTED');
    const { advertiser, creator } = work;
    await market.pool.query('update disputes set creator_statements = 18 where assignment_id = $1', [work.id]);
    const actions = async (api: Client) => (await seenBy(api, work)).allowedActions;
    const allowed = async (text: string) => (await must(say(work, creator.api, { text }))).body.data.allowedActions;
    expect([await allowed('19.'), await actions(creator.api)]).toEqual([['statements'], ['statements']]);
    expect([await allowed('20.'), await actions(creator.api)]).toEqual([[], []]);
    expect(await actions(advertiser.api)).toEqual(['statements']);
    for (const reply of [say(work, creator.api, { text: '21.' }), announce(work, creator.api)])
      expect(refused(await reply, 'INVALID_STATE')).toMatchObject({ status: 'LIMIT_REACHED', allowedActions: [] });
    await must(resolve(work));
    expect(refused(await say(work, creator.api, { text: 'Late.' }), 'INVALID_STATE')).toMatchObject({
      status: 'CANCELLED',
    });
  });
});

test('a statement beside the decision of staff is either recorded before it or refused', async () => {
  for (let round = 0; round < depth(2, 20); round++) {
    const work = await assignmentIn('DISPUTED');
    const uploadId = await verified(work, work.creator.api);
    const ask = (api: Client, n: number) => say(work, api, { text: `${n}`, ...(n === 0 && { uploadIds: [uploadId] }) });
    const [decided, ...replies] = await Promise.all([
      resolve(work, 'RELEASE'),
      ...[0, 1, 2].map((n) => ask(work.creator.api, n)),
      ...[3, 4, 5].map((n) => ask(work.advertiser.api, n)),
    ]);
    expect(decided?.status).toBe(200);
    for (const reply of replies)
      if (reply.status !== 200) expect(refused(reply, 'INVALID_STATE')).toMatchObject({ status: 'APPROVED' });
    const events = await eventsOf(work, work.creator.api);
    expect(events.at(-1)?.kind).toBe('assignment.approved');
    expect(await recorded(work)).toHaveLength(replies.filter(({ status }) => status === 200).length);
    expect((await caseOf(work)).files).toHaveLength(replies[0]?.status === 200 ? 1 : 0);
    expect(refused(await say(work, work.creator.api, { text: 'Late.' }), 'INVALID_STATE')).toMatchObject({
      ...{ status: 'APPROVED', allowedActions: [] },
    });
  }
});
