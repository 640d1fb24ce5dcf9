import { afterAll, afterEach, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { assignmentsOf, aVod } from '../../../support/market/assignments.ts';
import { marketOf } from '../../../support/market/market.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { assignmentIn, act, must, pathOf } = assignmentsOf(market, shared.baseUrl);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

async function atWork() {
  const work = await assignmentIn('ACCEPTED');
  const { data: results } = (await work.creator.api.get(`${pathOf(work)}/deliverables`)).body;
  const path = `${pathOf(work)}/deliverables/${results[0].id}`;
  return { work, put: (url: string) => work.creator.api.put(path, { expectedVersion: 1, url }) };
}

test('a post proves one result in the whole service, and another one after a refund of the first', async () => {
  const [one, other] = [await atWork(), await atWork()];
  const { id, url } = aVod();
  expect((await one.put(url)).status).toBe(200);
  refused(await other.put(`https://m.twitch.tv/videos/${id}`), 'INVALID_PROOF');
  await must(act(one.work, one.work.creator.api, 'cancel'));
  expect((await other.put(url)).status).toBe(200);
});

test('one of two concurrent results with the same post is accepted', async () => {
  const assignments = [await atWork(), await atWork()];
  const { url } = aVod();
  const replies = await Promise.all(assignments.map(({ put }) => put(url)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
});
