import { beforeEach, expect, test } from 'vitest';
import { createDemoUser } from '../../../scripts/seed/users.ts';
import { type Client, clientOf } from '../../support/client.ts';
import { refused } from '../../support/contract/expectations.ts';
import { peopleOf } from '../../support/contract/people.ts';
import { created, type Market } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { aVideo, recorderOf, rejecting } from '../../support/market/recordings.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { objectStoreOf } from '../../support/object-store.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket((own) => {
  ({ stack, market, control } = own);
});

let creator: Person;
let accountId: number;
beforeEach(async () => {
  creator = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
  accountId = await sellersOf(market).anAccount(creator.userId);
});

const hourMs = 3_600_000;
const recorder = (api: Client = creator.api) => recorderOf(api, accountId);
const status = async (): Promise<string> =>
  (await creator.keyed.get(`/social-accounts/${accountId}/stats`)).body.data.session.status;
const storedStatus = async (sessionId: number): Promise<string> =>
  (await market.one('select status from stats_sessions where id = $1', [sessionId])).status;

/** The creator after another sign-in, because tokens are valid for minutes. */
async function signedInAgain(): Promise<ReturnType<typeof recorder>> {
  const { email, password } = creator;
  const roles = ['CREATOR'] as const;
  const user = await createDemoUser({
    ...{ baseUrl: stack.baseUrl, displayName: 'A person', email, password, roles },
    isSignedUp: true,
  });
  return recorder(clientOf(stack.baseUrl, user.token, '/api/v1'));
}

const aStaff = () => peopleOf(stack.baseUrl, market).aPerson({ roles: ['STAFF'] });

async function sweep(): Promise<void> {
  await control.run('sweep-stats-sessions', 'sweep-uploads');
  await control.untilQueuesAreEmpty();
}

test('a session that ran out reads NONE, takes no recording, and does not keep its owner from opening another', async () => {
  const sessionId = created(await recorder().open()).body.data.id;
  const uploadId = await recorder().send(sessionId);
  await control.moveOn(24 * hourMs - 60_000);
  expect(await status()).toBe('OPEN');
  await control.moveOn(60_000);
  expect(await status()).toBe('NONE');
  const again = await signedInAgain();
  expect(refused(await again.announce(sessionId, aVideo()), 'INVALID_STATE')).toMatchObject({
    status: 'NONE',
    allowedActions: ['stats-sessions'],
  });
  refused(await again.complete(sessionId, uploadId), 'INVALID_STATE');
  const next = created(await again.open()).body.data;
  expect(next.id).not.toBe(sessionId);
  expect([await status(), await storedStatus(sessionId)]).toEqual(['OPEN', 'NONE']);
});

test('the sweep ends sessions that ran out and deletes their files, and keeps open ones', async () => {
  const sessionId = created(await recorder().open()).body.data.id;
  const uploadId = await recorder().send(sessionId);
  const { incoming_key: key } = await market.one('select incoming_key from private_uploads where id = $1', [uploadId]);
  const store = objectStoreOf(stack.storeUrl);
  await sweep();
  expect([await storedStatus(sessionId), await store.list(key)]).toEqual(['OPEN', [key]]);
  await control.moveOn(24 * hourMs);
  await sweep();
  expect([await storedStatus(sessionId), await store.list(key)]).toEqual(['NONE', []]);
  expect((await market.one('select status from private_uploads where id = $1', [uploadId])).status).toBe('EXPIRED');
});

test('a recording is kept until 30 days after the decision, and is deleted then; the decision stays', async () => {
  const { sessionId, uploadId } = await recorder().record();
  const download = async () => (await aStaff()).twin.get(`/staff/stats-sessions/${sessionId}/download`);
  await control.moveOn(40 * 24 * hourMs);
  await sweep();
  expect((await download()).status).toBe(200);
  const decided = await (await aStaff()).twin.post(`/staff/stats-sessions/${sessionId}/decide`, rejecting);
  expect(decided.status).toBe(200);
  await control.moveOn(29 * 24 * hourMs);
  await sweep();
  expect((await download()).status).toBe(200);
  await control.moveOn(25 * hourMs);
  await sweep();
  refused(await download(), 'RESOURCE_NOT_FOUND');
  expect(await objectStoreOf(stack.storeUrl).list(`stored/${uploadId}/`)).toEqual([]);
  const list = await (await aStaff()).twin.get('/staff/stats-sessions?status=REJECTED');
  expect(list.body.data).toMatchObject([{ id: sessionId, reason: rejecting.reason, recording: null }]);
});
